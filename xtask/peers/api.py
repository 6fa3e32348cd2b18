"""Lets schemathesis try the API of a running site by its own description.

Usage: api.py ORIGIN SCHEMATHESIS

Three times: as nobody, with a session, and with a token that has every scope. The site must answer everything as
described, and never with a server error.
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


def post(path, wish, headers):
    request = urllib.request.Request(
        ORIGIN + path,
        json.dumps(wish).encode(),
        {"content-type": "application/json", "origin": ORIGIN, **headers},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), answer.headers


_, headers = post("/api/v1/accounts", {"name": "Schema", "password": "a password for trials"}, {})
cookie = headers["set-cookie"].split(";")[0]
scopes = ["play", "challenge", "chat", "account", "judge"]
made, _ = post("/api/v1/account/tokens", {"label": "schemathesis", "scopes": scopes}, {"cookie": cookie})

WHO = {
    "nobody": [],
    "a session": ["--header", f"cookie: {cookie}", "--header", f"origin: {ORIGIN}"],
    "a token": ["--header", f"authorization: Bearer {made['token']}"],
}
for who, arguments in WHO.items():
    print(f"as {who}", flush=True)
    done = subprocess.run(
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
            # It would end the session, or the account's life as a person.
            "--exclude-path-regex",
            "logout|account/password|account/bot|account/sessions",
            *arguments,
        ],
        check=False,
        # It keeps notes where it runs.
        cwd=pathlib.Path(SCHEMATHESIS).parent,
    )
    if done.returncode != 0:
        sys.exit(done.returncode)
