"""Tests the API of a running site against its OpenAPI description with schemathesis.

Usage: api.py ORIGIN SCHEMATHESIS

Runs three times: without credentials, with a session, and with a token that has every scope. Every response must match
the description, and none may be a server error.
"""

import json
import pathlib
import subprocess
import sys
import urllib.request

ORIGIN, SCHEMATHESIS = sys.argv[1:]
CHECKS = ",".join(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
    ]
)


def post(path, body, headers):
    request = urllib.request.Request(
        ORIGIN + path,
        json.dumps(body).encode(),
        {"content-type": "application/json", "origin": ORIGIN, **headers},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response), response.headers


_, headers = post("/api/v1/accounts", {"name": "Schema", "password": "a password for trials"}, {})
cookie = headers["set-cookie"].split(";")[0]
scopes = ["play", "challenge", "chat", "account", "judge"]
created, _ = post("/api/v1/account/tokens", {"label": "schemathesis", "scopes": scopes}, {"cookie": cookie})

CREDENTIALS = {
    "no credentials": [],
    "a session": ["--header", f"cookie: {cookie}", "--header", f"origin: {ORIGIN}"],
    "a token": ["--header", f"authorization: Bearer {created['token']}"],
}
for description, arguments in CREDENTIALS.items():
    print(f"with {description}", flush=True)
    finished = subprocess.run(
        [
            SCHEMATHESIS,
            "run",
            f"{ORIGIN}/api/v1/openapi.json",
            "--checks",
            CHECKS,
            "--phases",
            "examples,coverage,fuzzing",
            "--max-examples",
            "20",
            "--generation-deterministic",
            "--warnings",
            "off",
            "--no-color",
            # These would end the session, or turn the account into a bot.
            "--exclude-path-regex",
            "logout|account/password|account/bot|account/sessions",
            *arguments,
        ],
        check=False,
        # It writes its database into the working directory.
        cwd=pathlib.Path(SCHEMATHESIS).parent,
    )
    if finished.returncode != 0:
        sys.exit(finished.returncode)
