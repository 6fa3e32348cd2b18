//! Live connections.

use std::time::Duration;

use harness::live::Incoming;
use reqwest::Method;
use serde_json::{Value, json};
use site::config::{Rate, Rates};

use crate::support::TestSite;

#[tokio::test]
async fn connections_resume_after_any_event() {
    let site = TestSite::start().await;
    let mut two = site.two_players("international", json!({})).await;
    two.play("32-28 19-23 28x19 14x23 37-32 10-14").await;
    let at = |number: &str| format!("/api/v1/games/{}/moves/{number}", two.game);
    let answer = site.anonymous().get(&at("2...")).await.expect("answered").ok();
    assert_eq!(answer["text"], "14x23");
    assert!(answer["after"].as_str().is_some_and(|fen| fen.starts_with("W:")), "{answer}");
    let missing = site.anonymous().get(&at("4.")).await.expect("answered");
    assert_eq!(missing.error().0, 404);
    assert!(
        missing.text.contains("This game has the moves 1. to 3..., written like that."),
        "{}",
        missing.text
    );
    for after in 0..=6 {
        let mut live = site.anonymous().connect(&two.game, after).await.expect("a connection");
        for seq in after + 1..=6 {
            let message = live.next("event").await.expect("an event");
            assert_eq!(message["seq"], seq);
        }
        assert!(live.send_text(json!({ "type": "ping" }).to_string()).await);
        assert_eq!(live.receive().await, Incoming::Message(json!({ "type": "pong" })), "no further message");
    }
}

#[tokio::test]
async fn messages_lose_invisible_characters() {
    let site = TestSite::start().await;
    let mut two = site.two_players("english", json!({})).await;
    two.command("black", json!({ "do": "message", "text": "\u{202e}h\0e\u{200b}l\u{1b}lo\n" })).await;
    let event = two.live.next("event").await.expect("an event");
    assert_eq!(event["entry"]["text"], "hello ");
    let (code, _) = two.refused("black", json!({ "do": "message", "text": "\u{200b}\u{feff}" })).await;
    assert_eq!(code, "bad-message");
}

#[tokio::test]
async fn spectators_see_everything_but_the_players_chat() {
    let site = TestSite::start().await;
    let mut two = site.two_players("english", json!({})).await;
    let mut spectator = site.anonymous().connect(&two.game, 0).await.expect("a connection");
    let mut black = two.black.connect(&two.game, 0).await.expect("a connection");
    two.play("11-15").await;
    two.command("white", json!({ "do": "message", "text": "psst" })).await;
    two.command("white", json!({ "do": "move", "text": "23-19" })).await;
    let mut seqs = Vec::new();
    while seqs.last() != Some(&3) {
        seqs.push(spectator.next("event").await.expect("an event")["seq"].as_u64().expect("a number"));
    }
    assert_eq!(seqs, [1, 3]);
    for seq in 1..=3 {
        assert_eq!(black.next("event").await.expect("an event")["seq"], seq);
    }
    assert!(spectator.send_command("x", &json!({ "do": "resign" })).await);
    let refused = spectator.next("refused").await.expect("a refusal");
    assert_eq!(refused["error"]["code"], "not-logged-in");
}

#[tokio::test]
async fn states_contain_legal_moves_with_routes() {
    let site = TestSite::start().await;
    let start = json!({ "start": { "fen": "W:W37:B32,22,12,1" } });
    let mut two = site.two_players("international", start).await;
    let path = format!("/ws/games/{}?state=true", two.game);
    let mut live = harness::live::LiveConnection::open(&two.white, &path).await.expect("a connection");
    let state = live.next("state").await.expect("a state");
    assert_eq!(state["game"]["legal_moves"][0]["route"], json!([37, 28, 17, 8]));
    assert_eq!(state["game"]["you"], "white");
    two.play("37x8").await;
    let state = live.next("state").await.expect("a state");
    assert_eq!((&state["game"]["seq"], &state["game"]["turn"]), (&json!(1), &json!("black")));
}

#[tokio::test]
async fn repeated_commands_are_executed_once() {
    let site = TestSite::start().await;
    let two = site.two_players("english", json!({})).await;
    let path = format!("/api/v1/games/{}/commands", two.game);
    let request = json!({ "id": "same", "request": { "do": "move", "text": "11-15" } });
    let first = two.black.post(&path, &request).await.expect("answered").ok();
    let mut black = two.black.connect(&two.game, 1).await.expect("a connection");
    let second = black.execute("same", &request["request"]).await.expect("an answer");
    assert_eq!((&first["seq"], &second["seq"]), (&json!(1), &json!(1)));
    let other = json!({ "id": "same", "request": { "do": "resign" } });
    let refused = two.black.post(&path, &other).await.expect("answered");
    assert_eq!(refused.error(), (409, "command-used-before".to_owned()));
    assert_eq!(two.view().await["outcome"], Value::Null);
}

#[tokio::test]
async fn live_refusals_carry_the_command_id() {
    let site = TestSite::start().await;
    let two = site.two_players("english", json!({})).await;
    let mut live = two.black.connect(&two.game, 0).await.expect("a connection");
    let table = [
        (r#"{"type":"command","id":"a","request":{"do":"dance"}}"#, "a", "bad-request"),
        (r#"{"type":"command","id":"b","request":7}"#, "b", "bad-request"),
        (r#"{"type":"command","id":"c"}"#, "c", "bad-request"),
        (r#"{"type":"command","id":"d","request":{"do":"resign"},"more":1}"#, "d", "bad-request"),
        (r#"{"type":"dance","id":"e"}"#, "e", "bad-request"),
        (r#"{"id":"f"}"#, "f", "bad-request"),
        (r#"{"request":{"do":["deep",{"id":"inner"}]},"id":"g"}"#, "g", "bad-request"),
        (r#"{"type":"command","id":"h","request":{"do":"#, "h", "bad-request"),
        (r#"{"type":"ping","id":"i"}"#, "i", "bad-request"),
        (r#"{"type":"command","id":"j","request":{"do":"move","text":"1-2"}}"#, "j", "illegal-move"),
    ];
    for (text, id, code) in table {
        assert!(live.send_text(text.to_owned()).await);
        let message = live.next("refused").await.expect("a refusal");
        assert_eq!((&message["id"], &message["error"]["code"]), (&json!(id), &json!(code)), "{text}");
    }
    assert!(live.send_bytes(table[0].0.as_bytes().to_vec()).await);
    assert_eq!(live.next("refused").await.expect("a refusal")["id"], "a", "bytes");
    assert_eq!(two.view().await["seq"], 0, "no command was executed");
}

/// A limit of this many, which does not refill during a test.
fn only(burst: u32) -> Rate {
    Rate { burst, every: Duration::from_secs(3600) }
}

#[tokio::test]
async fn a_rate_limited_command_is_refused_with_its_id_and_never_executed() {
    let site = TestSite::with(|config| config.rates = Rates { commands: only(1), ..Rates::UNLIMITED }).await;
    let two = site.two_players("english", json!({})).await;
    let mut live = two.black.connect(&two.game, 0).await.expect("a connection");
    let step = |text: &str| json!({ "do": "move", "text": text });
    assert_eq!(live.execute("first", &step("11-15")).await.expect("an answer")["type"], "done");
    for (id, request) in [("resign", json!({ "do": "resign" })), ("move", step("9-14"))] {
        let message = live.execute(id, &request).await.expect("an answer");
        let answer = (&message["type"], &message["id"], &message["error"]["code"]);
        assert_eq!(answer, (&json!("refused"), &json!(id), &json!("too-many-requests")));
    }
    let mut again = two.black.connect(&two.game, 1).await.expect("a connection");
    assert!(again.send_text(json!({ "type": "ping" }).to_string()).await);
    assert_eq!(again.receive().await, Incoming::Message(json!({ "type": "pong" })), "nothing was executed");
}

#[tokio::test]
async fn moves_do_not_count_as_requests_of_the_address() {
    let site = TestSite::with(|config| config.rates = Rates { requests: only(30), ..Rates::UNLIMITED }).await;
    let two = site.two_players("english", json!({})).await;
    let mut live = two.black.connect(&two.game, 0).await.expect("a connection");
    let page = format!("/api/v1/games/{}", two.game);
    while site.anonymous().get(&page).await.expect("answered").status != 429 {}
    let moved = live.execute("a", &json!({ "do": "move", "text": "11-15" })).await.expect("an answer");
    assert_eq!(moved["type"], "done");
}

#[tokio::test]
async fn players_move_and_return_while_their_address_is_limited() {
    let rates = Rates { requests: only(30), commands: only(2), connections: only(1), ..Rates::UNLIMITED };
    // Several nodes learn of each other's requests a little later.
    let site = TestSite::with_nodes(1, |config| config.rates = rates).await;
    let two = site.two_players("english", json!({})).await;
    let page = format!("/api/v1/games/{}", two.game);
    while site.anonymous().get(&page).await.expect("answered").status != 429 {}
    // White has used the only connection of the account.
    let mut live = two.black.connect(&two.game, 0).await.expect("a connection");
    assert!(two.white.connect(&two.game, 0).await.is_err());
    let moved = two.black.execute(&two.game, "a", &json!({ "do": "move", "text": "11-15" })).await;
    assert!(moved.expect("answered").status.is_success());
    assert!(matches!(live.receive().await, Incoming::Message(message) if message["seq"] == 1));
    let offer = json!({ "do": "message", "text": "hello" });
    let mut answers = Vec::new();
    for id in ["b", "c"] {
        answers.push(two.black.execute(&two.game, id, &offer).await.expect("answered").status.as_u16());
    }
    assert_eq!(answers, [200, 429], "commands are limited by account");
    // Without a valid credential, the address counts.
    let command = json!({ "id": "d", "request": offer });
    let path = format!("{page}/commands");
    assert_eq!(site.anonymous().post(&path, &command).await.expect("answered").status, 429);
    let forged = [("authorization", "Bearer crownhead_x")]
        .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
    let forged =
        site.anonymous().send_raw(Method::POST, &path, forged.into_iter().collect(), Vec::new()).await;
    assert_eq!(forged.expect("answered").status, 429);
}

#[tokio::test]
async fn a_flood_of_messages_is_refused_with_ids_and_then_disconnected() {
    let site = TestSite::with(|config| config.rates = Rates { frames: only(3), ..Rates::UNLIMITED }).await;
    let two = site.two_players("english", json!({})).await;
    let mut live = site.anonymous().connect(&two.game, 0).await.expect("a connection");
    let mut codes = std::collections::BTreeMap::new();
    let end = loop {
        let id = codes.values().sum::<i32>().to_string();
        assert!(live.send_command(&id, &json!({ "do": "resign" })).await);
        match live.receive().await {
            Incoming::Message(message) => {
                assert_eq!(message["id"], id.as_str(), "{message}");
                *codes.entry(message["error"]["code"].to_string()).or_insert(0) += 1;
            }
            end => break end,
        }
    };
    assert!(matches!(end, Incoming::Closed(1008, _)), "{end:?}");
    let expected = [("\"not-logged-in\"", 3), ("\"too-many-requests\"", 200)];
    assert_eq!(codes, expected.map(|(code, times)| (code.to_owned(), times)).into());
}

#[tokio::test]
async fn moves_list_the_side_and_captured_or_huffed_pieces() {
    let site = TestSite::start().await;
    let rules = json!({ "base": "english", "name": "Old English", "conduct": { "enforcement": "huffing" } });
    let game = json!({ "opponent": "same-device", "proposal": { "rules": rules, "start": { "fen": "W:W22,24,32:B18,1,2" } } });
    let ann = site.guest().await;
    let id = ann.post("/api/v1/games", &game).await.expect("answered").ok()["id"].clone();
    let id = id.as_str().expect("an id");
    let requests = [
        json!({ "do": "move", "text": "24-19" }),
        json!({ "do": "huff", "square": 22 }),
        json!({ "do": "move", "text": "18-22" }),
    ];
    for (i, request) in requests.iter().enumerate() {
        ann.execute(id, &format!("c{i}"), request).await.expect("answered").ok();
    }
    let view = crate::support::view(&ann, id).await;
    let summary =
        |i: usize| [&view["moves"][i]["by"], &view["moves"][i]["captured"], &view["moves"][i]["huffed"]];
    assert_eq!(summary(0), [&json!("white"), &json!(0), &json!("22")]);
    assert_eq!(summary(1), [&json!("black"), &json!(0), &Value::Null]);
    assert_eq!(view["captured"], json!({ "white": 0, "black": 1 }));
}
