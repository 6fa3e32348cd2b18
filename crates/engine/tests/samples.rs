//! Self-play and files of samples: openings, round trips, interrupted, corrupt and old files.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crownhead_engine::network::NetworkChoice;
use crownhead_engine::samples::{
    Header, Openings, PlayedGame, Reader, SampleError, SampleGame, Settings, Writer, play_game,
};
use crownhead_engine::{Engine, Options};
use draughts::game::GameResult;
use draughts::{Color, Game, Position, Rules};

const SETTINGS: Settings = Settings { nodes: 200, seed: 3, random_moves: 5 };

fn rules(id: &str) -> Rules {
    Rules::named(id).expect("a rule set")
}

fn header(rules: &Rules) -> Header {
    Header {
        rules: serde_json::to_string(rules.rule_set()).expect("a rule set can be written"),
        program: "a test".to_owned(),
        squares: rules.square_names().len() as u8,
        nodes: SETTINGS.nodes,
        seed: SETTINGS.seed,
        settings: SETTINGS.to_text(rules, &NetworkChoice::Embedded),
    }
}

fn openings(rules: &Rules) -> Openings {
    Openings::new(rules, SETTINGS).expect("a small table")
}

fn engine() -> Engine {
    Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table")
}

/// Appends games to a file until it has this many.
fn fill(path: &Path, rules: &Rules, games: u64) {
    let mut writer = Writer::open(path, &header(rules)).expect("a file of the same kind");
    let mut engine = engine();
    for opening in openings(rules).take(games as usize).skip(writer.games() as usize) {
        let played = play_game(&mut engine, opening, &SETTINGS);
        writer.add(&played.samples).expect("the file is writable");
    }
}

#[test]
fn samples_round_trip_and_are_quiet_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    for id in ["international", "english", "turkish", "canadian", "frisian"] {
        let rules = rules(id);
        let path = folder.path().join(id);
        fill(&path, &rules, 3);
        let reader = Reader::new(fs::File::open(&path).expect("the file exists")).expect("samples");
        assert_eq!(reader.header(), &header(&rules));
        let mut engine = engine();
        for (opening, game) in openings(&rules).zip(reader) {
            let game = game.expect("a whole game");
            let number = opening.number();
            let PlayedGame { samples, .. } = play_game(&mut engine, opening, &SETTINGS);
            assert_eq!(game, samples, "{id}: game {number}");
            for sample in &game.samples {
                let position = Position::new(&rules, &sample.setup).expect("a position");
                let [white, black] = Color::ALL.map(|color| position.count(color));
                assert_eq!(sample.pieces(), white.0 + white.1 + black.0 + black.1);
                let game = Game::from_position(position);
                assert!(game.legal_moves().iter().all(|m| !m.is_capture()), "{id}");
            }
        }
    }
}

#[test]
fn openings_are_unique_and_undecided() {
    for id in ["international", "english", "breakthrough", "frysk"] {
        let rules = rules(id);
        let mut hashes = HashSet::new();
        let mut lengths = HashSet::new();
        for (number, opening) in openings(&rules).take(300).enumerate() {
            assert_eq!(opening.number(), number as u64);
            assert!(opening.game().outcome().is_none());
            assert!(hashes.insert(opening.game().position().zobrist_hash()), "{id}: game {number}");
            lengths.insert(opening.game().turns().len());
        }
        assert_eq!(hashes.len(), 300, "{id}");
        assert!(lengths.len() > 5, "{id}: {lengths:?}");
    }
}

#[test]
fn random_moves_change_games() {
    let rules = rules("english");
    let play = |random_moves| {
        let settings = Settings { random_moves, ..SETTINGS };
        let opening = Openings::new(&rules, settings).expect("a small table").next().expect("an opening");
        play_game(&mut engine(), opening, &settings).samples
    };
    assert_eq!(play(0), play(0));
    assert_ne!(play(0), play(50));
}

#[test]
fn interrupted_files_are_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = rules("english");
    let path = folder.path().join("samples");
    fill(&path, &rules, 3);
    let whole = fs::read(&path).expect("the file exists");
    let last = Reader::new(&whole[..whole.len() - 1]).expect("a header").last().expect("a game");
    assert!(matches!(last, Err(SampleError::Truncated(3))), "{last:?}");
    let start = whole.len() - 400;
    for end in (start..whole.len()).step_by(37) {
        fs::write(&path, &whole[..end]).expect("the file is writable");
        fill(&path, &rules, 3);
        assert!(fs::read(&path).expect("the file exists") == whole, "truncated at {end}");
    }
}

#[test]
fn corrupt_files_are_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = rules("english");
    let path = folder.path().join("samples");
    fill(&path, &rules, 3);
    let mut bytes = fs::read(&path).expect("the file exists");
    let near_end = bytes.len() - 5;
    bytes[near_end] ^= 1;
    fs::write(&path, &bytes).expect("the file is writable");
    let error = Writer::open(&path, &header(&rules)).expect_err("corrupt");
    assert!(matches!(error, SampleError::Corrupt(3)), "{error}");
    assert_eq!(fs::read(&path).expect("the file exists"), bytes);
}

#[test]
fn files_with_another_header_are_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [english, russian] = ["english", "russian"].map(rules);
    let path = folder.path().join("samples");
    fill(&path, &english, 1);
    let before = fs::read(&path).expect("the file exists");
    let mut others = [header(&russian), header(&english), header(&english)];
    others[1].settings.push_str(" win-score=700");
    others[2].seed += 1;
    for other in others {
        let error = Writer::open(&path, &other).expect_err("other settings");
        assert!(matches!(error, SampleError::HeaderMismatch { .. }), "{error}");
        assert_eq!(fs::read(&path).expect("the file exists"), before);
    }
    fs::write(&path, "something else").expect("the file is writable");
    let error = Writer::open(&path, &header(&english)).expect_err("no samples");
    assert_eq!(error.to_string(), "this is not a file of samples");
    assert_eq!(fs::read(&path).expect("the file exists"), b"something else");
}

/// Returns a file with an empty game, and the length of its header.
fn small_file(header: &Header) -> (Vec<u8>, usize) {
    let mut writer = Writer::new(Vec::new(), header).expect("memory");
    let game = SampleGame { result: GameResult::Draw, samples: Vec::new() };
    writer.add(&game).expect("memory");
    let bytes = writer.into_inner();
    let length = bytes.len() - (8 + 3);
    (bytes, length)
}

#[test]
fn files_of_version_1_are_read() {
    let header = Header { settings: String::new(), ..header(&rules("english")) };
    let (mut bytes, length) = small_file(&header);
    // Version 1 has no settings, not even their length.
    bytes.drain(length - 4..length);
    bytes[8] = 1;
    let reader = Reader::new(&bytes[..]).expect("version 1");
    assert_eq!(reader.header(), &header);
    assert_eq!(reader.map(|game| game.expect("a whole game").samples.len()).collect::<Vec<_>>(), [0]);
}

#[test]
fn damaged_headers_are_explained() {
    let (bytes, length) = small_file(&header(&rules("english")));
    let error = |bytes: &[u8]| Reader::new(bytes).expect_err("damaged").to_string();
    assert_eq!(error(&bytes[..length - 1]), "the file ends within its header");
    assert_eq!(error(&bytes[..12]), "the file ends within its header");
    assert_eq!(error(&bytes[..5]), "this is not a file of samples");
    let with = |at: usize, byte| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        error(&bytes)
    };
    assert_eq!(with(8, 9), "version 9 of the format is not supported; this program reads versions 1 and 2");
    assert_eq!(with(26 + 3, 9), "the header of the file is corrupt", "a huge length");
    assert_eq!(with(26 + 4, 0xff), "the header of the file is corrupt", "a program that is not UTF-8");
}
