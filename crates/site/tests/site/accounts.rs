//! People come in, are somebody, and go out.

use harness::client::{Client, PASSWORD};
use harness::live::Incoming;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::game::{Running, Two, told, view};

#[tokio::test]
async fn a_guest_becomes_an_account_and_keeps_the_games() {
    let site = Running::start().await;
    let mut guest = site.guest().await;
    assert_eq!(guest.get("/api/v1/account").await.expect("answered").ok()["guest"], true);
    let wish = json!({ "opponent": "same-device", "proposal": { "rules": "english" } });
    let game = guest.post("/api/v1/games", &wish).await.expect("answered").ok();
    let sign_up = json!({ "name": "Ann", "password": PASSWORD, "email": "ann@example.org" });
    let account = guest.start_session("/api/v1/accounts", sign_up.clone()).await.expect("answered").ok();
    assert_eq!((&account["name"], &account["guest"]), (&json!("Ann"), &json!(false)));
    let games = site.nobody().get("/api/v1/players/ann/games").await.expect("answered").ok();
    assert_eq!(games[0]["id"], game["id"], "found by the name, small letters or capitals");
    assert_eq!(games[0]["players"]["white"]["name"], "Ann");
    let twice = guest.start_session("/api/v1/accounts", sign_up.clone()).await.expect("answered");
    assert_eq!(twice.error(), (409, "has-name".to_owned()));
    let taken = Client::anonymous(&site.origin).post("/api/v1/accounts", &sign_up).await.expect("answered");
    assert_eq!(taken.error(), (409, "name-taken".to_owned()));
    for (name, password, code) in
        [("x", PASSWORD, "bad-name"), ("Admin", PASSWORD, "bad-name"), ("Bob", "short", "bad-password")]
    {
        let wish = json!({ "name": name, "password": password });
        let refused = site.nobody().post("/api/v1/accounts", &wish).await.expect("answered");
        assert_eq!(refused.error(), (422, code.to_owned()));
    }
}

#[tokio::test]
async fn sessions_are_listed_and_revoked_and_a_new_password_ends_the_others() {
    let site = Running::start().await;
    let here = site.account("Ann").await;
    let mut there = site.nobody();
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
    let change = json!({ "old": PASSWORD, "new": "another password" });
    assert_eq!(here.post("/api/v1/account/password", &change).await.expect("answered").status, 204);
    assert_eq!(there.get("/api/v1/account").await.expect("answered").status, 401);
    here.get("/api/v1/account").await.expect("answered").ok();
    assert_eq!(here.send(Method::POST, "/api/v1/logout", None).await.expect("answered").status, 204);
    assert_eq!(here.get("/api/v1/account").await.expect("answered").status, 401);
}

#[tokio::test]
async fn a_token_is_shown_once_does_what_its_scopes_say_and_is_cut_off_when_it_is_revoked() {
    let site = Running::start().await;
    let ann = site.account("Ann").await;
    let wish = json!({ "label": "my program", "scopes": ["play"], "days": 30 });
    let made = ann.post("/api/v1/account/tokens", &wish).await.expect("answered").ok();
    let secret = made["token"].as_str().expect("a secret").to_owned();
    assert!(secret.starts_with("crownhead_"), "scanners know it by that");
    let listed = ann.get("/api/v1/account/tokens").await.expect("answered");
    assert!(!listed.text.contains(&secret) && listed.ok()[0]["label"] == "my program");
    let player = ann.with_token(&["play"]).await.expect("a token");
    assert_eq!(
        player.get("/api/v1/account").await.expect("answered").error(),
        (403, "missing-scope".to_owned())
    );
    assert_eq!(player.get("/api/v1/account/tokens").await.expect("answered").error().1, "session-needed");

    let mut two = Two::begin(ann.clone(), site.guest().await, "international", json!({})).await;
    two.live = player.connect(&two.game, 0).await.expect("a connection");
    two.done("white", json!({ "do": "move", "text": "32-28" })).await;
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
                    (4401, "Your session or token was revoked. Log in again.")
                );
                break;
            }
            Incoming::Lost => panic!("the connection ended without a word"),
        }
    }
    let refused = player.execute(&two.game, "x", &json!({ "do": "resign" })).await.expect("answered");
    assert_eq!(refused.error(), (401, "bad-token".to_owned()));
}

#[tokio::test]
async fn another_sites_page_cannot_act_and_cookies_are_kept_from_scripts() {
    let site = Running::with(|config| config.origin = Some("https://draughts.example".to_owned())).await;
    let nobody = site.nobody();
    let answer = nobody.send(Method::POST, "/api/v1/guest", None).await.expect("answered");
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
        nobody.send_raw(Method::POST, "/api/v1/guest", headers, Vec::new()).await.expect("answered");
    assert_eq!(refused.error(), (403, "other-origin".to_owned()));
}

#[tokio::test]
async fn who_asks_too_often_is_told_when_to_come_back() {
    let site = Running::with(|config| {
        config.rates.messages = site::config::Rates::USUAL.messages;
        config.rates.doors = site::config::Rates::USUAL.doors;
    })
    .await;
    let mut two = site.two("english", json!({})).await;
    let mut refusal = Value::Null;
    for number in 0..20 {
        refusal = two.ask("black", json!({ "do": "message", "text": format!("{number}") })).await;
        if refusal != Value::Null {
            break;
        }
    }
    assert_eq!(refusal["code"], "too-many-requests", "{refusal}");
    assert!(refusal["details"]["retry_after_seconds"].as_u64().is_some_and(|wait| (1..=2).contains(&wait)));
    two.done("black", json!({ "do": "move", "text": "11-15" })).await;
    let mut last = site.nobody().send(Method::POST, "/api/v1/guest", None).await.expect("answered");
    for _ in 0..100 {
        if last.status == 429 {
            break;
        }
        last = site.nobody().send(Method::POST, "/api/v1/guest", None).await.expect("answered");
    }
    assert_eq!(last.status, 429, "{}", told(&last));
    assert!(last.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn rated_games_move_the_ratings_of_both_accounts_once() {
    let site = Running::start().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let blitz = json!({ "time": { "kind": "clock", "initial": 180_000, "increment": 2000 }, "rated": true });
    let mut two = Two::begin(ann.clone(), bob.clone(), "international", blitz.clone()).await;
    two.play("32-28").await;
    two.done("black", json!({ "do": "resign" })).await;
    let rating = async |name: &str| {
        let player = site.nobody().get(&format!("/api/v1/players/{name}")).await.expect("answered").ok();
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
        assert_eq!(over["ratings"][side], change, "the game tells how it changed the ratings");
    }
    let path = "/api/v1/players/Ann/ratings?pool=draughts-bsn/blitz";
    assert_eq!(site.nobody().get(path).await.expect("answered").ok().as_array().map(Vec::len), Some(1));
    let wish =
        json!({ "to": "link", "proposal": { "rules": "english", "time": blitz["time"], "rated": true } });
    let refused = site.guest().await.post("/api/v1/challenges", &wish).await.expect("answered");
    assert_eq!(refused.error(), (403, "no-account".to_owned()));
    let mut unrated = Two::begin(ann, bob, "international", json!({})).await;
    unrated.done("white", json!({ "do": "resign" })).await;
    assert_eq!(view(&site.nobody(), &unrated.game).await["ratings"], json!(null));
    assert_eq!(rating("Ann").await, winner, "an unrated game changes nothing");
}

#[tokio::test]
async fn games_are_given_out_as_pdn_and_json() {
    let site = Running::start().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let mut two = Two::begin(ann, bob, "international", json!({})).await;
    two.play("32-28 19-23 28x19 14x23").await;
    two.done("white", json!({ "do": "resign" })).await;
    let nobody = site.nobody();
    let pdn = nobody.get(&format!("/api/v1/games/{}/pdn", two.game)).await.expect("answered");
    assert!(pdn.text.contains("[White \"Ann\"]"), "{}", pdn.text);
    assert!(pdn.text.contains("1. 32-28 19-23 2. 28x19 14x23"), "{}", pdn.text);
    let all = nobody.get("/api/v1/players/bob/games.pdn").await.expect("answered");
    assert_eq!(all.text.matches("[Event ").count(), 1);
    let json = nobody.get("/api/v1/players/bob/games.ndjson").await.expect("answered");
    let line: Value = serde_json::from_str(json.text.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&line["moves"][2]["number"], &line["moves"][2]["text"]), (&json!("2."), &json!("28x19")));
    let by_number = nobody.get("/api/v1/games/number/1").await.expect("answered").ok();
    assert_eq!(by_number["id"], two.game.as_str());
}
