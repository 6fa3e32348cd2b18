//! Calls for administrators, decisions, warnings and closed accounts.

use serde_json::{Value, json};

use crate::support::TestSite;

#[tokio::test]
async fn calls_are_queued_with_their_history_and_answered_on_record() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let mut two =
        crate::support::TwoPlayers::start(ann.clone(), bob.clone(), "checkers-bsn", json!({})).await;
    two.play("11-15").await;
    two.command("black", json!({ "do": "offer-draw", "message": "25 moves" })).await;
    two.command("white", json!({ "do": "decline-draw", "message": "no" })).await;
    let call = json!({ "do": "call-admin", "message": "he plays on endlessly" });
    two.command("black", call.clone()).await;
    assert_eq!(two.refused("white", call).await.0, "bad-call");
    let queue = admin.get("/api/v1/admin/disputes").await.expect("answered").ok();
    assert_eq!(queue[0]["game"]["id"], two.game.as_str());
    assert_eq!(queue[0]["call"]["message"], "he plays on endlessly");
    let history = queue[0]["history"].as_array().expect("a list").iter();
    let history: Vec<(&str, &str)> = history
        .map(|line| (line["what"].as_str().unwrap_or(""), line["message"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(history, [("offer", "25 moves"), ("decline", "no"), ("call", "he plays on endlessly")]);
    let judge = format!("/api/v1/admin/games/{}/judge", two.game);
    let empty = json!({ "decision": "refuse", "reason": " " });
    assert_eq!(admin.post(&judge, &empty).await.expect("answered").error(), (422, "bad-reason".to_owned()));
    admin
        .post(&judge, &json!({ "decision": "refuse", "reason": "twelve moves are missing" }))
        .await
        .expect("answered")
        .ok();
    assert_eq!(admin.get("/api/v1/admin/disputes").await.expect("answered").ok(), json!([]));
    assert_eq!(two.view().await["outcome"], Value::Null, "the game goes on");

    let warning = json!({ "reason": "you delay the game", "game": two.game });
    let warned = admin.post("/api/v1/admin/players/bob/warn", &warning).await.expect("answered");
    assert_eq!(warned.status, 204);
    let shown = bob.get("/api/v1/account").await.expect("answered").ok();
    assert_eq!(shown["warnings"][0]["reason"], "you delay the game");

    let closing = json!({ "reason": "three warnings" });
    assert_eq!(admin.post("/api/v1/admin/players/bob/close", &closing).await.expect("answered").status, 204);
    assert_eq!(bob.get("/api/v1/account").await.expect("answered").status, 401);
    let mut again = site.anonymous();
    let log_in = json!({ "name": "Bob", "password": harness::client::PASSWORD });
    let refused = again.start_session("/api/v1/login", log_in.clone()).await.expect("answered");
    assert_eq!(refused.error(), (403, "account-closed".to_owned()));
    let own = json!({ "reason": "a mistake" });
    let admins = admin.post("/api/v1/admin/players/judy/close", &own).await.expect("answered");
    assert_eq!(admins.error().1, "is-an-admin");

    let log = admin.get("/api/v1/admin/log").await.expect("answered").ok();
    let actions: Vec<(&str, &str, &str)> = log
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| {
            let text = |name: &str| entry[name].as_str().unwrap_or("");
            (text("deed"), text("player"), text("reason"))
        })
        .collect();
    assert_eq!(
        actions,
        [
            ("close", "Bob", "three warnings"),
            ("warn", "Bob", "you delay the game"),
            ("refuse", "", "twelve moves are missing")
        ]
    );
    let reopen = json!({ "reason": "he is sorry", "reopen": true });
    assert_eq!(admin.post("/api/v1/admin/players/bob/close", &reopen).await.expect("answered").status, 204);
    again.start_session("/api/v1/login", log_in).await.expect("answered").ok();
}

#[tokio::test]
async fn calls_outlive_the_game_and_can_be_made_after_it() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    let mut two = site.two_players("english", json!({})).await;
    two.command("black", json!({ "do": "call-admin", "message": "he insulted me" })).await;
    two.command("white", json!({ "do": "resign" })).await;
    let queue = admin.get("/api/v1/admin/disputes").await.expect("answered").ok();
    assert_eq!(queue[0]["call"]["message"], "he insulted me", "ending the game does not remove the call");
    let judge = format!("/api/v1/admin/games/{}/judge", two.game);
    let answer = json!({ "decision": "refuse", "reason": "I have spoken with him" });
    admin.post(&judge, &answer).await.expect("answered").ok();
    two.command("white", json!({ "do": "call-admin", "message": "and he me" })).await;
    assert_eq!(
        admin.get("/api/v1/admin/disputes").await.expect("answered").ok().as_array().map(Vec::len),
        Some(1)
    );
}

#[tokio::test]
async fn administrators_cannot_judge_their_own_games() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    let two =
        crate::support::TwoPlayers::start(admin.clone(), site.guest().await, "english", json!({})).await;
    let path = format!("/api/v1/admin/games/{}/judge", two.game);
    let request = json!({ "decision": "black-wins", "reason": "I like it" });
    assert_eq!(admin.post(&path, &request).await.expect("answered").error(), (403, "own-game".to_owned()));
}
