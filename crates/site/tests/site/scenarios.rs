//! Scenarios of the rule documents and of the site.

use serde_json::{Value, json};

use crate::support::{TestSite, TwoPlayers, view};

/// Document 003: the challenger plays Black and starts; the winner starts the rematch.
#[tokio::test]
async fn challenger_plays_black_and_winner_starts_the_rematch() {
    let site = TestSite::start().await;
    let (challenger, other) = (site.guest().await, site.guest().await);
    let request = json!({ "to": "link", "proposal": { "rules": "checkers-revenge", "colour": "white" } });
    let refused = challenger.post("/api/v1/challenges", &request).await.expect("answered");
    assert_eq!(refused.error(), (422, "bad-proposal".to_owned()), "{}", refused.text);
    let mut two = TwoPlayers::start(challenger.clone(), other, "checkers-revenge", json!({})).await;
    assert_eq!(view(&challenger, &two.game).await["you"], "black");
    two.play("9-13").await;
    two.command("black", json!({ "do": "resign" })).await;
    assert_eq!(two.outcome().await.0, "white");
    // The loser asks for a rematch; the winner accepts and plays Black.
    two.command("black", json!({ "do": "ask-revenge" })).await;
    assert_eq!(two.view().await["revenge"], "black");
    two.command("white", json!({ "do": "ask-revenge" })).await;
    let next = two.view().await["next_game"].as_str().expect("the next game").to_owned();
    assert_eq!(view(&challenger, &next).await["you"], "white");
    assert_eq!(view(&two.white, &next).await["you"], "black");
    let moved =
        two.white.execute(&next, "m", &json!({ "do": "move", "text": "9-13" })).await.expect("answered");
    moved.ok();
}

#[tokio::test]
async fn captures_hop_by_hop_are_hidden_until_complete() {
    let site = TestSite::start().await;
    let start = json!({ "start": { "fen": "W:W37:B32,22,12,1" } });
    let mut two = site.two_players("international", start).await;
    let hop = |from: u8, to: u8| json!({ "do": "hop", "from": from, "to": to });
    assert_eq!(two.refused("black", hop(37, 28)).await.0, "illegal-move");
    assert_eq!(two.refused("white", hop(37, 31)).await.0, "illegal-move");
    two.command("white", hop(37, 28)).await;
    two.command("white", hop(28, 17)).await;
    let events = |events: Value| events.as_array().map_or(0, Vec::len);
    let path = format!("/api/v1/games/{}/events", two.game);
    assert_eq!(events(two.black.get(&path).await.expect("answered").ok()), 0, "half a capture is not seen");
    assert_eq!(events(two.white.get(&path).await.expect("answered").ok()), 2);
    two.command("white", hop(17, 8)).await;
    let view = two.view().await;
    assert_eq!(view["captured"]["white"], 3);
    assert_eq!(view["moves"][0]["text"], "37x28x17x8");
}

#[tokio::test]
async fn captures_that_may_be_stopped_go_on_hop_by_hop() {
    let site = TestSite::start().await;
    let player = site.guest().await;
    let rules = json!({ "base": "international", "capture": { "finish": "may-be-stopped", "priority": [] } });
    let proposal = json!({ "rules": rules, "start": { "fen": "W:W37:B32,22,1" } });
    let request = json!({ "opponent": "same-device", "proposal": proposal });
    for (last, text) in [
        (json!({ "do": "hop", "from": 28, "to": 17 }), "37x28x17"),
        (json!({ "do": "move", "text": "37x28" }), "37x28"),
    ] {
        let game = player.post("/api/v1/games", &request).await.expect("answered").ok();
        let game = game["id"].as_str().expect("an id");
        let path = format!("/api/v1/games/{game}");
        let first = json!({ "do": "hop", "from": 37, "to": 28 });
        player.execute(game, "1", &first).await.expect("answered").ok();
        assert_eq!(player.get(&path).await.expect("answered").ok()["moves"], json!([]), "{text}");
        player.execute(game, "2", &last).await.expect("answered").ok();
        assert_eq!(player.get(&path).await.expect("answered").ok()["moves"][0]["text"], text);
    }
}

#[tokio::test]
async fn takebacks_extra_time_and_separate_chats() {
    let site = TestSite::start().await;
    let clock = json!({ "time": { "kind": "clock", "initial": 60_000, "increment": 0 } });
    let mut two = site.two_players("international", clock).await;
    two.play("32-28 19-23").await;
    two.command("white", json!({ "do": "ask-takeback" })).await;
    two.command("black", json!({ "do": "grant-takeback" })).await;
    assert_eq!(two.view().await["moves"], json!([]));
    two.play("33-28 19-23").await;
    two.command("black", json!({ "do": "give-time", "seconds": 30 })).await;
    let left = two.view().await["clocks"]["left"]["white"].as_u64().expect("time");
    assert!(left > 80_000, "{left}");
    let watcher = site.guest().await;
    two.command("white", json!({ "do": "message", "text": "good luck" })).await;
    let said = watcher.execute(&two.game, "w", &json!({ "do": "message", "text": "what a game" })).await;
    said.expect("answered").ok();
    let refused =
        watcher.execute(&two.game, "r", &json!({ "do": "resign" })).await.expect("answered").error();
    assert_eq!(refused.0, 403);
    let path = format!("/api/v1/games/{}/events", two.game);
    let messages = |events: Value| -> Vec<String> {
        let all = events.as_array().cloned().unwrap_or_default();
        all.iter().filter_map(|event| event["entry"]["text"].as_str().map(str::to_owned)).collect()
    };
    // Players and spectators have separate chats.
    for (client, heard) in [(&two.white, "good luck"), (&two.black, "good luck"), (&watcher, "what a game")] {
        assert_eq!(messages(client.get(&path).await.expect("answered").ok()), [heard]);
    }
    let seen = site.anonymous().get(&path).await.expect("answered");
    assert!(seen.text.contains("what a game") && !seen.text.contains("account"), "{}", seen.text);
}

#[tokio::test]
async fn correspondence_games_have_planned_moves_and_vacation() {
    let site = TestSite::start().await;
    let days = json!({ "time": { "kind": "days", "days": 2, "vacation": 3 } });
    let mut two = site.two_players("international", days).await;
    let lines = json!([["32-28", "19-23", "28x19", "14x23"], ["33-29", "resign"]]);
    two.command("black", json!({ "do": "plan", "lines": lines })).await;
    two.command("white", json!({ "do": "move", "text": "32-28" })).await;
    assert_eq!(two.view().await["moves"].as_array().map(Vec::len), Some(2), "the answer was played");
    let left = |view: &Value| view["clocks"]["left"]["white"].as_u64().expect("time");
    let before = left(&two.view().await);
    two.command("white", json!({ "do": "take-vacation", "days": 2 })).await;
    let after = left(&two.view().await);
    let day = 24 * 3600 * 1000;
    assert!(after > before + day && after <= before + 2 * day, "{before} {after}");
    let (code, message) = two.refused("white", json!({ "do": "take-vacation", "days": 2 })).await;
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("no-vacation", "You have only 1 day off left in this game.")
    );
    assert_eq!(two.refused("black", json!({ "do": "claim-victory" })).await.0, "opponent-not-left");
}
