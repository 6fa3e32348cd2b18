//! A site of an earlier version opens, verifies and continues: its logs fold into the same games.
//!
//! `fixtures/site-v4.sql` was written by the version before claims required draw offers. It has games with claims that
//! were confirmed by a verdict, open offers and calls, redone turns, huffed pieces, takebacks, rated games and house rules;
//! `site-v4.json` has the states that this version computed.

use std::sync::Arc;
use std::time::Duration;

use bus::LocalBus;
use draughts::Color;
use play::game::{Command, DrawOffer, GameState};
use rusqlite::Connection;
use serde_json::{Value, json};
use site::repository::{CachedGames, CommandContext, GameRepository, RepositoryParts};
use store::archive::verify;
use store::{Database, clock};
use texts::Language;
use tokio::runtime::Runtime;

const SITE: &str = include_str!("fixtures/site-v4.sql");
const STATES: &str = include_str!("fixtures/site-v4.json");

/// Returns the state of a game in the form of the fixture.
fn summary(state: &GameState) -> Value {
    let game = state.game();
    let outcome = game.outcome().map(|outcome| {
        use draughts::game::GameResult;
        let winner = match outcome.result {
            GameResult::Win(side) => json!(side),
            GameResult::Draw | GameResult::None => Value::Null,
        };
        let mut ending = serde_json::to_value(&outcome.ending).expect("plain data");
        // Only the name of the effect has changed in a proof.
        if let Some(effect) = ending.pointer_mut("/claim/1/rule/effect") {
            *effect = json!("on-claim");
        }
        json!({ "winner": winner, "draw": outcome.result == GameResult::Draw, "ending": ending })
    });
    let captured =
        json!({ "white": game.captured_by(Color::White), "black": game.captured_by(Color::Black) });
    json!({
        "fen": game.fen(),
        "seq": state.seq(),
        "turn": game.position().turn(),
        "moves": game.turns().len(),
        "captured": captured,
        "judged": state.awaits_admin_since().is_some(),
        "running": state.clocks().running(),
        "outcome": outcome,
    })
}

fn expected(fixture: &Value) -> Value {
    let mut expected = fixture.clone();
    expected["moves"] = json!(expected["moves"].as_array().map(Vec::len));
    if let Some(effect) = expected.pointer_mut("/outcome/ending/claim/1/rule/effect") {
        *effect = json!("on-claim");
    }
    expected.as_object_mut().expect("an object").remove("id");
    expected
}

#[test]
fn a_site_of_an_earlier_version_opens_verifies_and_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("earlier.db");
    Connection::open(&path).and_then(|file| file.execute_batch(SITE)).expect("a site");
    let database = Database::from(path);
    let report = verify(&database, &|_| ()).expect("readable");
    assert_eq!((report.inconsistencies, report.games), (Vec::<String>::new(), 16));
    let fixture: Value = serde_json::from_str(STATES).expect("JSON");
    Runtime::new().expect("a runtime").block_on(async {
        let store = database.open().await.expect("it opens");
        let repository = GameRepository::new(RepositoryParts {
            store: Arc::clone(&store),
            bus: Arc::new(LocalBus::default()),
            cached_games: CachedGames::default(),
            patience: Duration::MAX,
            engine_turns: None,
            node: None,
        });
        for (name, game) in fixture["games"].as_object().expect("games") {
            let id = game["id"].as_str().expect("an id").parse().expect("an id");
            let state = repository.load(id).await.expect("a valid log");
            assert_eq!(summary(&state), expected(game), "{name}");
            assert!(!state.is_paused(), "{name}: calls did not pause games in that version");
        }
        // A running game continues by its recorded rules: the claim ends it without an offer.
        let id = fixture["games"]["running"]["id"].as_str().expect("an id").parse().expect("an id");
        let state = repository.load(id).await.expect("a valid log");
        let seats = state.terms().seats();
        let execute = async |side: Color, command_id: &str, command: Command| {
            let account = seats[side].account().expect("a person");
            let now = clock::now();
            let context =
                CommandContext { account, command_id, now, lag: Duration::ZERO, language: Language::English };
            repository.execute(id, context, &command).await
        };
        execute(Color::Black, "m", Command::Move { text: "10-4".to_owned(), offer: None })
            .await
            .expect("played");
        execute(Color::White, "c", Command::ClaimDraw(DrawOffer::default()))
            .await
            .expect("the third occurrence");
        assert!(repository.load(id).await.expect("a state").game().outcome().is_some());
    });
    assert_eq!(verify(&database, &|_| ()).expect("readable").inconsistencies, Vec::<String>::new());
}
