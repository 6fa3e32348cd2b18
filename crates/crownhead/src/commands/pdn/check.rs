//! Checks that the games of files are legal, and counts leniencies and failures.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use draughts::draw::MoveNumber;
use pdn::{
    Encoding, Failure as GameFailure, FailureReason, Leniency, Place, Reader, Record, Replay, Replayer,
};
use serde::Serialize;
use texts::{FailureText, Language};

use super::files;
use crate::commands::input;
use crate::commands::quantity::quantity;
use crate::failure::Failure;

/// Maximum number of failures that are listed for a file; the rest is only counted.
const MAX_FAILURES: usize = 1000;

/// The format of the report.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) json: bool,
    /// Whether to list every leniency.
    pub(super) leniencies: bool,
    pub(super) language: Language,
}

/// The findings in a file.
#[derive(Serialize, Default)]
struct Report {
    file: String,
    games: u64,
    /// Games whose moves are all legal.
    replayed: u64,
    /// Games with tags or a set-up, but no moves.
    without_moves: u64,
    failed: u64,
    plies: u64,
    /// The number of replayed games per rule set.
    rules: BTreeMap<String, u64>,
    /// The number of leniencies per kind.
    leniencies: BTreeMap<&'static str, u64>,
    failures: Vec<FailedGame>,
    /// The error that stopped the reader.
    error: Option<String>,
}

/// A game with an invalid set-up or an illegal move.
#[derive(Serialize)]
struct FailedGame {
    game: u64,
    /// The place where the game begins.
    begins: Place,
    /// The place of the move.
    #[serde(flatten)]
    place: Place,
    /// The number of the illegal move; `None` if the set-up is invalid.
    #[serde(rename = "move")]
    number: Option<MoveNumber>,
    text: String,
    /// The rule set of the replay.
    rules: String,
    reason: String,
}

pub(super) fn run(
    paths: &[OsString],
    rules: Option<&OsStr>,
    encoding: Encoding,
    style: Style,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = rules.map(input::rules).transpose()?;
    let files = files::find(paths)?;
    let start = Instant::now();
    let mut reports = Vec::new();
    for path in &files {
        let mut replayer = Replayer::new(rules.clone());
        let report = check(path, &mut replayer, encoding, style, out)?;
        if !style.json {
            print(&report, out)?;
        }
        reports.push(report);
    }
    let seconds = start.elapsed().as_secs_f64();
    let total = total(&reports);
    if style.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&reports).map_err(std::io::Error::from)?)?;
    } else if reports.len() > 1 {
        print(&total, out)?;
    }
    out.flush()?;
    let speed = total.plies as f64 / seconds.max(1e-9);
    let plies = quantity(total.plies, "ply", "plies");
    eprintln!("{plies} in {seconds:.2} s, {speed:.0} per second");
    let unreadable = reports.iter().any(|report| report.error.is_some());
    if total.failed > 0 || unreadable { Err(Failure::Reported) } else { Ok(()) }
}

fn check(
    path: &Path,
    replayer: &mut Replayer,
    encoding: Encoding,
    style: Style,
    out: &mut impl Write,
) -> Result<Report, Failure> {
    let mut report = Report { file: path.display().to_string(), ..Report::default() };
    for record in Reader::with_encoding(files::open(path)?, encoding) {
        match record {
            Ok(record) => {
                let replay = replayer.replay(&record);
                if style.leniencies {
                    for leniency in record.leniencies.iter().chain(&replay.leniencies) {
                        writeln!(out, "{}: {leniency}", report.file)?;
                    }
                }
                report.add(&record, &replay, style.language);
            }
            Err(error) => report.error = Some(error.to_string()),
        }
    }
    if report.games == 0 && report.error.is_none() {
        report.error = Some("the file has no games".to_owned());
    }
    Ok(report)
}

impl Report {
    fn add(&mut self, record: &Record, replay: &Replay, language: Language) {
        self.games += 1;
        self.plies += replay.moves.len() as u64;
        for Leniency { kind, .. } in record.leniencies.iter().chain(&replay.leniencies) {
            *self.leniencies.entry(kind.name()).or_default() += 1;
        }
        match &replay.failure {
            Some(failure) => {
                self.failed += 1;
                if self.failures.len() < MAX_FAILURES {
                    self.failures.push(FailedGame::new(self.games, record, replay, failure, language));
                }
            }
            None if replay.moves.is_empty() => self.without_moves += 1,
            None => {
                self.replayed += 1;
                *self.rules.entry(replay.reading.rules.rule_set().id.to_string()).or_default() += 1;
            }
        }
    }
}

impl FailedGame {
    fn new(game: u64, record: &Record, replay: &Replay, failure: &GameFailure, language: Language) -> Self {
        let rules = &replay.reading.rules;
        let first = rules.rule_set().start.first_move;
        let first_move = MoveNumber { number: record.first_number.unwrap_or(1), by: replay.start.turn() };
        let number = MoveNumber::of_ply(first_move.ply(first) + replay.moves.len() as u32, first);
        Self {
            game,
            begins: record.place,
            place: failure.place,
            number: (!matches!(failure.reason, FailureReason::Setup(_))).then_some(number),
            text: excerpt(&failure.text),
            rules: rules.rule_set().id.to_string(),
            reason: failure.reason.render(&replay.reading, language),
        }
    }
}

/// Returns the first 60 characters of a text.
fn excerpt(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(60).collect();
    if characters.next().is_some() { start + "…" } else { start }
}

fn total(reports: &[Report]) -> Report {
    let mut total = Report { file: "all files".to_owned(), ..Report::default() };
    for report in reports {
        total.games += report.games;
        total.replayed += report.replayed;
        total.without_moves += report.without_moves;
        total.failed += report.failed;
        total.plies += report.plies;
        for (rules, games) in &report.rules {
            *total.rules.entry(rules.clone()).or_default() += games;
        }
        for (&kind, count) in &report.leniencies {
            *total.leniencies.entry(kind).or_default() += count;
        }
    }
    total
}

fn print(report: &Report, out: &mut impl Write) -> Result<(), Failure> {
    let Report { file, games, replayed, without_moves, failed, plies, .. } = report;
    let (games, plies) = (quantity(*games, "game", "games"), quantity(*plies, "ply", "plies"));
    writeln!(
        out,
        "{file}: {games}, {replayed} replayed ({plies}), {without_moves} without moves, {failed} failed"
    )?;
    let counts = |map: &mut dyn Iterator<Item = (String, u64)>| {
        map.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    };
    if !report.rules.is_empty() {
        let rules = counts(&mut report.rules.iter().map(|(rules, &games)| (rules.clone(), games)));
        writeln!(out, "  rules: {rules}")?;
    }
    if !report.leniencies.is_empty() {
        let kinds = counts(&mut report.leniencies.iter().map(|(&kind, &count)| (kind.to_owned(), count)));
        writeln!(out, "  leniencies: {kinds}")?;
    }
    for failed in &report.failures {
        let FailedGame { game, begins, place, number, text, rules, reason } = failed;
        let what = number.map_or("set-up".to_owned(), |number| format!("move {number}"));
        writeln!(out, "  game {game} (line {}, {rules}), {place}: {what}, {text}: {reason}", begins.line)?;
    }
    let listed = report.failures.len() as u64;
    if *failed > listed && listed > 0 {
        writeln!(out, "  and {} more", failed - listed)?;
    }
    if let Some(error) = &report.error {
        writeln!(out, "  {error}")?;
    }
    Ok(())
}
