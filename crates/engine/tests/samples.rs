//! Files of samples: round trips, interrupted and corrupt files.

use std::fs;
use std::path::Path;

use crownhead_engine::samples::{Header, Reader, SampleError, Writer, play_game};
use crownhead_engine::{Engine, Options};
use draughts::{Game, Position, Rules};

const NODES: u64 = 200;

fn header(rules: &Rules) -> Header {
    let squares = rules.square_names().len() as u8;
    let rules = serde_json::to_string(rules.rule_set()).expect("a rule set can be written");
    Header { rules, program: "a test".to_owned(), squares, nodes: NODES, seed: 3 }
}

/// Appends games to a file until it has this many.
fn fill(path: &Path, rules: &Rules, games: u64) {
    let mut writer = Writer::open(path, &header(rules)).expect("a file of the same kind");
    let mut engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    while writer.games() < games {
        let game = play_game(&mut engine, rules, NODES, 3, writer.games());
        writer.add(&game).expect("the file is writable");
    }
}

#[test]
fn samples_round_trip_and_are_quiet_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    for id in ["international", "english", "turkish", "canadian", "frisian"] {
        let rules = Rules::named(id).expect("a rule set");
        let path = folder.path().join(id);
        fill(&path, &rules, 3);
        let reader = Reader::new(fs::File::open(&path).expect("the file exists")).expect("samples");
        assert_eq!(reader.header(), &header(&rules));
        let mut engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
        for (number, game) in reader.enumerate() {
            let game = game.expect("a whole game");
            assert_eq!(game, play_game(&mut engine, &rules, NODES, 3, number as u64), "{id}: game {number}");
            assert!(game.samples.len() > 5, "{id}: {} samples", game.samples.len());
            for sample in &game.samples {
                let position = Position::new(&rules, &sample.setup).expect("a position");
                let game = Game::from_position(position);
                assert!(game.legal_moves().iter().all(|m| !m.is_capture()), "{id}");
            }
        }
    }
}

#[test]
fn interrupted_files_are_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = Rules::named("english").expect("a rule set");
    let path = folder.path().join("samples");
    fill(&path, &rules, 3);
    let whole = fs::read(&path).expect("the file exists");
    let last = Reader::new(&whole[..whole.len() - 1]).expect("a header").last().expect("a game");
    assert!(matches!(last, Err(SampleError::Truncated(3))), "{last:?}");
    let start = whole.len() - 400;
    for end in (start..whole.len()).step_by(37) {
        fs::write(&path, &whole[..end]).expect("the file is writable");
        fill(&path, &rules, 3);
        assert_eq!(fs::read(&path).expect("the file exists"), whole, "truncated at {end}");
    }
}

#[test]
fn corrupt_files_are_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = Rules::named("english").expect("a rule set");
    let path = folder.path().join("samples");
    fill(&path, &rules, 3);
    let mut bytes = fs::read(&path).expect("the file exists");
    let middle = bytes.len() - 700;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).expect("the file is writable");
    let error = Writer::open(&path, &header(&rules)).expect_err("corrupt");
    assert!(matches!(error, SampleError::Corrupt(_)), "{error}");
    assert_eq!(fs::read(&path).expect("the file exists"), bytes);
}

#[test]
fn files_with_another_header_are_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [english, russian] = ["english", "russian"].map(|id| Rules::named(id).expect("a rule set"));
    let path = folder.path().join("samples");
    fill(&path, &english, 1);
    let before = fs::read(&path).expect("the file exists");
    let error = Writer::open(&path, &header(&russian)).expect_err("another rule set");
    assert!(matches!(error, SampleError::HeaderMismatch { .. }), "{error}");
    assert_eq!(fs::read(&path).expect("the file exists"), before);
    fs::write(&path, "something else").expect("the file is writable");
    let error = Writer::open(&path, &header(&english)).expect_err("no samples");
    assert_eq!(error.to_string(), "this is not a file of samples");
    assert_eq!(fs::read(&path).expect("the file exists"), b"something else");
}
