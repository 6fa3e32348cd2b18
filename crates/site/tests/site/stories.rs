//! The stories that the documents tell.

use serde_json::{Value, json};

use crate::game::{Running, Two, view};

/// Document 003: the challenger plays Black and begins; the winner begins the revenge.
#[tokio::test]
async fn the_challenger_plays_black_and_the_winner_begins_the_revenge_with_swapped_colours() {
    let site = Running::start().await;
    let (challenger, other) = (site.guest().await, site.guest().await);
    let wish = json!({ "to": "link", "proposal": { "rules": "checkers-revenge", "colour": "white" } });
    let refused = challenger.post("/api/v1/challenges", &wish).await.expect("answered");
    assert_eq!(refused.error(), (422, "bad-proposal".to_owned()), "{}", refused.text);
    let mut two = Two::begin(challenger.clone(), other, "checkers-revenge", json!({})).await;
    assert_eq!(view(&challenger, &two.game).await["you"], "black");
    two.play("9-13").await;
    two.done("black", json!({ "do": "resign" })).await;
    assert_eq!(two.outcome().await.0, "white");
    // The loser asks; the winner agrees, and plays Black now.
    two.done("black", json!({ "do": "ask-revenge" })).await;
    assert_eq!(two.view().await["revenge"], "black");
    two.done("white", json!({ "do": "ask-revenge" })).await;
    let next = two.view().await["next_game"].as_str().expect("the next game").to_owned();
    assert_eq!(view(&challenger, &next).await["you"], "white");
    assert_eq!(view(&two.white, &next).await["you"], "black");
    let moved =
        two.white.execute(&next, "m", &json!({ "do": "move", "text": "9-13" })).await.expect("answered");
    moved.ok();
}

#[tokio::test]
async fn a_capture_can_be_made_hop_by_hop_and_nobody_sees_half_of_it() {
    let site = Running::start().await;
    let start = json!({ "start": { "fen": "W:W37:B32,22,12,1" } });
    let mut two = site.two("international", start).await;
    let hop = |from: u8, to: u8| json!({ "do": "hop", "from": from, "to": to });
    assert_eq!(two.refused("black", hop(37, 28)).await.0, "illegal-move");
    assert_eq!(two.refused("white", hop(37, 31)).await.0, "illegal-move");
    two.done("white", hop(37, 28)).await;
    two.done("white", hop(28, 17)).await;
    let events = |events: Value| events.as_array().map_or(0, Vec::len);
    let path = format!("/api/v1/games/{}/events", two.game);
    assert_eq!(events(two.black.get(&path).await.expect("answered").ok()), 0, "half a capture is not seen");
    assert_eq!(events(two.white.get(&path).await.expect("answered").ok()), 2);
    two.done("white", hop(17, 8)).await;
    let view = two.view().await;
    assert_eq!(view["captured"]["white"], 3);
    assert_eq!(view["moves"][0]["text"], "37x28x17x8");
}

#[tokio::test]
async fn moves_are_taken_back_time_is_given_and_messages_reach_whom_they_are_for() {
    let site = Running::start().await;
    let clock = json!({ "time": { "kind": "clock", "initial": 60_000, "increment": 0 } });
    let mut two = site.two("international", clock).await;
    two.play("32-28 19-23").await;
    two.done("white", json!({ "do": "ask-takeback" })).await;
    two.done("black", json!({ "do": "grant-takeback" })).await;
    assert_eq!(two.view().await["moves"], json!([]));
    two.play("33-28 19-23").await;
    two.done("black", json!({ "do": "give-time", "seconds": 30 })).await;
    let left = two.view().await["clocks"]["left"]["white"].as_u64().expect("time");
    assert!(left > 80_000, "{left}");
    let watcher = site.guest().await;
    two.done("white", json!({ "do": "message", "text": "good luck" })).await;
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
    // Players and spectators each have a chat of their own.
    for (client, heard) in [(&two.white, "good luck"), (&two.black, "good luck"), (&watcher, "what a game")] {
        assert_eq!(messages(client.get(&path).await.expect("answered").ok()), [heard]);
    }
    let seen = site.nobody().get(&path).await.expect("answered");
    assert!(seen.text.contains("what a game") && !seen.text.contains("account"), "{}", seen.text);
}

#[tokio::test]
async fn by_correspondence_answers_are_planned_and_days_off_are_taken() {
    let site = Running::start().await;
    let days = json!({ "time": { "kind": "days", "days": 2, "vacation": 3 } });
    let mut two = site.two("international", days).await;
    let lines = json!([["32-28", "19-23", "28x19", "14x23"], ["33-29", "resign"]]);
    two.done("black", json!({ "do": "plan", "lines": lines })).await;
    two.done("white", json!({ "do": "move", "text": "32-28" })).await;
    assert_eq!(two.view().await["moves"].as_array().map(Vec::len), Some(2), "the answer was played");
    let left = |view: &Value| view["clocks"]["left"]["white"].as_u64().expect("time");
    let before = left(&two.view().await);
    two.done("white", json!({ "do": "take-vacation", "days": 2 })).await;
    let after = left(&two.view().await);
    let day = 24 * 3600 * 1000;
    assert!(after > before + day && after <= before + 2 * day, "{before} {after}");
    let (code, message) = two.refused("white", json!({ "do": "take-vacation", "days": 2 })).await;
    assert_eq!((code.as_str(), message.as_str()), ("no-vacation", "You have 1 day off left in this game."));
    assert_eq!(two.refused("black", json!({ "do": "claim-victory" })).await.0, "opponent-not-left");
}
