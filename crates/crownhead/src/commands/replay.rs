//! `crownhead replay`

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use draughts::draw::Counter;
use draughts::{Color, Event, Game};
use pdn::{Reader, Record, Replay};
use texts::{FailureText, Language, Render, RenderByRules};

use super::{input, pdn::open};
use crate::board::{self, Palette, View};
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
    show(&record, &replay, language, View { palette: Palette::of_terminal(), below: Color::White }, out)
}

/// The game with this number.
pub(super) fn record(path: &Path, number: u64) -> Result<Record, Failure> {
    let mut games = 0;
    for record in Reader::new(open(path)?) {
        let record = record.map_err(|error| Failure::in_file(path, error))?;
        games += 1;
        if games == number {
            return Ok(record);
        }
    }
    let held = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    Err(Failure::Input(format!("{} holds {held}; there is no game {number}", path.display())))
}

/// The game of a record before its first move.
pub(super) fn beginning(record: &Record, replay: &Replay) -> Result<Game, Failure> {
    let rules = &replay.reading.rules;
    let Some(fen) = &replay.fen else { return Ok(Game::new(rules)) };
    // The number of the first move tells what a set-up may not.
    let mut numbered = fen.clone();
    numbered.move_number = fen.move_number.or(record.first_number);
    Game::of_fen(rules, &numbered).or_else(|_| Game::of_fen(rules, fen)).map_err(Failure::input)
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
    let mut game = beginning(record, replay)?;
    writeln!(out, "{}", board::draw(game.position(), None, view))?;
    let mut position = game.position().clone();
    for (i, played) in replay.moves.iter().enumerate() {
        let node = &record.line.moves[played.node];
        writeln!(out, "{}: {}", game.number_of(i).render(language), node.text)?;
        let side = position.turn();
        position = position.play_unchecked(&played.played);
        writeln!(out, "{}", board::draw(&position, Some(&played.played), view))?;
        for comment in &node.comments {
            writeln!(out, "{{{comment}}}")?;
        }
        // A record may go on after the rules have ended the game.
        if game.play(&played.played).is_err() {
            continue;
        }
        if let Some(square) = node.huffed(&replay.reading.naming)
            && game.apply(Event::Huff { by: !side, square }).is_ok()
        {
            position = position.without(square);
            writeln!(out, "{}", board::draw(&position, None, view))?;
        }
        for counter in game.counters().iter().filter(|counter| is_worth_telling(counter)) {
            writeln!(out, "{}", counter.render(rules, language))?;
        }
        if let Some(outcome) = game.outcome() {
            writeln!(out, "{}", outcome.render(language))?;
        }
    }
    if let Some(score) = record.result() {
        writeln!(out, "{}: {score}", if language == Language::German { "Ergebnis" } else { "Result" })?;
    }
    match &replay.failure {
        None => Ok(()),
        Some(failure) => {
            writeln!(out, "{}", failure.render(&replay.reading, language))?;
            Err(Failure::Found)
        }
    }
}

/// A count that runs; of a position, that it has occurred before.
fn is_worth_telling(counter: &Counter) -> bool {
    match counter.first() {
        Some(_) => counter.moves().0 > 0,
        None => counter.made > 1,
    }
}
