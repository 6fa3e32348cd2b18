//! Games against the computer.

use harness::client::Client;
use harness::live::LiveConnection;
use serde_json::{Value, json};

use crate::support::{TestSite, view};

async fn against(client: &Client, rules: &str, level: u8, colour: &str) -> (String, LiveConnection) {
    let proposal = json!({ "rules": rules, "colour": colour });
    let id = harness::computer::start_game(client, level, &proposal).await.expect("a game");
    let live = client.connect(&id, 0).await.expect("a connection");
    (id, live)
}

async fn own_turn(client: &Client, game: &str, live: &mut LiveConnection) -> Value {
    harness::computer::wait_for_turn(client, game, live).await.expect("a turn")
}

#[tokio::test]
async fn games_against_the_computer_end_by_the_rules() {
    let site = TestSite::start().await;
    let ann = site.guest().await;
    // By these rules every game ends automatically.
    for (rules, colour) in
        [("checkers-revenge", "black"), ("breakthrough", "white"), ("international", "black")]
    {
        let (game, mut live) = against(&ann, rules, 1, colour).await;
        let over = loop {
            let view = own_turn(&ann, &game, &mut live).await;
            if view["outcome"].is_object() {
                break view;
            }
            let number = view["seq"].as_u64().expect("a number") as usize;
            let moves = view["legal_moves"].as_array().expect("moves");
            let text = moves[(number * 7) % moves.len()]["text"].clone();
            let request = json!({ "do": "move", "text": text });
            ann.execute(&game, &number.to_string(), &request).await.expect("answered").ok();
        };
        let ending =
            over["outcome"]["ending"].as_object().expect("an ending").keys().next().expect("a name").clone();
        let by_the_rules = ["no-pieces", "blocked", "first-king", "draw-rules"].contains(&ending.as_str());
        assert!(by_the_rules, "{rules}: {}", over["outcome"]["text"]);
        assert!(over["moves"].as_array().is_some_and(|moves| moves.len() > 10), "{rules}");
    }
}

#[tokio::test]
async fn the_computer_answers_takebacks_offers_and_rematches() {
    let site = TestSite::start().await;
    let ann = site.guest().await;
    let (game, mut live) = against(&ann, "international", 1, "white").await;
    let act = async |id: &str, request: Value| ann.execute(&game, id, &request).await.expect("answered").ok();
    act("1", json!({ "do": "move", "text": "32-28" })).await;
    own_turn(&ann, &game, &mut live).await;
    act("2", json!({ "do": "ask-takeback" })).await;
    while !view(&ann, &game).await["moves"].as_array().is_some_and(Vec::is_empty) {
        live.next("event").await.expect("an event");
    }
    act("3", json!({ "do": "offer-draw" })).await;
    // In the opening it declines.
    while !view(&ann, &game).await["offer"].is_null() {
        live.next("event").await.expect("an event");
    }
    assert_eq!(view(&ann, &game).await["outcome"], Value::Null);
    act("4", json!({ "do": "resign" })).await;
    act("5", json!({ "do": "ask-revenge" })).await;
    let next = view(&ann, &game).await["next_game"].as_str().expect("the next game").to_owned();
    assert_eq!(view(&ann, &next).await["you"], "black", "the players start in turn");
    // In an even endgame it accepts.
    let proposal =
        json!({ "rules": "international", "colour": "white", "start": { "fen": "W:WK46,35:BK16,6:F40" } });
    let request = json!({ "opponent": { "computer": 1 }, "proposal": proposal });
    let even = ann.post("/api/v1/games", &request).await.expect("answered").ok();
    let even = even["id"].as_str().expect("an id").to_owned();
    let mut live = ann.connect(&even, 0).await.expect("a connection");
    ann.execute(&even, "1", &json!({ "do": "offer-draw" })).await.expect("answered").ok();
    while view(&ann, &even).await["outcome"].is_null() {
        live.next("event").await.expect("an event");
    }
    assert_eq!(view(&ann, &even).await["outcome"]["draw"], true);
}

#[tokio::test]
async fn the_computer_moves_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = crate::database::database(&folder.path().join("site.db")).await;
    let first = TestSite::with(|config| config.database.clone_from(&database)).await;
    let ann = first.guest().await;
    let (game, _) = against(&ann, "international", 8, "black").await;
    // It searches for more than a second; the site is closed before that.
    drop(first);
    let second = TestSite::with(|config| config.database.clone_from(&database)).await;
    let mut live = second.anonymous().connect(&game, 0).await.expect("a connection");
    let moved = live.next("event").await.expect("an event");
    assert_eq!(moved["entry"]["event"]["event"], "move");
}
