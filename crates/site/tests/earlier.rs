//! A site of an earlier version opens, verifies and continues: its logs fold into the same games.
//!
//! `fixtures/site-v4.sql` was written by the version before draw offers came before claims. It has games with claims that
//! were confirmed by a verdict, open offers and calls, redone turns, huffed pieces, takebacks, rated games and house rules;
//! `site-v4.json` is what that version said of them.

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
const SAID: &str = include_str!("fixtures/site-v4.json");

/// What the earlier version said of a game, as this one says it.
fn told(table: &GameState) -> Value {
    let game = table.game();
    let outcome = game.outcome().map(|outcome| {
        use draughts::game::GameResult;
        let winner = match outcome.result {
            GameResult::Win(side) => json!(side),
            GameResult::Draw | GameResult::None => Value::Null,
        };
        let mut ending = serde_json::to_value(&outcome.ending).expect("plain data");
        // The name of the effect is the only thing that differs in a proof.
        if let Some(effect) = ending.pointer_mut("/claim/1/rule/effect") {
            *effect = json!("on-claim");
        }
        json!({ "winner": winner, "draw": outcome.result == GameResult::Draw, "ending": ending })
    });
    let captured =
        json!({ "white": game.captured_by(Color::White), "black": game.captured_by(Color::Black) });
    json!({
        "fen": game.fen(),
        "seq": table.seq(),
        "turn": game.position().turn(),
        "moves": game.turns().len(),
        "captured": captured,
        "judged": table.judged_since().is_some(),
        "running": table.clocks().running(),
        "outcome": outcome,
    })
}

fn expected(said: &Value) -> Value {
    let mut said = said.clone();
    said["moves"] = json!(said["moves"].as_array().map(Vec::len));
    if let Some(effect) = said.pointer_mut("/outcome/ending/claim/1/rule/effect") {
        *effect = json!("on-claim");
    }
    said.as_object_mut().expect("an object").remove("id");
    said
}

#[test]
fn a_site_of_an_earlier_version_opens_verifies_and_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("earlier.db");
    Connection::open(&path).and_then(|file| file.execute_batch(SITE)).expect("a site");
    let database = Database::from(path);
    let report = verify(&database, &|_| ()).expect("readable");
    assert_eq!((report.faults, report.games), (Vec::<String>::new(), 16));
    let said: Value = serde_json::from_str(SAID).expect("JSON");
    Runtime::new().expect("a runtime").block_on(async {
        let store = database.open().await.expect("it opens");
        let repository = GameRepository::new(RepositoryParts {
            store: Arc::clone(&store),
            bus: Arc::new(LocalBus::default()),
            tables: CachedGames::default(),
            patience: Duration::MAX,
            computer: None,
            node: None,
        });
        for (name, said) in said["games"].as_object().expect("games") {
            let id = said["id"].as_str().expect("an id").parse().expect("an id");
            let table = repository.table(id).await.expect("it folds");
            assert_eq!(told(&table), expected(said), "{name}");
            assert!(!table.is_paused(), "{name}: a call did not pause a game then");
        }
        // A game of document 001 goes on by the rules it began with: the claim ends it without an offer.
        let id = said["games"]["running"]["id"].as_str().expect("an id").parse().expect("an id");
        let table = repository.table(id).await.expect("it folds");
        let seats = table.terms().seats();
        let act = async |side: Color, command: &str, request: Command| {
            let account = seats[side].account().expect("a person");
            let now = clock::now();
            let asking =
                CommandContext { account, command, now, lag: Duration::ZERO, language: Language::English };
            repository.act(id, asking, &request).await
        };
        act(Color::Black, "m", Command::Move { text: "10-4".to_owned(), offer: None }).await.expect("played");
        act(Color::White, "c", Command::ClaimDraw(DrawOffer::default())).await.expect("the third occurrence");
        assert!(repository.table(id).await.expect("a table").game().outcome().is_some());
    });
    assert_eq!(verify(&database, &|_| ()).expect("readable").faults, Vec::<String>::new());
}
