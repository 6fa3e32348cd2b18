//! Prints a recorded game board by board, with its comments and draw counters.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use draughts::draw::Counter;
use draughts::{Color, Event, Game};
use pdn::{Node, Reader, Record, Replay};
use texts::{FailureText, Language, Render, RenderByRules, RuleSetText, Texts};

use super::quantity::quantity;
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
    let record = read_record(path, number)?;
    let replay = pdn::replay(&record, rules.as_ref());
    show(&record, &replay, language, View { palette: Palette::of_stdout(), bottom: Color::White }, out)
}

/// Reads the game with a number, from 1.
pub(super) fn read_record(path: &Path, number: u64) -> Result<Record, Failure> {
    let mut games = 0;
    for record in Reader::new(open(path)?) {
        let record = record.map_err(|error| Failure::in_file(path, error))?;
        games += 1;
        if games == number {
            return Ok(record);
        }
    }
    let games = quantity(games, "game", "games");
    Err(Failure::Input(format!("{} has {games}; there is no game {number}", path.display())))
}

/// Returns the game of a record before its first move.
pub(super) fn initial_game(record: &Record, replay: &Replay) -> Result<Game, Failure> {
    let rules = &replay.reading.rules;
    let Some(fen) = &replay.fen else { return Ok(Game::new(rules)) };
    // A set-up may lack the move number; the first move has it.
    let mut numbered = fen.clone();
    numbered.move_number = fen.move_number.or(record.first_number);
    Game::of_fen(rules, &numbered).or_else(|_| Game::of_fen(rules, fen)).map_err(Failure::input)
}

/// Returns the nodes of a move of a replay, by its index: several for a capture written jump by jump.
pub(super) fn nodes_of<'r>(record: &'r Record, replay: &Replay, index: usize) -> &'r [Node] {
    let end = match (replay.moves.get(index + 1), &replay.failure) {
        (Some(next), _) => next.node,
        (None, Some(failure)) => failure.node,
        (None, None) => record.line.moves.len(),
    };
    &record.line.moves[replay.moves[index].node..end]
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
    writeln!(out, "{}\n", rules.rule_set().name_in(language))?;
    let mut game = initial_game(record, replay)?;
    writeln!(out, "{}", board::draw(game.position(), None, view))?;
    let mut position = game.position().clone();
    for (i, played) in replay.moves.iter().enumerate() {
        let nodes = nodes_of(record, replay, i);
        let jumps: Vec<&str> = nodes.iter().map(|node| node.text.as_str()).collect();
        writeln!(out, "{}: {}", game.number_of(i).render(language), jumps.join(" "))?;
        let side = position.turn();
        position = position.play_unchecked(&played.played);
        writeln!(out, "{}", board::draw(&position, Some(&played.played), view))?;
        for comment in nodes.iter().flat_map(|node| &node.comments) {
            writeln!(out, "{{{comment}}}")?;
        }
        // A record may go on after the rules have ended the game.
        if game.play(&played.played).is_err() {
            continue;
        }
        if let Some(square) = nodes.iter().find_map(|node| node.huffed(&replay.reading.square_names))
            && game.apply(Event::Huff { by: !side, square }).is_ok()
        {
            position = position.without(square);
            writeln!(out, "{}", board::draw(&position, None, view))?;
        }
        for counter in game.counters().iter().filter(|counter| is_running(counter)) {
            writeln!(out, "{}", counter.render(rules, language))?;
        }
        if let Some(outcome) = game.outcome() {
            writeln!(out, "{}", outcome.render(language))?;
        }
    }
    if let Some(score) = record.result() {
        writeln!(out, "{}", Texts::of(language).with("terminal-result", "score", score.to_string()))?;
    }
    match &replay.failure {
        None => Ok(()),
        Some(failure) => {
            writeln!(out, "{}", failure.render(&replay.reading, language))?;
            Err(Failure::Reported)
        }
    }
}

/// Returns whether a counter has counted a move; for a repetition, whether the position has occurred before.
fn is_running(counter: &Counter) -> bool {
    match counter.first() {
        Some(_) => counter.moves().0 > 0,
        None => counter.made > 1,
    }
}
