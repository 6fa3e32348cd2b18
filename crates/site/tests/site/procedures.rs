//! The procedures of the rule documents: offering, declining and claiming a draw, calling an administrator, redoing a
//! turn.

use harness::client::Client;
use serde_json::{Value, json};

use crate::support::{TestSite, TwoPlayers, view};

/// Both kings move back and forth: the position after White's move 1 occurs again after moves 3 and 5.
const REPEATED: &str = "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27";
const REPETITION: usize = 1;

fn from(fen: &str) -> Value {
    json!({ "start": { "fen": fen } })
}

/// Starts a game of document 000 in which a position has occurred for the third time.
async fn game_with_repetition(site: &TestSite) -> TwoPlayers {
    let mut two = site.two_players("checkers-bsn", from("B:WK32,21:BK1,12")).await;
    two.play(REPEATED).await;
    two
}

fn offer(rule: usize) -> Value {
    json!({ "rule": rule, "message": "by the rules of the game" })
}

fn claim() -> Value {
    json!({ "do": "claim-draw" })
}

/// Document 000: a repetition, the offer with the next move, declined, claimed, declared with the three move numbers.
#[tokio::test]
async fn repetition_is_offered_declined_and_claimed() {
    let site = TestSite::start().await;
    let mut two = game_with_repetition(&site).await;
    assert_eq!(two.refused("black", claim()).await.0, "offer-first");
    let early = json!({ "do": "offer-draw", "rule": REPETITION });
    assert_eq!(two.refused("black", early).await.0, "offer-with-move");
    two.command("black", json!({ "do": "move", "text": "12-16", "offer": offer(REPETITION) })).await;
    let view = two.view().await;
    assert_eq!((&view["offer"]["by"], &view["offer"]["rule"]), (&json!("black"), &json!(REPETITION)));
    assert!(
        view["offer"]["proof"].as_str().is_some_and(|proof| proof.contains("after move 5 (White)")),
        "{view}"
    );
    assert_eq!(two.refused("black", claim()).await.0, "offer-first", "White has not answered");
    two.command("white", json!({ "do": "decline-draw", "message": "I play on" })).await;
    assert_eq!(two.view().await["rejected"]["black"]["answer"], "declined");
    two.command("black", claim()).await;
    let (result, text) = two.outcome().await;
    assert_eq!(result, "draw", "{text}");
    assert!(text.starts_with("Draw. Claimed by Black."), "{text}");
    assert_eq!(two.view().await["outcome"]["cites"], json!(["1...", "3...", "5..."]));
}

#[tokio::test]
async fn ignored_offers_can_be_claimed() {
    let site = TestSite::start().await;
    let mut two = game_with_repetition(&site).await;
    two.command("black", json!({ "do": "move", "text": "12-16", "offer": offer(REPETITION) })).await;
    two.play("21-17").await;
    let view = two.view().await;
    assert_eq!((&view["offer"], &view["rejected"]["black"]["answer"]), (&Value::Null, &json!("ignored")));
    two.command("black", claim()).await;
    assert_eq!(two.view().await["outcome"]["cites"], json!(["1...", "3...", "5..."]));
}

#[tokio::test]
async fn late_or_unfounded_claims_say_what_is_missing() {
    let site = TestSite::start().await;
    let mut late = game_with_repetition(&site).await;
    late.command("black", json!({ "do": "move", "text": "12-16", "offer": offer(REPETITION) })).await;
    late.play("21-17 16-20").await;
    let mut without = site.two_players("checkers-bsn", json!({})).await;
    without.play("11-15").await;
    for two in [&mut late, &mut without] {
        let before = two.view().await;
        let (code, message) = two.refused("black", claim()).await;
        assert_eq!(code, "claim-not-justified");
        assert!(message.contains("this position has occurred once (3 needed)"), "{message}");
        assert!(message.contains("of 25 moves without a capture or a new king (draw at move "), "{message}");
        let after = two.view().await;
        assert_eq!((&before["seq"], &before["fen"]), (&after["seq"], &after["fen"]), "nothing has changed");
    }
    let named = json!({ "do": "offer-draw", "rule": 0 });
    assert_eq!(without.refused("black", named).await.0, "claim-not-justified");
}

/// Document 000: the first quiet move was 41, so it is a draw from move 66 on.
#[tokio::test]
async fn quiet_moves_from_41_are_a_draw_from_66_on() {
    let site = TestSite::start().await;
    let mut two = site.two_players("checkers-bsn", from("B:WK32,21:BK1,12:H48:F65")).await;
    two.play("1-6").await;
    let (code, message) = two.refused("black", json!({ "do": "offer-draw", "rule": 0 })).await;
    assert_eq!(code, "claim-not-justified");
    assert!(
        message.contains("24 of 25 moves without a capture or a new king (draw at move 66)"),
        "{message}"
    );
    two.play("32-27").await;
    assert_eq!(two.view().await["move_number"], "66.");
    two.command("black", json!({ "do": "move", "text": "6-10", "offer": offer(0) })).await;
    two.command("white", json!({ "do": "decline-draw" })).await;
    two.command("black", claim()).await;
    let (_, text) = two.outcome().await;
    assert!(
        text.contains("counted from move 41 (Black), 25 of 25 moves made, draw from move 66 (Black) on"),
        "{text}"
    );
}

/// Returns a game that reaches a draw rule with its last move, from the test data of the rules.
fn draw_game(rules: &str, rule: usize) -> (String, String) {
    let path = format!("{}/../draughts/tests/draws/{rules}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("games with draws");
    let value = |block: &str, key: &str| {
        block.lines().filter_map(|line| line.strip_prefix(key)).collect::<Vec<_>>().join(" ")
    };
    let found = text.split("\n\n").find(|block| value(block, "rule ") == (rule + 1).to_string());
    let block = found.expect("a game for each rule");
    (value(block, "fen "), value(block, "moves "))
}

/// Document 001: after 16, 5 or 25 moves of each player, or the third occurrence, the opponent plays on.
#[tokio::test]
async fn each_draw_rule_of_document_001_can_be_claimed() {
    let site = TestSite::start().await;
    for rule in 0..4 {
        let (fen, moves) = draw_game("draughts-bsn", rule);
        let mut two = site.two_players("draughts-bsn", from(&fen)).await;
        two.play(&moves).await;
        let by = if two.view().await["turn"] == "white" { "white" } else { "black" };
        two.command(by, json!({ "do": "move", "text": first_move(&two).await, "offer": offer(rule) })).await;
        two.play(&first_move(&two).await).await;
        assert_eq!(two.view().await["rejected"][by]["answer"], "ignored", "rule {rule}");
        two.command(by, json!({ "do": "claim-draw", "rule": rule })).await;
        let (result, text) = two.outcome().await;
        assert_eq!(result, "draw", "rule {rule}: {text}");
        assert!(
            two.view().await["outcome"]["cites"].as_array().is_some_and(|cites| !cites.is_empty()),
            "{text}"
        );
    }
}

async fn first_move(two: &TwoPlayers) -> String {
    two.view().await["legal_moves"][0]["text"].as_str().expect("a move").to_owned()
}

async fn judge(admin: &Client, two: &TwoPlayers, decision: &str, reason: &str) {
    let path = format!("/api/v1/admin/games/{}/judge", two.game);
    admin.post(&path, &json!({ "decision": decision, "reason": reason })).await.expect("answered").ok();
}

/// Document 000: the opponent of a justified offer can be warned for delaying the game.
#[tokio::test]
async fn declined_justified_offers_are_reported_to_administrators() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let start = from("B:WK32,21:BK1,12");
    let mut two = TwoPlayers::start(ann.clone(), bob.clone(), "checkers-bsn", start).await;
    two.play(REPEATED).await;
    two.command("black", json!({ "do": "move", "text": "12-16", "offer": offer(REPETITION) })).await;
    two.command("white", json!({ "do": "decline-draw", "message": "no" })).await;
    two.command("black", claim()).await;
    let queue = admin.get("/api/v1/admin/disputes").await.expect("answered").ok();
    assert_eq!(queue[0]["report"], json!({ "of": "white", "answer": "declined" }));
    let history = queue[0]["history"].as_array().expect("a list").clone();
    let said: Vec<(&str, &str)> = history
        .iter()
        .map(|line| (line["what"].as_str().unwrap_or(""), line["by"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(said, [("offer", "black"), ("decline", "white"), ("claim", "black")]);
    assert!(history[0]["proof"].as_str().is_some_and(|proof| proof.contains("after move 3")), "{history:?}");
    let warning = json!({ "reason": "you delayed the game", "game": two.game });
    assert_eq!(admin.post("/api/v1/admin/players/bob/warn", &warning).await.expect("answered").status, 204);
    assert_eq!(
        bob.get("/api/v1/account").await.expect("answered").ok()["warnings"][0]["reason"],
        "you delayed the game"
    );
    assert_eq!(
        admin.get("/api/v1/admin/disputes").await.expect("answered").ok(),
        json!([]),
        "the report is settled"
    );
}

/// Documents 000 and 001: no more moves are made while an administrator judges.
#[tokio::test]
async fn calls_pause_correspondence_games() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    let days = json!({ "time": { "kind": "days", "days": 2, "vacation": 3 } });
    let mut two = site.two_players("checkers-bsn", days).await;
    two.play("11-15 22-18").await;
    two.command("white", json!({ "do": "call-admin", "message": "he delays the game" })).await;
    let own = json!({ "by": "white", "message": "he delays the game" });
    for (client, call) in [(&two.white, own), (&two.black, json!({ "by": "white" }))] {
        let view = view(client, &two.game).await;
        assert_eq!((&view["paused"], &view["clocks"]["running"]), (&json!(true), &Value::Null));
        assert_eq!(view["call"], call);
        let path = format!("/api/v1/games/{}/events", two.game);
        let events = client.get(&path).await.expect("answered").text;
        assert!(events.contains("call-admin") && !events.contains("he delays"), "{events}");
    }
    assert_eq!(view(&site.anonymous(), &two.game).await["call"], Value::Null, "spectators do not read it");
    let stopped = [
        json!({ "do": "move", "text": "15x22" }),
        json!({ "do": "claim-victory" }),
        json!({ "do": "take-vacation", "days": 1 }),
        json!({ "do": "ask-takeback" }),
        json!({ "do": "give-time", "seconds": 15 }),
    ];
    for request in stopped {
        let (code, message) = two.refused("black", request.clone()).await;
        assert_eq!(code, "paused", "{request}: {message}");
    }
    two.command("black", json!({ "do": "message", "text": "I do not" })).await;
    judge(&admin, &two, "refuse", "Black has two days for each move.").await;
    for client in [&two.white, &two.black] {
        let view = view(client, &two.game).await;
        assert_eq!((&view["paused"], &view["call"]), (&json!(false), &Value::Null));
        assert_eq!(view["clocks"]["running"], "black");
        assert_eq!(view["answered"]["reason"], "Black has two days for each move.");
    }
    two.play("15x22").await;
}

#[tokio::test]
async fn live_games_continue_during_a_call_and_can_be_paused() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    let clock = json!({ "time": { "kind": "clock", "initial": 600_000, "increment": 0 } });
    let mut two = site.two_players("checkers-bsn", clock).await;
    two.play("11-15 22-18").await;
    two.command("white", json!({ "do": "call-admin", "message": "please look" })).await;
    two.play("15x22").await;
    judge(&admin, &two, "pause", "Let me look.").await;
    let path = format!("/api/v1/admin/games/{}/judge", two.game);
    let again = json!({ "decision": "pause", "reason": "once more" });
    assert_eq!(admin.post(&path, &again).await.expect("answered").error(), (409, "paused".to_owned()));
    assert_eq!(two.view().await["clocks"]["running"], Value::Null);
    assert_eq!(two.refused("white", json!({ "do": "move", "text": "25x18" })).await.0, "paused");
    judge(&admin, &two, "resume", "Go on.").await;
    let view = two.view().await;
    assert_eq!(
        (&view["judged"], &view["clocks"]["running"]),
        (&json!(true), &json!("white")),
        "the call is open"
    );
    two.play("25x18").await;
    judge(&admin, &two, "draw", "Neither of you can win.").await;
    let (result, text) = two.outcome().await;
    assert_eq!(result, "draw");
    assert!(text.contains("Neither of you can win."), "{text}");
    assert_eq!(two.view().await["answered"]["reason"], "Neither of you can win.");
    let twice = json!({ "decision": "white-wins", "reason": "after all" });
    assert_eq!(admin.post(&path, &twice).await.expect("answered").error(), (409, "game-over".to_owned()));
}

/// Document 003: only its two conditions make a draw.
#[tokio::test]
async fn document_003_has_no_draw_by_agreement() {
    let site = TestSite::start().await;
    let mut two = site.two_players("checkers-revenge", json!({})).await;
    let view = two.view().await;
    assert_eq!((&view["agreement"], &view["claims"]), (&json!(false), &Value::Null));
    for side in ["white", "black"] {
        let (code, message) = two.refused(side, json!({ "do": "offer-draw" })).await;
        assert_eq!(
            (code.as_str(), message.as_str()),
            ("not-now", "Under these rules, the players cannot agree on a draw.")
        );
        assert_eq!(two.refused(side, claim()).await.1, "Under these rules, no draw can be claimed.");
    }
    assert_eq!(two.refused("black", json!({ "do": "move", "text": "9-13", "offer": {} })).await.0, "not-now");
}

/// Document 002: an illegal turn stands unless the opponent demands that it be redone.
#[tokio::test]
async fn illegal_turns_are_redone_on_demand_or_stand() {
    let site = TestSite::start().await;
    let mut two = site.two_players("dame-100", from("W:W28,46:B23,3")).await;
    let offered = two.view().await["irregular_moves"].clone();
    assert!(offered.as_array().is_some_and(|moves| moves.iter().any(|m| m["text"] == "46-41")), "{offered}");
    two.play("46-41").await;
    assert_eq!(two.view().await["irregular"], "A player who can capture must do so.");
    assert_eq!(two.refused("white", json!({ "do": "demand-redo" })).await.0, "not-now");
    let mut stands = site.two_players("dame-100", from("W:W28,46:B23,3")).await;
    stands.play("46-41 3-9").await;
    assert_eq!(stands.refused("black", json!({ "do": "demand-redo" })).await.0, "not-now", "it stands");
    two.command("black", json!({ "do": "demand-redo" })).await;
    assert_eq!(two.view().await["irregular_moves"], json!([]), "now it must be a legal one");
    let (code, message) = two.refused("white", json!({ "do": "move", "text": "46-41" })).await;
    assert_eq!(code, "illegal-move", "{message}");
    two.command("white", json!({ "do": "move", "text": "28x19" })).await;
    assert_eq!(two.view().await["captured"]["white"], 1);
}

/// Documents 000 and 001: the players choose who starts the next game, and a conflict is shown.
#[tokio::test]
async fn both_players_choose_who_starts_the_rematch() {
    let site = TestSite::start().await;
    let mut two = site.two_players("checkers-bsn", json!({})).await;
    two.command("white", json!({ "do": "resign" })).await;
    assert_eq!(
        two.refused("black", json!({ "do": "ask-revenge" })).await.0,
        "no-revenge",
        "the starter is missing"
    );
    two.command("black", json!({ "do": "ask-revenge", "begins": "black" })).await;
    two.command("white", json!({ "do": "ask-revenge", "begins": "white" })).await;
    let view = two.view().await;
    assert_eq!(
        (&view["begins"], &view["next_game"]),
        (&json!({ "white": "white", "black": "black" }), &Value::Null)
    );
    assert_eq!(two.refused("white", json!({ "do": "ask-revenge", "begins": "white" })).await.0, "no-revenge");
    two.command("white", json!({ "do": "ask-revenge", "begins": "black" })).await;
    let next = two.view().await["next_game"].as_str().expect("they agree").to_owned();
    assert_eq!(crate::support::view(&two.black, &next).await["you"], "black", "Black begins by these rules");
}

#[tokio::test]
async fn misplaced_offers_answers_and_claims_are_refused_and_change_nothing() {
    let site = TestSite::start().await;
    let mut two = game_with_repetition(&site).await;
    let before = two.view().await["seq"].clone();
    let cases = [
        ("black", json!({ "do": "claim-draw", "rule": 7 }), "no-such-rule"),
        ("white", json!({ "do": "offer-draw", "rule": 7 }), "no-such-rule"),
        ("black", json!({ "do": "decline-draw" }), "not-now"),
        ("black", json!({ "do": "accept-draw" }), "not-now"),
        ("black", json!({ "do": "withdraw-draw" }), "not-now"),
        ("black", json!({ "do": "demand-redo" }), "not-now"),
        ("white", json!({ "do": "claim-draw", "rule": 0 }), "claim-not-justified"),
    ];
    for (side, request, code) in cases {
        let (refused, message) = two.refused(side, request.clone()).await;
        assert_eq!(refused, code, "{side} {request}: {message}");
    }
    assert_eq!(two.view().await["seq"], before);
    two.command("white", json!({ "do": "offer-draw", "rule": REPETITION })).await;
    assert_eq!(two.refused("white", json!({ "do": "offer-draw" })).await.0, "not-now", "one offer at a time");
    two.command("black", json!({ "do": "decline-draw" })).await;
    assert_eq!(two.refused("black", json!({ "do": "decline-draw" })).await.0, "not-now", "settled");
    assert_eq!(two.refused("black", json!({ "do": "accept-draw" })).await.0, "not-now", "settled");
}

/// Two browsers of the same player claim at the same time: one claim ends the game.
#[tokio::test]
async fn simultaneous_claims_end_the_game_once() {
    let site = TestSite::start().await;
    let mut two = game_with_repetition(&site).await;
    two.command("black", json!({ "do": "move", "text": "12-16", "offer": offer(REPETITION) })).await;
    two.command("white", json!({ "do": "decline-draw" })).await;
    let request = claim();
    let (one, other) = tokio::join!(
        two.black.execute(&two.game, "one", &request),
        two.black.execute(&two.game, "other", &request)
    );
    let mut statuses = [one.expect("answered").status, other.expect("answered").status];
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
    let events = two.black.get(&format!("/api/v1/games/{}/events", two.game)).await.expect("answered").ok();
    let claims = events
        .as_array()
        .expect("events")
        .iter()
        .filter(|event| event["entry"]["event"]["event"] == "claim-draw");
    assert_eq!(claims.count(), 1);
}
