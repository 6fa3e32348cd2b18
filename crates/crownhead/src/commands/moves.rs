//! `crownhead moves`

use std::io::Write;

use draughts::notation::{MoveStyle, Naming, move_texts};
use draughts::ruleset::SquareNames;
use draughts::{Move, Square};
use serde::Serialize;

use super::input;
use crate::args::{Notation, PositionArgs};
use crate::failure::Failure;

/// A move for other programs: squares by number, whatever the text uses.
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
    fn new(m: &Move, text: String, naming: &Naming) -> Self {
        let number = |square: Square| naming.number(square);
        Self {
            from: number(m.from()),
            to: number(m.to()),
            captured: m.captured().iter().map(number).collect(),
            route: m.route().iter().copied().map(number).collect(),
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
    let (position, given) = input::position(args)?;
    let asked = notation.map(|notation| match notation {
        Notation::Numeric => SquareNames::Numeric,
        Notation::Algebraic => SquareNames::Algebraic,
    });
    let own = MoveStyle::of(position.rules().rule_set());
    let style = asked.or(given).map_or(own.clone(), |names| own.with(names));
    let moves = position.legal_moves();
    let texts = move_texts(&moves, &style);
    if json {
        let moves: Vec<MoveJson> =
            moves.iter().zip(texts).map(|(m, text)| MoveJson::new(m, text, style.naming())).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&moves).map_err(std::io::Error::from)?)?;
    } else {
        for text in texts {
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}
