//! Positions from FENs and FENs of positions.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Fen;
use super::error::ParseFenError;
use crate::color::Color;
use crate::move_number::MoveNumber;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::SquareNotation;
use crate::setup::SetupError;

impl Position {
    /// Reads a position from a FEN.
    pub fn from_fen(rules: &Rules, fen: &str) -> Result<Self, FenError> {
        let fen = Fen::parse(fen, rules.square_names())?;
        Self::of_fen(rules, &fen)
    }

    /// The position that a FEN says, or everything that is wrong with it, with its place in the text.
    pub fn of_fen(rules: &Rules, fen: &Fen) -> Result<Self, FenError> {
        Self::new(rules, &fen.setup).map_err(|error| {
            let places = error.faults.iter().map(|&fault| fen.place(fault)).collect();
            FenError::Setup { error, places }
        })
    }

    /// The position as a FEN, its squares called as the rule set calls them.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_with(self.rules().square_names().names())
    }

    /// The position as a FEN with numbers or with letters.
    #[must_use]
    pub fn fen_with(&self, names: SquareNotation) -> String {
        Fen::of(self.setup(), names).write(self.rules().square_names_in(names))
    }
}

impl Fen {
    /// Returns the number of the move to come, where `first` makes the first move of a game.
    pub fn next_move(&self, first: Color) -> Result<MoveNumber, FenError> {
        let half_moves = self.half_moves.unwrap_or(0);
        // Where the number is not told, there were as many moves as the count needs.
        let move_number = self.move_number.unwrap_or(half_moves.div_ceil(2) + 1);
        let next = MoveNumber { number: move_number, by: self.setup.turn };
        if next.ply(first) < half_moves {
            return Err(FenError::Counts { half_moves, move_number });
        }
        Ok(next)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rules().rule_set().id, self.fen())
    }
}

/// Why a FEN did not become a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// It could not be read.
    Parse(ParseFenError),
    /// It tells of more turns than there were before its move number.
    Counts {
        /// How many turns it tells of.
        half_moves: u32,
        /// The number of the move to come.
        move_number: u32,
    },
    /// What it says cannot stand on the board.
    Setup {
        /// What is wrong.
        error: SetupError,
        /// For each fault, the number of the character in the text.
        places: Vec<usize>,
    },
}

impl From<ParseFenError> for FenError {
    fn from(error: ParseFenError) -> Self {
        Self::Parse(error)
    }
}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for FenError {}

/// One line for each fault.
impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Counts { half_moves, move_number } => write!(
                f,
                "FEN: H{half_moves} means {half_moves} plies, but before move {move_number} there were fewer"
            ),
            Self::Setup { error, places } => {
                for (i, (&fault, place)) in error.faults.iter().zip(places).enumerate() {
                    let line = if i == 0 { "" } else { "\n" };
                    write!(f, "{line}FEN, character {place}: ")?;
                    error.fmt_fault(fault, f)?;
                }
                Ok(())
            }
        }
    }
}
