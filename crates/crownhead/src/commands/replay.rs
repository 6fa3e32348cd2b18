//! `crownhead replay`

use std::ffi::OsStr;
use std::io::{IsTerminal, Write};
use std::path::Path;

use draughts::{Color, Event, Game, Language};
use pdn::{Reader, Record, Replay};

use super::{input, pdn::open};
use crate::board::{self, Ink, View};
use crate::failure::Failure;

pub(crate) fn run(
    file: &OsStr,
    number: u64,
    rules: Option<&OsStr>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let path = Path::new(file);
    let rules = rules.map(input::rules).transpose()?;
    let record = record(path, number)?;
    let replay = pdn::replay(&record, rules.as_ref());
    let ink = if std::io::stdout().is_terminal() { Ink::Colour } else { Ink::Plain };
    show(&record, &replay, language, View { ink, below: Color::White }, out)
}

/// The game with this number.
fn record(path: &Path, number: u64) -> Result<Record, Failure> {
    let mut games = 0;
    for record in Reader::new(open(path)?) {
        let record = record.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        games += 1;
        if games == number {
            return Ok(record);
        }
    }
    let held = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    Err(Failure::Input(format!("{} holds {held}; there is no game {number}", path.display())))
}

fn show(
    record: &Record,
    replay: &Replay,
    language: Language,
    view: View,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = &replay.reading.rules;
    for (name, value) in &record.tags {
        writeln!(out, "{name}: {value}")?;
    }
    writeln!(out, "{}\n", rules.rule_set().name)?;
    let mut game = match &replay.fen {
        Some(fen) => Game::of_fen(rules, fen).map_err(Failure::input)?,
        None => Game::new(rules),
    };
    writeln!(out, "{}", board::draw(game.position(), None, view))?;
    let mut position = game.position().clone();
    for (i, played) in replay.moves.iter().enumerate() {
        let node = &record.line.moves[played.node];
        writeln!(out, "{}: {}", game.number_of(i).tell(language), node.text)?;
        let side = position.turn();
        position = position.play_unchecked(&played.played);
        writeln!(out, "{}", board::draw(&position, Some(&played.played), view))?;
        for comment in &node.comments {
            writeln!(out, "{{{comment}}}")?;
        }
        // A record may go on after the rules have ended the game.
        if game.apply(Event::of(&played.played, side)).is_err() {
            continue;
        }
        for counter in game.counters().iter().filter(|counter| counter.made > counter.needed / 4) {
            writeln!(out, "{}", counter.tell(rules, language))?;
        }
        if let Some(outcome) = game.outcome() {
            writeln!(out, "{}", outcome.tell(language))?;
        }
    }
    if let Some(score) = record.result() {
        writeln!(out, "{}: {score}", if language == Language::German { "Ergebnis" } else { "Result" })?;
    }
    match &replay.failure {
        None => Ok(()),
        Some(failure) => {
            writeln!(out, "{failure}: {}", failure.reason.tell(rules, language))?;
            Err(Failure::Found)
        }
    }
}
