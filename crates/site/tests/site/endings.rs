//! Games by each of the five documents, played to each kind of ending.

use draughts::Rules;
use harness::player::GameReplica;
use harness::rng::Rng;
use serde_json::{Value, json};

use crate::support::{TestSite, TwoPlayers};

const DOCUMENTS: [&str; 5] = ["checkers-bsn", "draughts-bsn", "dame-100", "checkers-revenge", "dame-8x8"];

fn from(fen: &str) -> Value {
    json!({ "start": { "fen": fen } })
}

/// Claims a draw for the side to move; if the rules require an offer first, for the other side after a declined offer.
async fn claim(two: &mut TwoPlayers, side: &str) {
    let view = two.view().await;
    if view["claims"] == "immediate" {
        return two.command(side, json!({ "do": "claim-draw" })).await;
    }
    let other = if side == "white" { "black" } else { "white" };
    let draws = view["draws"].as_array().expect("draws").iter();
    let rule = draws.filter(|draw| draw["reached"] == true).map(|draw| draw["rule"].clone()).next();
    two.command(other, json!({ "do": "offer-draw", "rule": rule })).await;
    two.command(side, json!({ "do": "decline-draw" })).await;
    two.command(other, json!({ "do": "claim-draw" })).await;
}

#[tokio::test]
async fn games_of_each_document_are_played_to_the_end() {
    let site = TestSite::start().await;
    for (seed, rules) in DOCUMENTS.into_iter().enumerate() {
        let mut two = site.two_players(rules, json!({})).await;
        let mut lot = Rng::new(seed as u64 + 11);
        let over = loop {
            let view = two.view().await;
            if view["outcome"].is_object() {
                break view;
            }
            let side = view["turn"].as_str().expect("a side").to_owned();
            let reached = view["draws"].as_array().expect("draws").iter().any(|draw| draw["reached"] == true);
            let moves = view["legal_moves"].as_array().expect("moves");
            if reached {
                claim(&mut two, &side).await;
                continue;
            }
            two.command(&side, json!({ "do": "move", "text": moves[lot.below(moves.len())]["text"] })).await;
        };
        let ending = over["outcome"]["ending"].as_object().expect("an ending").keys().next().cloned();
        let by_the_rules = ["no-pieces", "blocked", "draw-rules", "claim"];
        assert!(
            ending.is_some_and(|ending| by_the_rules.contains(&ending.as_str())),
            "{rules}: {}",
            over["outcome"]
        );
        assert!(over["moves"].as_array().is_some_and(|moves| moves.len() > 20), "{rules}");
        // A later spectator reads the same game.
        let mut board = GameReplica::new(&Rules::named(rules).expect("a rule set"));
        let mut late = site.anonymous().connect(&two.game, 0).await.expect("a connection");
        while Some(board.seq) != over["seq"].as_u64() {
            board.apply(&late.next("event").await.expect("an event")).expect("a legal game");
        }
        assert_eq!(json!(board.game.fen()), over["fen"], "{rules}");
    }
}

#[tokio::test]
async fn a_side_without_pieces_loses() {
    let site = TestSite::start().await;
    for (rules, fen, text, winner) in [
        ("checkers-bsn", "B:W18:B14", "14x23", "black"),
        ("draughts-bsn", "W:W28:B23", "28x19", "white"),
        ("dame-100", "W:W28:B23", "28x19", "white"),
        ("checkers-revenge", "B:W18:B14", "14x23", "black"),
        ("dame-8x8", "B:W18:B14", "14x23", "black"),
    ] {
        let mut two = site.two_players(rules, from(fen)).await;
        two.play(text).await;
        let (result, text) = two.outcome().await;
        assert_eq!(result, winner, "{rules}: {text}");
        assert!(text.contains("has no pieces left"), "{rules}: {text}");
        let (code, message) = two.refused(winner, json!({ "do": "resign" })).await;
        assert_eq!((code.as_str(), message.as_str()), ("game-over", "The game is over."), "{rules}");
    }
}

#[tokio::test]
async fn a_side_without_moves_loses() {
    let site = TestSite::start().await;
    for (rules, fen, text, winner) in [
        ("checkers-bsn", "B:W29:B21,22", "21-25", "black"),
        ("draughts-bsn", "W:W14,15:B5", "15-10", "white"),
        ("dame-100", "W:W14,15:B5", "15-10", "white"),
        ("checkers-revenge", "B:W29:B21,22", "21-25", "black"),
        ("dame-8x8", "B:W29:B21,22", "21-25", "black"),
    ] {
        let mut two = site.two_players(rules, from(fen)).await;
        two.play(text).await;
        let (result, text) = two.outcome().await;
        assert_eq!(result, winner, "{rules}: {text}");
        assert!(text.contains("cannot move"), "{rules}: {text}");
    }
}

#[tokio::test]
async fn games_end_by_resignation_agreement_and_abort() {
    let site = TestSite::start().await;
    for rules in DOCUMENTS {
        let mut two = site.two_players(rules, json!({})).await;
        two.command("white", json!({ "do": "resign" })).await;
        assert_eq!(
            two.outcome().await,
            ("black".to_owned(), "Black won. White resigned.".to_owned()),
            "{rules}"
        );

        let mut two = site.two_players(rules, json!({})).await;
        let view = two.view().await;
        let (by, other) = if view["turn"] == "white" { ("black", "white") } else { ("white", "black") };
        if view["agreement"] == true {
            two.command(by, json!({ "do": "offer-draw", "message": "nothing happens" })).await;
            assert_eq!(two.view().await["offer"]["message"], "nothing happens", "{rules}");
            assert_eq!(two.refused(by, json!({ "do": "accept-draw" })).await.0, "not-now", "{rules}");
            two.command(other, json!({ "do": "accept-draw" })).await;
            let agreed = "Draw. The players agreed.".to_owned();
            assert_eq!(two.outcome().await, ("draw".to_owned(), agreed), "{rules}");
        }

        let mut two = site.two_players(rules, json!({})).await;
        two.command("black", json!({ "do": "abort" })).await;
        let (result, text) = two.outcome().await;
        assert_eq!(result, "none", "{rules}: {text}");
    }
}

#[tokio::test]
async fn flags_fall_by_the_server_clock() {
    let site = TestSite::start().await;
    let clock = json!({ "time": { "kind": "clock", "initial": 1000, "increment": 0 } });
    for rules in DOCUMENTS {
        let mut two = site.two_players(rules, clock.clone()).await;
        let view = two.view().await;
        assert_eq!(view["clocks"]["running"], Value::Null, "no clock runs before both have moved");
        let first = |view: &Value| view["legal_moves"][0]["text"].as_str().expect("a move").to_owned();
        two.play(&first(&view)).await;
        let view = two.view().await;
        two.play(&first(&view)).await;
        let running = two.view().await["clocks"]["running"].as_str().expect("a clock").to_owned();
        // No command is sent: the server notices by itself.
        two.wait_for_event("flag-fall").await;
        let (winner, text) = two.outcome().await;
        assert_ne!(winner, running, "{rules}: {text}");
        assert!(text.contains("ran out of time"), "{rules}: {text}");
        assert_eq!(two.view().await["clocks"]["left"][&running], 0, "{rules}");
    }
}

#[tokio::test]
async fn victory_can_be_claimed_when_the_opponent_has_left() {
    let site = TestSite::with(|config| config.patience = std::time::Duration::ZERO).await;
    for rules in DOCUMENTS {
        let mut two = site.two_players(rules, json!({})).await;
        let black = two.black.clone();
        let claim = json!({ "do": "claim-victory" });
        let early = black.execute(&two.game, "early", &claim).await.expect("answered");
        assert_eq!(early.error(), (409, "opponent-not-left".to_owned()), "{rules}");
        assert!(early.text.contains("Abort the game"), "{rules}: nobody loses before both have moved");
        two.play(&first_move(&two).await).await;
        two.play(&first_move(&two).await).await;
        if two.view().await["turn"] == "black" {
            two.play(&first_move(&two).await).await;
        }
        // White is to move and connected.
        let refused = black.execute(&two.game, "here", &claim).await.expect("answered").error();
        assert_eq!(refused, (409, "opponent-not-left".to_owned()), "{rules}");
        drop(std::mem::replace(&mut two.live, black.connect(&two.game, 0).await.expect("a connection")));
        // The server notices the closed connection a moment later.
        let mut number = 0;
        while !black
            .execute(&two.game, &format!("gone{number}"), &claim)
            .await
            .expect("answered")
            .status
            .is_success()
        {
            number += 1;
        }
        let (winner, text) = two.outcome().await;
        assert_eq!(winner, "black", "{rules}: {text}");
        assert!(text.contains("left the game"), "{rules}: {text}");
    }
}

async fn first_move(two: &TwoPlayers) -> String {
    two.view().await["legal_moves"][0]["text"].as_str().expect("a move").to_owned()
}

#[tokio::test]
async fn administrators_decide_games_with_a_reason() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    for rules in DOCUMENTS {
        for (decision, result) in
            [("white-wins", "white"), ("black-wins", "black"), ("draw", "draw"), ("abort", "none")]
        {
            let two = site.two_players(rules, json!({})).await;
            let path = format!("/api/v1/admin/games/{}/judge", two.game);
            let request = json!({ "decision": decision, "reason": "as both have told me" });
            admin.post(&path, &request).await.expect("answered").ok();
            let (found, text) = two.outcome().await;
            assert_eq!(found, result, "{rules}: {text}");
            let events =
                two.white.get(&format!("/api/v1/games/{}/events", two.game)).await.expect("answered");
            let text = if result == "none" { events.text } else { text };
            assert!(text.contains("as both have told me"), "{rules}: both players see why: {text}");
        }
    }
}

/// Returns the games that reach a draw rule with their last move, from the test data of the rules.
fn draw_games(rules: &str) -> Vec<(usize, String, String)> {
    let path = format!("{}/../draughts/tests/draws/{rules}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("games with draws");
    let read = |block: &str| {
        let value =
            |key: &str| block.lines().filter_map(|line| line.strip_prefix(key)).collect::<Vec<_>>().join(" ");
        let rule = value("rule ").parse::<usize>().expect("the number of a rule") - 1;
        (rule, value("fen "), value("moves "))
    };
    text.split("\n\n").map(read).collect()
}

#[tokio::test]
async fn draw_rules_of_the_documents_cite_move_numbers() {
    let site = TestSite::start().await;
    let mut claimed = 0;
    let mut automatic = 0;
    for rules in DOCUMENTS {
        for (rule, fen, moves) in draw_games(rules) {
            let mut two = site.two_players(rules, from(&fen)).await;
            let (before, last) = moves.rsplit_once(' ').expect("several moves");
            two.play(before).await;
            let is_automatic = two.view().await["draws"][rule]["effect"] == "automatic";
            if !is_automatic {
                let (code, message) = two.refused("black", json!({ "do": "claim-draw", "rule": rule })).await;
                assert_eq!(code, "claim-not-justified", "{rules}, rule {rule}: {message}");
            }
            two.play(last).await;
            if is_automatic {
                automatic += 1;
            } else {
                assert_eq!(two.view().await["outcome"], Value::Null, "{rules}: the draw is not automatic");
                let side = two.view().await["turn"].as_str().expect("a side").to_owned();
                claim(&mut two, &side).await;
                claimed += 1;
            }
            let (result, text) = two.outcome().await;
            assert_eq!(result, "draw", "{rules}, rule {rule}: {text}");
            let numbered = text.contains("move ") || text.contains("moves ");
            assert!(text.contains("Draw ") && numbered, "{rules}, rule {rule}: {text}");
        }
    }
    assert!(claimed >= 6 && automatic >= 2, "{claimed} claimed, {automatic} automatic");
}
