//! `crownhead moves`: prints the legal moves of a position.

use std::io::Write;

use draughts::notation::{MoveStyle, SquareNames, move_texts};
use draughts::ruleset::SquareNotation;
use draughts::{Move, Position, Square};
use serde::Serialize;

use super::input;
use crate::args::{Notation, PositionArgs};
use crate::failure::Failure;

/// A move as JSON. Squares are numbers, also if `text` is in algebraic notation.
#[derive(Serialize)]
struct MoveJson {
    from: usize,
    to: usize,
    captured: Vec<usize>,
    route: Vec<usize>,
    promotes: bool,
    text: String,
}

impl MoveJson {
    fn of(position: &Position, m: &Move, text: String, names: &SquareNames) -> Self {
        let number = |square: Square| names.number(square);
        Self {
            from: number(m.from()),
            to: number(m.to()),
            captured: m.captured().iter().map(number).collect(),
            route: position.route(m).into_iter().map(number).collect(),
            promotes: m.promotes(),
            text,
        }
    }
}

pub(crate) fn run(
    args: &PositionArgs,
    json: bool,
    notation: Option<Notation>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (position, fen_notation) = input::position(args)?;
    let notation = notation.map(|notation| match notation {
        Notation::Numeric => SquareNotation::Numeric,
        Notation::Algebraic => SquareNotation::Algebraic,
    });
    let rules_style = MoveStyle::of(position.rules());
    let style = match notation.or(fen_notation) {
        Some(notation) => rules_style.with(notation),
        None => rules_style,
    };
    let moves = position.legal_moves();
    let texts = move_texts(&position, &moves, &style);
    if json {
        let moves: Vec<MoveJson> = moves
            .iter()
            .zip(texts)
            .map(|(m, text)| MoveJson::of(&position, m, text, style.square_names()))
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&moves).map_err(std::io::Error::from)?)?;
    } else {
        for text in texts {
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}
