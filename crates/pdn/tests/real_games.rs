//! Replays real game files, which are not part of the repository. If they are not beside the checkout, these tests are
//! ignored with a message.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use draughts::{Move, Rules};
use libtest_mimic::{Arguments, Failed, Trial};
use pdn::{Reader, Record, Replay, Replayer};

/// The games that fail because of errors in the files; docs/build/formats/pdn.md lists them.
const KNOWN_FAILURES: [(&str, &str); 2] = [
    ("tinsley.pdn, line 5588", "no piece on 32"),
    ("bridges.pdn, line 118", "FEN, character 5: no pieces are listed"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pdn")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Returns the rules of a folder, which is named after a rule set.
fn rules(folder: &Path) -> Option<Rules> {
    Rules::named(&folder.file_name()?.to_string_lossy()).ok().filter(|_| folder.is_dir())
}

fn records(file: &Path) -> impl Iterator<Item = Record> {
    let reader = Reader::new(File::open(file).expect("the file can be opened"));
    reader.map(|record| record.expect("the file can be read"))
}

/// Calls `on_game` for every game of every file. `is_given` decides whether the replayer gets the rules.
fn for_every_game(is_given: bool, mut on_game: impl FnMut(&Path, &Rules, &Record, &mut Replayer)) {
    for folder in files(&folder()) {
        let Some(rules) = rules(&folder) else { continue };
        for file in files(&folder) {
            let mut replayer = Replayer::new(is_given.then(|| rules.clone()));
            for record in records(&file) {
                on_game(&file, &rules, &record, &mut replayer);
            }
        }
    }
}

/// More than 99.9 % of the games are legal, and all others are known failures.
fn real_games_replay_except_known_failures() -> Result<(), Failed> {
    let (mut games, mut plies) = (0, 0);
    let mut failures = Vec::new();
    for_every_game(true, |file, _, record, replayer| {
        let replay = replayer.replay(record);
        games += usize::from(!record.line.moves.is_empty());
        plies += replay.moves.len();
        if let Some(failure) = &replay.failure {
            let reason = failure.reason.to_string();
            failures.push((format!("{}, line {}", file.display(), failure.place.line), reason));
        }
    });
    println!("{games} games with moves, {plies} plies, {} failures", failures.len());
    assert!(games > 11_000 && failures.len() * 1000 <= games, "{games} games, {failures:?}");
    assert_eq!(failures.len(), KNOWN_FAILURES.len(), "{failures:?}");
    for ((place, reason), (known_place, known_reason)) in failures.iter().zip(KNOWN_FAILURES) {
        assert!(place.ends_with(known_place) && reason.starts_with(known_reason), "{place}: {reason}");
    }
    Ok(())
}

/// The replayer finds the rules of 99.9 % of the games.
fn rules_of_real_games_are_found() -> Result<(), Failed> {
    let (mut games, mut found) = (0, 0);
    for_every_game(false, |_, rules, record, replayer| {
        if !record.line.moves.is_empty() {
            games += 1;
            found += usize::from(replayer.replay(record).reading.rules == *rules);
        }
    });
    println!("found the rules of {found} of {games} games");
    assert!(found * 1000 >= games * 999, "{found} of {games}");
    Ok(())
}

/// Written games replay to the same moves, and writing them again gives the same text.
fn real_games_round_trip() -> Result<(), Failed> {
    for_every_game(true, |file, _, record, replayer| {
        let replay = replayer.replay(record);
        if replay.failure.is_some() {
            return;
        }
        let once = text(&pdn::to_strict(record, &replay));
        let again = Reader::new(once.as_bytes()).next().expect("a game").expect("readable");
        // The written tags identify the rules.
        let replayed = pdn::replay(&again, None);
        let place = format!("{}, line {}", file.display(), record.place.line);
        assert!(replayed.failure.is_none() && replayed.leniencies.is_empty(), "{place}: {once}");
        let moves = |replay: &Replay| -> Vec<Move> {
            replay.moves.iter().map(|played| played.played.clone()).collect()
        };
        assert_eq!(moves(&replayed), moves(&replay), "{place}");
        assert_eq!(replayed.end, replay.end, "{place}");
        assert_eq!(text(&pdn::to_strict(&again, &replayed)), once, "{place}");
    });
    Ok(())
}

fn text(record: &Record) -> String {
    let mut bytes = Vec::new();
    pdn::write(record, &mut bytes).expect("memory can be written");
    String::from_utf8(bytes).expect("UTF-8")
}

type Test = fn() -> Result<(), Failed>;

fn main() -> ExitCode {
    let absent = !folder().is_dir();
    if absent {
        eprintln!("There are no real games in {}: their tests are ignored.", folder().display());
    }
    let tests: [(&str, Test); 3] = [
        ("real_games_replay_except_known_failures", real_games_replay_except_known_failures),
        ("rules_of_real_games_are_found", rules_of_real_games_are_found),
        ("real_games_round_trip", real_games_round_trip),
    ];
    let trials = tests.into_iter().map(|(name, test)| Trial::test(name, test).with_ignored_flag(absent));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
