//! The stories that the documents tell.

use serde_json::{Value, json};

use crate::table::{Running, Two, view};

/// Document 000: a draw offer with its reason is sent with a move; it is declined without reason; the claim is proved from the
/// record, by move numbers, at once.
#[tokio::test]
async fn a_draw_is_offered_with_a_reason_declined_claimed_and_proved() {
    let site = Running::start().await;
    let start = json!({ "start": { "fen": "B:WK32,21:BK1,12:H48:F65" } });
    let mut two = site.two("checkers-bsn", start).await;
    let (code, message) = two.refused("black", json!({ "do": "claim-draw" })).await;
    assert_eq!(code, "claim-not-justified");
    assert!(message.contains("24 of 25") && message.contains("1 of 3"), "{message}");
    let offer = json!({ "rule": 0, "message": "25 moves without a capture or a new king" });
    two.done("black", json!({ "do": "move", "text": "1-6", "offer": offer })).await;
    let view = two.view().await;
    assert_eq!(view["move_number"], "65...");
    assert_eq!(view["offer"]["by"], "black");
    assert_eq!(view["offer"]["message"], "25 moves without a capture or a new king");
    assert_eq!(view["offer"]["proof"], Value::Null, "one move of White is missing");
    two.done("white", json!({ "do": "decline-draw", "message": "" })).await;
    two.done("white", json!({ "do": "move", "text": "32-27" })).await;
    two.done("black", json!({ "do": "claim-draw", "rule": 0, "message": "see rule 2" })).await;
    let (result, told) = two.outcome().await;
    assert_eq!(result, "draw");
    assert!(told.starts_with("The game is a draw: Black has claimed it."), "{told}");
    assert!(told.contains("first counted move 41 (Black)"), "{told}");
    let view = two.view().await;
    assert_eq!(view["outcome"]["ending"]["claim"][1]["grounds"]["count"]["made"], 25, "{view}");
    assert_eq!(view["judged"], false, "no administrator was needed");
}

#[tokio::test]
async fn a_claim_that_is_not_justified_is_refused_with_what_is_missing_in_the_players_language() {
    let site = Running::start().await;
    let two = site.two("draughts-bsn", json!({})).await;
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("accept-language", "de-CH, en;q=0.5".parse().expect("a value"));
    headers.insert("content-type", "application/json".parse().expect("a value"));
    let body = json!({ "id": "c", "request": { "do": "claim-draw" } }).to_string().into_bytes();
    let path = format!("/api/v1/games/{}/commands", two.game);
    let answer = two.black.raw(reqwest::Method::POST, &path, headers, body).await.expect("answered");
    assert_eq!(answer.refused(), (409, "claim-not-justified".to_owned()));
    let message = answer.json()["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("0 von 25") && message.contains("1 von 3"), "{message}");
}

/// Document 002: an illegal turn stands unless the opponent demands that it be redone.
#[tokio::test]
async fn an_illegal_turn_is_redone_on_demand() {
    let site = Running::start().await;
    let mut two = site.two("dame-100", json!({ "start": { "fen": "W:W28,46:B23,3" } })).await;
    two.play("46-41").await;
    let view = two.view().await;
    let why = view["irregular"].as_str().expect("it broke a duty").to_owned();
    assert!(why.contains("capture"), "{why}");
    assert_eq!(two.refused("white", json!({ "do": "demand-redo" })).await.0, "not-now");
    two.done("black", json!({ "do": "demand-redo" })).await;
    let (code, message) = two.refused("white", json!({ "do": "move", "text": "46-41" })).await;
    assert_eq!(code, "illegal-move", "{message}");
    two.done("white", json!({ "do": "move", "text": "28x19" })).await;
    assert_eq!(two.view().await["captured"]["white"], 1);
}

/// Document 003: the challenger plays Black and begins; the winner begins the revenge.
#[tokio::test]
async fn the_challenger_plays_black_and_the_winner_begins_the_revenge_with_swapped_colours() {
    let site = Running::start().await;
    let (challenger, other) = (site.guest().await, site.guest().await);
    let wish = json!({ "to": "link", "proposal": { "rules": "checkers-revenge", "colour": "white" } });
    let refused = challenger.post("/api/v1/challenges", &wish).await.expect("answered");
    assert_eq!(refused.refused(), (422, "bad-proposal".to_owned()), "{}", refused.text);
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
    let moved = two.white.act(&next, "m", &json!({ "do": "move", "text": "9-13" })).await.expect("answered");
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
    two.done("white", json!({ "do": "message", "private": true, "text": "good luck" })).await;
    two.done("white", json!({ "do": "message", "text": "hello all" })).await;
    let path = format!("/api/v1/games/{}/events", two.game);
    let messages = |events: Value| -> Vec<String> {
        let all = events.as_array().cloned().unwrap_or_default();
        all.iter().filter_map(|event| event["entry"]["text"].as_str().map(str::to_owned)).collect()
    };
    let heard = [two.black.clone(), site.nobody()];
    assert_eq!(messages(heard[0].get(&path).await.expect("answered").ok()), ["good luck", "hello all"]);
    assert_eq!(messages(heard[1].get(&path).await.expect("answered").ok()), ["hello all"]);
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
    assert_eq!((code.as_str(), message.as_str()), ("no-vacation", "You have 1 days off left in this game."));
    assert_eq!(two.refused("black", json!({ "do": "claim-victory" })).await.0, "opponent-not-left");
}
