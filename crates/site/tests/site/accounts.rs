//! Accounts: guests, sign-up, login, sessions, tokens and ratings.

use harness::client::{Client, PASSWORD};
use harness::live::Incoming;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::support::{TestSite, TwoPlayers, describe, view};

#[tokio::test]
async fn guests_keep_their_games_when_they_sign_up() {
    let site = TestSite::start().await;
    let mut guest = site.guest().await;
    assert_eq!(guest.get("/api/v1/account").await.expect("answered").ok()["guest"], true);
    let again = guest.send(Method::POST, "/api/v1/guest", None).await.expect("answered");
    assert_eq!(again.status, 200, "no account is created for an existing session: {}", describe(&again));
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "english" } });
    let game = guest.post("/api/v1/games", &request).await.expect("answered").ok();
    let sign_up = json!({ "name": "Ann", "password": PASSWORD, "email": "ann@example.org" });
    let account = guest.start_session("/api/v1/accounts", sign_up.clone()).await.expect("answered").ok();
    assert_eq!((&account["name"], &account["guest"]), (&json!("Ann"), &json!(false)));
    let games = site.anonymous().get("/api/v1/players/ann/games").await.expect("answered").ok();
    assert_eq!(games[0]["id"], game["id"], "names are case-insensitive");
    assert_eq!(games[0]["players"]["white"]["name"], "Ann");
    let twice = guest.start_session("/api/v1/accounts", sign_up.clone()).await.expect("answered");
    assert_eq!(twice.error(), (409, "has-name".to_owned()));
    let taken = Client::anonymous(&site.origin).post("/api/v1/accounts", &sign_up).await.expect("answered");
    assert_eq!(taken.error(), (409, "name-taken".to_owned()));
    for (name, password, code) in
        [("x", PASSWORD, "bad-name"), ("Admin", PASSWORD, "bad-name"), ("Bob", "short", "bad-password")]
    {
        let request = json!({ "name": name, "password": password });
        let refused = site.anonymous().post("/api/v1/accounts", &request).await.expect("answered");
        assert_eq!(refused.error(), (422, code.to_owned()));
    }
}

#[tokio::test]
async fn sessions_are_listed_and_revoked() {
    let site = TestSite::start().await;
    let mut here = site.account("Ann").await;
    let mut there = site.anonymous();
    let wrong = json!({ "name": "Ann", "password": "not the password" });
    assert_eq!(
        there.start_session("/api/v1/login", wrong).await.expect("answered").error().1,
        "wrong-password"
    );
    let nobody = json!({ "name": "Nobody", "password": PASSWORD });
    assert_eq!(
        there.start_session("/api/v1/login", nobody).await.expect("answered").error().1,
        "wrong-password"
    );
    there
        .start_session("/api/v1/login", json!({ "name": "ann", "password": PASSWORD }))
        .await
        .expect("answered")
        .ok();
    let sessions = here.get("/api/v1/account/sessions").await.expect("answered").ok();
    let other = sessions.as_array().expect("a list").iter().find(|session| session["current"] == false);
    let path = format!("/api/v1/account/sessions/{}", other.expect("another")["id"].as_str().expect("an id"));
    assert_eq!(here.send(Method::DELETE, &path, None).await.expect("answered").status, 204);
    assert_eq!(
        there.get("/api/v1/account").await.expect("answered").error(),
        (401, "not-logged-in".to_owned())
    );
    there
        .start_session("/api/v1/login", json!({ "name": "ann", "password": PASSWORD }))
        .await
        .expect("answered")
        .ok();
    let program = here.with_token(&["account"]).await.expect("a token");
    program.get("/api/v1/account").await.expect("answered").ok();
    let change = json!({ "old": PASSWORD, "new": "another password" });
    let before = here.clone();
    assert_eq!(here.start_session("/api/v1/account/password", change).await.expect("answered").status, 204);
    for revoked in [&before, &there, &program] {
        assert_eq!(revoked.get("/api/v1/account").await.expect("answered").status, 401);
    }
    here.get("/api/v1/account").await.expect("answered").ok();
    assert_eq!(here.send(Method::POST, "/api/v1/logout", None).await.expect("answered").status, 204);
    assert_eq!(here.get("/api/v1/account").await.expect("answered").status, 401);
}

#[tokio::test]
async fn sessions_are_renewed_at_sign_up_and_login() {
    let site = TestSite::start().await;
    let mut ann = site.guest().await;
    let request = json!({ "name": "Ann", "password": PASSWORD });
    for path in ["/api/v1/accounts", "/api/v1/login"] {
        let before = ann.clone();
        ann.start_session(path, request.clone()).await.expect("answered").ok();
        assert_eq!(ann.get("/api/v1/account").await.expect("answered").ok()["name"], "Ann", "{path}");
        assert_eq!(before.get("/api/v1/account").await.expect("answered").status, 401, "{path}");
    }
}

#[tokio::test]
async fn tokens_are_limited_by_scope_and_disconnected_when_revoked() {
    let site = TestSite::start().await;
    let ann = site.account("Ann").await;
    let request = json!({ "label": "my program", "scopes": ["play"], "days": 30 });
    let made = ann.post("/api/v1/account/tokens", &request).await.expect("answered").ok();
    let secret = made["token"].as_str().expect("a secret").to_owned();
    assert!(secret.starts_with("crownhead_"), "secret scanners recognise the prefix");
    let listed = ann.get("/api/v1/account/tokens").await.expect("answered");
    assert!(!listed.text.contains(&secret) && listed.ok()[0]["label"] == "my program");
    let player = ann.with_token(&["play"]).await.expect("a token");
    assert_eq!(
        player.get("/api/v1/account").await.expect("answered").error(),
        (403, "missing-scope".to_owned())
    );
    assert_eq!(player.get("/api/v1/account/tokens").await.expect("answered").error().1, "session-needed");

    let mut two = TwoPlayers::start(ann.clone(), site.guest().await, "international", json!({})).await;
    two.live = player.connect(&two.game, 0).await.expect("a connection");
    two.command("white", json!({ "do": "move", "text": "32-28" })).await;
    let tokens = ann.get("/api/v1/account/tokens").await.expect("answered").ok();
    for token in tokens.as_array().expect("a list") {
        let path = format!("/api/v1/account/tokens/{}", token["id"].as_str().expect("an id"));
        assert_eq!(ann.send(Method::DELETE, &path, None).await.expect("answered").status, 204);
    }
    loop {
        match two.live.receive().await {
            Incoming::Message(_) => {}
            Incoming::Closed(code, reason) => {
                assert_eq!(
                    (code, reason.as_str()),
                    (4401, "Your session or token was revoked. Sign in again.")
                );
                break;
            }
            Incoming::Lost => panic!("the connection was lost without a close frame"),
        }
    }
    let refused = player.execute(&two.game, "x", &json!({ "do": "resign" })).await.expect("answered");
    assert_eq!(refused.error(), (401, "bad-token".to_owned()));
}

#[tokio::test]
async fn other_origins_are_refused_and_cookies_are_protected() {
    let site = TestSite::with(|config| config.origin = Some("https://draughts.example".to_owned())).await;
    let anonymous = site.anonymous();
    let answer = anonymous.send(Method::POST, "/api/v1/guest", None).await.expect("answered");
    assert_eq!(answer.status, 201, "{}", describe(&answer));
    let cookie = answer.headers["set-cookie"].to_str().expect("text").to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    for (name, value) in [("x-content-type-options", "nosniff"), ("cache-control", "no-store")] {
        assert_eq!(answer.headers[name], value);
    }
    let policy = answer.headers["content-security-policy"].to_str().expect("text");
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    let mut headers = HeaderMap::new();
    headers.insert("origin", "https://evil.example".parse().expect("a value"));
    let refused =
        anonymous.send_raw(Method::POST, "/api/v1/guest", headers, Vec::new()).await.expect("answered");
    assert_eq!(refused.error(), (403, "other-origin".to_owned()));
}

#[tokio::test]
async fn rate_limits_say_when_to_retry() {
    let site = TestSite::with(|config| {
        config.rates.messages = site::config::Rates::DEFAULT.messages;
        config.rates.authentications = site::config::Rates::DEFAULT.authentications;
    })
    .await;
    let mut two = site.two_players("english", json!({})).await;
    let mut refusal = Value::Null;
    // Several nodes share their counts after 300 ms: until then, each has the whole burst.
    for number in 0..1000 {
        refusal = two.try_command("black", json!({ "do": "message", "text": format!("{number}") })).await;
        if refusal != Value::Null {
            break;
        }
    }
    assert_eq!(refusal["code"], "too-many-requests", "{refusal}");
    assert!(refusal["details"]["retry_after_seconds"].as_u64().is_some_and(|wait| (1..=2).contains(&wait)));
    two.command("black", json!({ "do": "move", "text": "11-15" })).await;
    let mut last = site.anonymous().send(Method::POST, "/api/v1/guest", None).await.expect("answered");
    for _ in 0..1000 {
        if last.status == 429 {
            break;
        }
        last = site.anonymous().send(Method::POST, "/api/v1/guest", None).await.expect("answered");
    }
    assert_eq!(last.status, 429, "{}", describe(&last));
    assert!(last.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn rated_games_change_both_ratings_once() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let blitz = json!({ "time": { "kind": "clock", "initial": 180_000, "increment": 2000 }, "rated": true });
    let mut two = TwoPlayers::start(ann.clone(), bob.clone(), "international", blitz.clone()).await;
    two.play("32-28").await;
    two.command("black", json!({ "do": "resign" })).await;
    let rating = async |name: &str| {
        let player = site.anonymous().get(&format!("/api/v1/players/{name}")).await.expect("answered").ok();
        player["ratings"][0].clone()
    };
    let (winner, loser) = (rating("Ann").await, rating("Bob").await);
    assert_eq!((&winner["pool"], &winner["games"]), (&json!("draughts-bsn/blitz"), &json!(1)));
    assert!(
        winner["rating"].as_i64() > Some(1600) && loser["rating"].as_i64() < Some(1400),
        "{winner} {loser}"
    );
    assert_eq!(winner["provisional"], true);
    let over = view(&ann, &two.game).await;
    for (side, now) in [("white", &winner), ("black", &loser)] {
        let change = json!({ "before": 1500, "after": now["rating"], "provisional": true });
        assert_eq!(over["ratings"][side], change, "the game shows the rating changes");
    }
    let path = "/api/v1/players/Ann/ratings?pool=draughts-bsn/blitz";
    assert_eq!(site.anonymous().get(path).await.expect("answered").ok().as_array().map(Vec::len), Some(1));
    let request =
        json!({ "to": "link", "proposal": { "rules": "english", "time": blitz["time"], "rated": true } });
    let refused = site.guest().await.post("/api/v1/challenges", &request).await.expect("answered");
    assert_eq!(refused.error(), (403, "no-account".to_owned()));
    let mut unrated = TwoPlayers::start(ann, bob, "international", json!({})).await;
    unrated.command("white", json!({ "do": "resign" })).await;
    assert_eq!(view(&site.anonymous(), &unrated.game).await["ratings"], json!(null));
    assert_eq!(rating("Ann").await, winner, "an unrated game changes nothing");
}

#[tokio::test]
async fn games_are_exported_as_pdn_and_json() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let mut two = TwoPlayers::start(ann, bob, "international", json!({})).await;
    two.play("32-28 19-23 28x19 14x23").await;
    two.command("white", json!({ "do": "resign" })).await;
    let anonymous = site.anonymous();
    let pdn = anonymous.get(&format!("/api/v1/games/{}/pdn", two.game)).await.expect("answered");
    assert!(pdn.text.contains("[White \"Ann\"]"), "{}", pdn.text);
    assert!(pdn.text.contains("1. 32-28 19-23 2. 28x19 14x23"), "{}", pdn.text);
    let all = anonymous.get("/api/v1/players/bob/games.pdn").await.expect("answered");
    assert_eq!(all.text.matches("[Event ").count(), 1);
    let json = anonymous.get("/api/v1/players/bob/games.ndjson").await.expect("answered");
    let line: Value = serde_json::from_str(json.text.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&line["moves"][2]["number"], &line["moves"][2]["text"]), (&json!("2."), &json!("28x19")));
    let by_number = anonymous.get("/api/v1/games/number/1").await.expect("answered").ok();
    assert_eq!(by_number["id"], two.game.as_str());
}
