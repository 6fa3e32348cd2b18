//! FEN: a position in one line, such as `W:W31-50:B1-20`.
//!
//! The parser is lenient: it accepts either colour first; unsorted, empty or missing lists; ranges; numeric or
//! algebraic names; spaces; leading zeros; a trailing full stop; and the extensions `:H0:F1` (half-moves since the last
//! capture or man move, move number) and `:+1+0` (king moves in a row, Black's first). The writer has one form.

mod error;
mod position;
mod read;

pub use error::{FenErrorKind, ParseFenError};
pub use position::FenError;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::color::Color;
use crate::ruleset::SquareNotation;
use crate::setup::{KingMoves, Setup, SetupErrorKind};
use crate::square::Square;
use crate::square_names::SquareNames;

/// The contents of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The pieces and the side to move.
    pub setup: Setup,
    /// The number after `H`, if given: half-moves since the last capture or man move.
    pub half_moves: Option<u32>,
    /// The number after `F`, if given: the number of the next move.
    pub move_number: Option<u32>,
    /// The notation of the squares.
    pub notation: SquareNotation,
    /// The position of each piece in the text, in characters from 1, for later error messages.
    places: Vec<(Square, usize)>,
    /// The position of the king moves in the text, in characters from 1.
    king_moves_at: usize,
}

impl Fen {
    /// Creates the FEN of a set-up, without counts.
    #[must_use]
    pub fn of(setup: Setup, notation: SquareNotation) -> Self {
        Self { setup, half_moves: None, move_number: None, notation, places: Vec::new(), king_moves_at: 0 }
    }

    /// Returns the position in the text that an error of the set-up refers to, in characters from 1.
    #[must_use]
    pub fn place(&self, kind: SetupErrorKind) -> usize {
        let square = match kind {
            SetupErrorKind::NoSuchSquare(square)
            | SetupErrorKind::Twice(square)
            | SetupErrorKind::ManOnCrownRow(_, square) => square,
            SetupErrorKind::NoSuchKing(..)
            | SetupErrorKind::KingMoves { .. }
            | SetupErrorKind::KingMovesNotCounted(_) => return self.king_moves_at,
            SetupErrorKind::TooComplex => return 1,
        };
        self.places.iter().find(|(placed, _)| *placed == square).map_or(1, |&(_, at)| at)
    }

    /// Writes the FEN with these square names.
    #[must_use]
    pub fn write(&self, names: &SquareNames) -> String {
        let mut text = self.setup.turn.letter().to_string();
        for color in Color::ALL {
            let list = pieces(&self.setup, color, names);
            text += &format!(":{}{}", color.letter(), list.join(","));
        }
        if let Some(half_moves) = self.half_moves {
            text += &format!(":H{half_moves}");
        }
        if let Some(number) = self.move_number {
            text += &format!(":F{number}");
        }
        let runs = self.setup.king_moves;
        if runs.white.is_some() || runs.black.is_some() {
            let run = |run: Option<KingMoves>| match run {
                Some(run) => format!("+{}{}", run.times, names.number(run.square)),
                None => "+0".to_owned(),
            };
            text += &format!(":{}{}", run(runs.black), run(runs.white));
        }
        text
    }
}

/// Returns the pieces of one side, ordered by the numbers of their squares.
fn pieces(setup: &Setup, color: Color, names: &SquareNames) -> Vec<String> {
    let men = setup.men[color].iter().map(|square| (names.number(square), square, ""));
    let kings = setup.kings[color].iter().map(|square| (names.number(square), square, "K"));
    let mut list: Vec<_> = men.chain(kings).collect();
    list.sort_unstable();
    list.into_iter().map(|(_, square, kind)| format!("{kind}{}", names.name(square))).collect()
}
