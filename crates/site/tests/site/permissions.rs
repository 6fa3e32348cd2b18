//! Permissions: every route and every command, for every kind of viewer.
//!
//! A row of the matrix has a letter for each viewer, in the order of `VIEWERS`:
//!
//! | letter | the viewer |
//! |---|---|
//! | `-` | has permission |
//! | `L` | must log in |
//! | `S` | has a token without the scope |
//! | `P` | has a token, but needs a session |
//! | `N` | is a guest, but needs an account |
//! | `A` | is not an administrator |
//! | `T` | is not a player of the game |

use harness::client::{Client, PASSWORD};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestSite, TwoPlayers};

/// The viewers, in the order of the columns.
const VIEWERS: [&str; 11] = [
    "an anonymous viewer",
    "a guest",
    "the player",
    "the opponent",
    "another player",
    "token: play",
    "token: challenge",
    "token: chat",
    "token: account",
    "token: judge",
    "an administrator",
];

/// Returns the expected error code of a letter in the matrix. Returns "" if the viewer has permission; the request may
/// still fail for another reason.
fn error_code(letter: char) -> &'static str {
    match letter {
        '-' => "",
        'L' => "not-logged-in",
        'S' => "missing-scope",
        'P' => "session-needed",
        'N' => "no-account",
        'A' => "not-an-admin",
        'T' => "not-a-player",
        other => panic!("{other}"),
    }
}

/// Returns the method, the path, the body, and a letter for each viewer.
fn matrix(game: &str, challenge: &str) -> Vec<(Method, String, Option<Value>, &'static str)> {
    let key = "a".repeat(20);
    let (get, post, delete, patch) = (Method::GET, Method::POST, Method::DELETE, Method::PATCH);
    let public = "-----------";
    let requires_login = "L----PPPPP-";
    let requires_account = "LN---PPPPP-";
    let challenges = "L----S-SSS-";
    let admins = "LAAAASSSSA-";
    let proposal = json!({ "rules": "english" });
    let row = |method: &Method, path: &str, request: Value, letters: &'static str| {
        (method.clone(), path.to_owned(), (request != Value::Null).then_some(request), letters)
    };
    let none = Value::Null;
    let reason = json!({ "reason": "a test" });
    let mut rows = vec![
        row(&post, "/api/v1/guest", none.clone(), "-----PPPPP-"),
        row(&post, "/api/v1/accounts", json!({ "name": "Ann", "password": PASSWORD }), public),
        row(&post, "/api/v1/login", json!({ "name": "Ann", "password": "wrong wrong" }), public),
        row(&get, "/api/v1/account", none.clone(), "L----SSS-S-"),
        row(&patch, "/api/v1/account", json!({ "email": null }), requires_account),
        row(
            &post,
            "/api/v1/account/password",
            json!({ "old": "wrong wrong", "new": PASSWORD }),
            requires_account,
        ),
        row(&post, "/api/v1/account/bot", none.clone(), requires_account),
        row(&get, "/api/v1/account/sessions", none.clone(), requires_login),
        row(&delete, &format!("/api/v1/account/sessions/{key}"), none.clone(), requires_login),
        row(&get, "/api/v1/account/tokens", none.clone(), requires_login),
        row(&post, "/api/v1/account/tokens", json!({ "label": "x", "scopes": ["play"] }), requires_account),
        row(&delete, &format!("/api/v1/account/tokens/{key}"), none.clone(), requires_login),
        row(&get, "/api/v1/players/me/games", none.clone(), "L----------"),
        row(&post, "/api/v1/games", json!({ "opponent": "same-device", "proposal": proposal }), challenges),
        row(&post, "/api/v1/challenges", json!({ "to": "link", "proposal": proposal }), challenges),
        row(&get, "/api/v1/challenges", none.clone(), challenges),
        row(&post, &format!("/api/v1/challenges/{key}/accept"), none.clone(), challenges),
        row(&post, &format!("/api/v1/challenges/{key}/decline"), none.clone(), challenges),
        row(&delete, &format!("/api/v1/challenges/{key}"), none.clone(), challenges),
        row(&post, "/api/v1/rules/check", json!("english"), public),
        row(&post, "/api/v1/analysis/position", json!({ "rules": "english" }), public),
        row(&post, "/api/v1/analysis/why", json!({ "rules": "english", "square": 1 }), public),
        row(&post, "/api/v1/shelf", json!({ "name": "ours", "rules": { "base": "english" } }), challenges),
        row(&get, "/api/v1/shelf", none.clone(), challenges),
        row(&get, &format!("/api/v1/shelf/{key}"), none.clone(), public),
        row(&delete, &format!("/api/v1/shelf/{key}"), none.clone(), challenges),
        row(&get, "/api/v1/admin/disputes", none.clone(), admins),
        row(
            &post,
            &format!("/api/v1/admin/games/{key}/judge"),
            json!({ "decision": "draw", "reason": "x" }),
            admins,
        ),
        row(&post, "/api/v1/admin/players/nobody-there/warn", reason.clone(), admins),
        row(&post, "/api/v1/admin/players/nobody-there/close", reason, admins),
        row(&get, "/api/v1/admin/log", none.clone(), admins),
    ];
    for path in [
        "/api/v1/players/ann",
        "/api/v1/players/ann/ratings?pool=english/blitz",
        "/api/v1/players/ann/games",
        "/api/v1/players/ann/games.pdn",
        "/api/v1/players/ann/games.ndjson",
        "/api/v1/games",
        "/api/v1/games/number/1",
        "/api/v1/lobby",
        "/api/v1/rules",
        "/api/v1/rules/english",
        "/api/v1/rules/english/openings",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api",
        "/api/manual.css",
        "/api/manual.js",
        "/api/v1/openapi.json",
    ] {
        rows.push(row(&get, path, none.clone(), public));
    }
    let study = json!({ "rules": "english" });
    for (path, request) in [
        ("position", study.clone()),
        ("line", study.clone()),
        ("lines", json!({ "study": study, "milliseconds": 10 })),
        ("scores", json!({ "study": study, "from": 0, "count": 1 })),
        ("compare", json!({ "study": study, "with": "russian" })),
        ("read", json!({ "pdn": "*" })),
        ("write", json!({ "rules": "english", "line": [] })),
    ] {
        rows.push(row(&post, &format!("/api/v1/analysis/{path}"), request, public));
    }
    for path in ["", "/events", "/pdn", "/moves/1.", "/why/1"] {
        rows.push(row(&get, &format!("/api/v1/games/{game}{path}"), none.clone(), public));
    }
    rows.push(row(&get, &format!("/api/v1/challenges/{challenge}"), none.clone(), public));
    let path = format!("/api/v1/games/{game}/commands");
    for (request, letters) in commands() {
        rows.push(row(&post, &path, json!({ "id": "x", "request": request }), letters));
    }
    // Last, because it ends the sessions.
    rows.push(row(&post, "/api/v1/logout", none, requires_login));
    rows
}

/// Returns the commands in a game with their letters.
fn commands() -> Vec<(Value, &'static str)> {
    let plays = "LT--T-SSSST";
    let calls = "LT--TSS-SST";
    // Spectators talk to each other.
    let talks = "L----SS-SS-";
    let simple = [
        "accept-draw",
        "decline-draw",
        "withdraw-draw",
        "demand-redo",
        "let-stand",
        "ask-takeback",
        "grant-takeback",
        "refuse-takeback",
        "claim-victory",
        "ask-revenge",
        "decline-revenge",
        "claim-draw",
    ];
    let mut commands: Vec<(Value, &'static str)> =
        simple.iter().map(|request| (json!({ "do": request }), plays)).collect();
    commands.extend([
        (json!({ "do": "move", "text": "nonsense" }), plays),
        (json!({ "do": "move-squares", "from": 1, "to": 2, "captured": [] }), plays),
        (json!({ "do": "hop", "from": 1, "to": 2 }), plays),
        (json!({ "do": "huff", "square": 1 }), plays),
        (json!({ "do": "plan", "lines": [["x"]] }), plays),
        (json!({ "do": "give-time", "seconds": 0 }), plays),
        (json!({ "do": "take-vacation", "days": 1 }), plays),
        (json!({ "do": "message", "text": " " }), talks),
        (json!({ "do": "call-admin", "message": " " }), calls),
    ]);
    commands
}

async fn viewers(site: &TestSite) -> (Vec<Client>, TwoPlayers) {
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let mut all =
        vec![site.anonymous(), site.guest().await, ann.clone(), bob.clone(), site.account("Carl").await];
    for scope in ["play", "challenge", "chat", "account", "judge"] {
        all.push(ann.with_token(&[scope]).await.expect("a token"));
    }
    all.push(site.admin("Judy").await);
    let two = TwoPlayers::start(bob, ann, "english", json!({})).await;
    (all, two)
}

fn check(viewer: &str, what: &str, letter: char, code: &str) {
    let permission_codes = [
        "not-logged-in",
        "missing-scope",
        "session-needed",
        "no-account",
        "not-an-admin",
        "not-a-player",
        "bad-token",
    ];
    match error_code(letter) {
        "" => assert!(!permission_codes.contains(&code), "{viewer} may {what}, but got {code}"),
        expected => assert_eq!(code, expected, "{viewer} may not {what}"),
    }
}

#[tokio::test]
async fn routes_are_permitted_as_listed() {
    let site = TestSite::start().await;
    let (viewers, two) = viewers(&site).await;
    let request = json!({ "to": "link", "proposal": { "rules": "english" } });
    let challenge = viewers[2].post("/api/v1/challenges", &request).await.expect("answered").ok();
    let rows = matrix(&two.game, challenge["id"].as_str().expect("an id"));
    for (method, path, request, letters) in &rows {
        assert_eq!(letters.len(), VIEWERS.len());
        for ((viewer, client), letter) in VIEWERS.iter().zip(&viewers).zip(letters.chars()) {
            let answer = client.send(method.clone(), path, request.as_ref()).await.expect("answered");
            assert!(answer.status.as_u16() < 500, "{viewer}: {method} {path}: {}", answer.text);
            let code = answer.json()["code"].as_str().unwrap_or("").to_owned();
            check(viewer, &format!("{method} {path} {}", request.clone().unwrap_or_default()), letter, &code);
            let expected = match letter {
                '-' => continue,
                'L' => 401,
                _ => 403,
            };
            assert_eq!(answer.status, expected, "{viewer}: {method} {path}");
        }
    }
    // Every route of the OpenAPI description is in the list.
    let described = site.anonymous().get("/api/v1/openapi.json").await.expect("answered").ok();
    for (path, methods) in described["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            let tried = rows.iter().any(|(tried, tried_path, ..)| {
                tried.as_str().eq_ignore_ascii_case(method) && matches_template(path, tried_path)
            });
            assert!(tried, "{method} {path} is not in the matrix");
        }
    }
}

/// Returns whether a path matches a template with parameters in braces.
fn matches_template(described: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (described, path): (Vec<&str>, Vec<&str>) =
        (described.split('/').collect(), path.split('/').collect());
    described.len() == path.len()
        && described
            .iter()
            .zip(path)
            .all(|(described, part)| described.starts_with('{') || *described == part)
}

#[tokio::test]
async fn live_commands_are_permitted_as_listed() {
    let site = TestSite::start().await;
    let (viewers, two) = viewers(&site).await;
    for ((column, viewer), client) in VIEWERS.iter().enumerate().zip(&viewers) {
        let mut live = client.connect(&two.game, 0).await.expect("spectators may connect");
        for (number, (request, letters)) in commands().iter().enumerate() {
            let message = live.execute(&format!("{column}-{number}"), request).await.expect("an answer");
            let letter = letters.chars().nth(column).expect("a letter");
            check(viewer, &request.to_string(), letter, message["error"]["code"].as_str().unwrap_or(""));
        }
    }
}
