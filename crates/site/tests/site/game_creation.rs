//! Challenges, lobby offers and new games.

use harness::live::LiveConnection;
use serde_json::{Value, json};

use crate::support::{TestSite, describe, view};

#[tokio::test]
async fn named_challenges_are_accepted_or_declined() {
    let site = TestSite::start().await;
    let (ann, bob, carl) = (site.account("Ann").await, site.account("Bob").await, site.account("Carl").await);
    let request = json!({ "to": { "player": "bob" }, "proposal": { "rules": "russian", "colour": "white" } });
    let challenge = ann.post("/api/v1/challenges", &request).await.expect("answered").ok();
    let id = challenge["id"].as_str().expect("an id");
    let path = format!("/api/v1/challenges/{id}");
    assert_eq!(carl.get(&path).await.expect("answered").error().0, 404, "it is not for others");
    let own = ann.post(&format!("{path}/accept"), &json!({})).await.expect("answered");
    assert_eq!(own.error(), (409, "own-challenge".to_owned()));
    let mine = bob.get("/api/v1/challenges").await.expect("answered").ok();
    assert_eq!(mine[0]["challenger"]["name"], "Ann");
    let game = bob.post(&format!("{path}/accept"), &json!({})).await.expect("answered").ok();
    assert_eq!((&game["you"], &game["players"]["white"]["name"]), (&json!("black"), &json!("Ann")));
    let again = bob.post(&format!("{path}/accept"), &json!({})).await.expect("answered");
    assert_eq!(again.error(), (409, "challenge-not-open".to_owned()));

    let challenge = ann.post("/api/v1/challenges", &request).await.expect("answered").ok();
    let path = format!("/api/v1/challenges/{}", challenge["id"].as_str().expect("an id"));
    assert_eq!(carl.post(&format!("{path}/decline"), &json!({})).await.expect("answered").error().0, 404);
    assert_eq!(bob.post(&format!("{path}/decline"), &json!({})).await.expect("answered").status, 204);
    assert_eq!(ann.get(&path).await.expect("answered").ok()["state"], "declined");
}

#[tokio::test]
async fn lobby_offers_are_accepted_once() {
    let site = TestSite::start().await;
    let (ann, bob, carl) = (site.guest().await, site.guest().await, site.guest().await);
    let mut lobby = LiveConnection::open(&bob, "/ws/lobby").await.expect("a connection");
    assert_eq!(lobby.next("lobby").await.expect("a lobby")["offers"], json!([]));
    let request = json!({ "to": "lobby", "proposal": { "rules": "turkish" } });
    let offer = ann.post("/api/v1/challenges", &request).await.expect("answered").ok();
    let seen = lobby.next("lobby").await.expect("a lobby");
    assert_eq!(seen["offers"][0]["id"], offer["id"]);
    let path = format!("/api/v1/challenges/{}/accept", offer["id"].as_str().expect("an id"));
    let nothing = json!({});
    let (one, other) = tokio::join!(bob.post(&path, &nothing), carl.post(&path, &nothing));
    let answers = [one.expect("answered"), other.expect("answered")];
    let taken = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(taken, 1, "{} {}", describe(&answers[0]), describe(&answers[1]));
    loop {
        let seen = lobby.next("lobby").await.expect("a lobby");
        if seen["offers"] == json!([]) {
            break;
        }
    }
}

#[tokio::test]
async fn one_account_plays_both_sides_on_one_device() {
    let site = TestSite::start().await;
    let ann = site.guest().await;
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "dame-8x8" } });
    let game = ann.post("/api/v1/games", &request).await.expect("answered").ok();
    let id = game["id"].as_str().expect("an id");
    for (number, request) in [
        json!({ "do": "move", "text": "9-13" }),
        json!({ "do": "move", "text": "21-17" }),
        json!({ "do": "offer-draw" }),
        json!({ "do": "accept-draw" }),
        json!({ "do": "ask-revenge" }),
    ]
    .iter()
    .enumerate()
    {
        let answer = ann.execute(id, &number.to_string(), request).await.expect("answered");
        assert_eq!(answer.status, 200, "{request}: {}", describe(&answer));
    }
    let over = view(&ann, id).await;
    assert_eq!(over["outcome"]["draw"], true);
    assert!(over["next_game"].is_string(), "the rematch needs no second request");
}

#[tokio::test]
async fn games_start_from_positions_and_ballots() {
    let site = TestSite::start().await;
    let ann = site.guest().await;
    let begin = async |rules: &str, start: Value| {
        let proposal = json!({ "rules": rules, "start": start });
        let request = json!({ "opponent": "same-device", "proposal": proposal });
        ann.post("/api/v1/games", &request).await.expect("answered")
    };
    let game = begin("english", json!({ "ballot": "1" })).await.ok();
    assert_eq!(game["fen"], "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13");
    for rules in ["english", "russian", "brazilian"] {
        let game = begin(rules, json!("ballot-by-lot")).await.ok();
        assert!(game["legal_moves"][0].is_object(), "{rules}");
    }
    let game = begin("international", json!({ "fen": "W:WK46:B23,5" })).await.ok();
    assert_eq!(game["start"], "W:WK46:B5,23");
    for (rules, start, why) in [
        ("english", json!({ "ballot": "3" }), "There is no opening “3”. The openings are numbered 1 to 174."),
        ("turkish", json!("ballot-by-lot"), "These rules have no openings."),
        ("english", json!({ "fen": "W:W1" }), ""),
        ("english", json!({ "fen": "nonsense" }), ""),
        ("international", json!({ "fen": "W:W28:B" }), "Each side needs at least 1 piece."),
        ("turkish", json!({ "fen": "W:W9-24:B25-56" }), "Black has more than 16 pieces. Take some off."),
    ] {
        let answer = begin(rules, start.clone()).await;
        assert_eq!(answer.error(), (422, "bad-proposal".to_owned()), "{start}: {}", answer.text);
        let message = answer.json()["message"].as_str().unwrap_or_default().to_owned();
        assert!(why.is_empty() || message == why, "{message}");
    }
}

#[tokio::test]
async fn house_rules_are_played_and_stored_with_the_game() {
    let site = TestSite::start().await;
    let ann = site.guest().await;
    let rules = json!({ "base": "russian", "name": "Ours", "capture": { "priority": ["most-pieces"] } });
    let request = json!({ "opponent": { "computer": 1 }, "proposal": { "rules": rules, "colour": "white" } });
    let game = ann.post("/api/v1/games", &request).await.expect("answered").ok();
    assert_eq!(game["rules"]["name"], "Ours");
    let checked = ann.post("/api/v1/rules/check", &rules).await.expect("answered").ok();
    assert_eq!(checked["rule_set"]["capture"]["priority"], json!(["most-pieces"]));
    let bad = json!({ "base": "russian", "board": { "width": 99 } });
    let refused = ann.post("/api/v1/rules/check", &bad).await.expect("answered").ok();
    assert!(refused["conflicts"][0].as_str().is_some_and(|why| why.contains("99")), "{refused}");
    let request = json!({ "opponent": "same-device", "proposal": { "rules": bad } });
    let refused = ann.post("/api/v1/games", &request).await.expect("answered");
    assert_eq!(refused.error(), (422, "bad-proposal".to_owned()), "{}", refused.text);
    // Flying kings with immediate removal: on a large board the search for captures could be endless.
    let capture = json!({ "priority": [], "removal": "after-each-jump", "turn_back": "allowed" });
    let hostile =
        json!({ "base": "international", "board": { "width": 14, "height": 14 }, "capture": capture });
    let refused = ann.post("/api/v1/rules/check", &hostile).await.expect("answered").ok();
    assert_eq!(refused["conflicts"].as_array().map(Vec::len), Some(1), "{refused}");
    let rated = json!({ "to": "link", "proposal": { "rules": rules, "rated": true } });
    assert_eq!(ann.post("/api/v1/challenges", &rated).await.expect("answered").error().1, "bad-proposal");
}

#[tokio::test]
async fn shade_is_chosen_where_the_rules_leave_it_to_players() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let blitz = json!({ "kind": "clock", "initial": 180_000, "increment": 2000 });
    let request = |rules: Value, shade: &str| json!({ "to": "link", "proposal": { "rules": rules, "shade": shade, "time": blitz, "rated": true } });
    for shade in ["dark", "light"] {
        let made =
            ann.post("/api/v1/challenges", &request(json!("dame-100"), shade)).await.expect("answered").ok();
        let path = format!("/api/v1/challenges/{}/accept", made["id"].as_str().expect("an id"));
        let game = bob.post(&path, &json!({})).await.expect("answered").ok();
        assert_eq!((&game["rules"]["id"], &game["rules"]["name"]), (&json!("dame-100"), &json!("Dame 100")));
        assert_eq!(game["rated"], true);
        let page =
            bob.get(&format!("/games/{}", game["id"].as_str().expect("an id"))).await.expect("answered");
        assert!(page.text.contains(&format!("data-shade=\"{shade}\"")), "{}", page.text);
    }
    let house = json!({ "base": "english", "board": { "shade_choice": "by-agreement" } });
    let refused =
        ann.post("/api/v1/challenges", &request(json!("english"), "light")).await.expect("answered");
    let message = describe(&refused);
    assert!(message.contains("only the dark squares are used"), "{message}");
    let request = json!({ "opponent": "same-device", "proposal": { "rules": house, "shade": "light" } });
    assert_eq!(ann.post("/api/v1/games", &request).await.expect("answered").status, 201);
}
