//! Files of samples: what is written is read, and an interrupted file ends up as if nothing had happened.

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

/// Adds games to a file until it holds so many.
fn fill(path: &Path, rules: &Rules, games: u64) {
    let mut writer = Writer::open(path, &header(rules)).expect("a file of the same kind");
    let mut engine = Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table");
    while writer.games() < games {
        let game = play_game(&mut engine, rules, NODES, 3, writer.games());
        writer.add(&game).expect("it can be written");
    }
}

#[test]
fn samples_are_read_as_they_were_written_and_are_quiet_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    for id in ["international", "english", "turkish", "canadian", "frisian"] {
        let rules = Rules::named(id).expect("a rule set");
        let path = folder.path().join(id);
        fill(&path, &rules, 3);
        let reader = Reader::new(fs::File::open(&path).expect("it is there")).expect("samples");
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
fn a_file_that_was_torn_anywhere_is_gone_on_with_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = Rules::named("english").expect("a rule set");
    let path = folder.path().join("samples");
    fill(&path, &rules, 3);
    let whole = fs::read(&path).expect("it is there");
    let torn = Reader::new(&whole[..whole.len() - 1]).expect("a header").last().expect("a game");
    assert!(matches!(torn, Err(SampleError::Torn(3))), "{torn:?}");
    let begin = whole.len() - 400;
    for end in (begin..whole.len()).step_by(37) {
        fs::write(&path, &whole[..end]).expect("it can be written");
        fill(&path, &rules, 3);
        assert_eq!(fs::read(&path).expect("it is there"), whole, "torn at {end}");
    }
}

#[test]
fn a_file_that_is_damaged_in_the_middle_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = Rules::named("english").expect("a rule set");
    let path = folder.path().join("samples");
    fill(&path, &rules, 3);
    let mut bytes = fs::read(&path).expect("it is there");
    let middle = bytes.len() - 700;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).expect("it can be written");
    let refused = Writer::open(&path, &header(&rules)).expect_err("damaged");
    assert!(matches!(refused, SampleError::Damaged(_)), "{refused}");
    assert_eq!(fs::read(&path).expect("it is there"), bytes);
}

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (english, russian) = ("english", "russian");
    let [english, russian] = [english, russian].map(|id| Rules::named(id).expect("a rule set"));
    let path = folder.path().join("samples");
    fill(&path, &english, 1);
    let before = fs::read(&path).expect("it is there");
    let refused = Writer::open(&path, &header(&russian)).expect_err("another rule set");
    assert!(matches!(refused, SampleError::Other { .. }), "{refused}");
    assert_eq!(fs::read(&path).expect("it is there"), before);
    fs::write(&path, "something else").expect("it can be written");
    let refused = Writer::open(&path, &header(&english)).expect_err("no samples");
    assert_eq!(refused.to_string(), "this is not a file of samples");
    assert_eq!(fs::read(&path).expect("it is there"), b"something else");
}
