//! FEN: a position in one line, such as `W:W31-50:B1-20`.
//!
//! Reading is forgiving: either colour first, lists unsorted or empty or left out, ranges, numbers or
//! letters, spaces, leading zeros, a full stop at the end, and the extensions `:H0:F1` (moves since
//! the last capture or man move, number of the move) and `:+1+0` (king moves in a row, Black's first).
//! Writing is strict.

mod error;
mod position;
mod read;

pub use error::{FenFault, ParseFenError};
pub use position::FenError;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::color::Color;
use crate::ruleset::SquareNotation;
use crate::setup::{KingMoves, Setup, SetupFault};
use crate::square::Square;
use crate::square_names::SquareNames;

/// What a FEN says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The pieces and the side to move.
    pub setup: Setup,
    /// The number after `H`, if given.
    pub half_moves: Option<u32>,
    /// The number after `F`, if given.
    pub move_number: Option<u32>,
    /// Were squares given by letter?
    pub names: SquareNotation,
    /// Where each piece stands in the text, so that later complaints can name the place.
    places: Vec<(Square, usize)>,
    /// Where the king moves in a row stand in the text.
    king_moves_at: usize,
}

impl Fen {
    /// What a position says, to be written.
    #[must_use]
    pub fn of(setup: Setup, names: SquareNotation) -> Self {
        Self { setup, half_moves: None, move_number: None, names, places: Vec::new(), king_moves_at: 0 }
    }

    /// The number of the character in the text that a fault of the set-up is about, from 1.
    #[must_use]
    pub fn place(&self, fault: SetupFault) -> usize {
        let square = match fault {
            SetupFault::NoSuchSquare(square)
            | SetupFault::Twice(square)
            | SetupFault::ManOnCrownRow(_, square) => square,
            SetupFault::NoSuchKing(..)
            | SetupFault::KingMoves { .. }
            | SetupFault::KingMovesNotCounted(_) => return self.king_moves_at,
        };
        self.places.iter().find(|(placed, _)| *placed == square).map_or(1, |&(_, at)| at)
    }

    /// Writes a FEN, with the squares called by these names.
    #[must_use]
    pub fn write(&self, naming: &SquareNames) -> String {
        let mut text = self.setup.turn.letter().to_string();
        for color in Color::ALL {
            let list = pieces(&self.setup, color, naming);
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
                Some(run) => format!("+{}{}", run.times, naming.number(run.square)),
                None => "+0".to_owned(),
            };
            text += &format!(":{}{}", run(runs.black), run(runs.white));
        }
        text
    }
}

/// The pieces of one side, in the order of their squares' numbers.
fn pieces(setup: &Setup, color: Color, naming: &SquareNames) -> Vec<String> {
    let men = setup.men[color].iter().map(|square| (naming.number(square), square, ""));
    let kings = setup.kings[color].iter().map(|square| (naming.number(square), square, "K"));
    let mut list: Vec<_> = men.chain(kings).collect();
    list.sort_unstable();
    list.into_iter().map(|(_, square, kind)| format!("{kind}{}", naming.name(square))).collect()
}
