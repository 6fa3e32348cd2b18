//! Conversion between positions and FENs.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Fen;
use super::error::ParseFenError;
use crate::color::Color;
use crate::move_number::MoveNumber;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::SquareNotation;
use crate::setup::SetupError;

impl Position {
    /// Parses a position from a FEN.
    pub fn from_fen(rules: &Rules, fen: &str) -> Result<Self, FenError> {
        let fen = Fen::parse(fen, rules.square_names())?;
        Self::of_fen(rules, &fen)
    }

    /// Creates the position of a parsed FEN, or returns all its errors with their positions in the text.
    pub fn of_fen(rules: &Rules, fen: &Fen) -> Result<Self, FenError> {
        Self::of_fen_with_moves(rules, fen).map(|(position, _)| position)
    }

    /// Creates the position of a parsed FEN, like [`of_fen`](Self::of_fen). Returns its legal moves as well.
    pub(crate) fn of_fen_with_moves(rules: &Rules, fen: &Fen) -> Result<(Self, Vec<Move>), FenError> {
        Self::with_moves(rules, &fen.setup).map_err(|error| {
            let places = error.kinds.iter().map(|&kind| fen.place(kind)).collect();
            FenError::Setup { error, places }
        })
    }

    /// Returns the position as a FEN in the notation of the rules.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_with(self.rules().square_names().notation())
    }

    /// Returns the position as a FEN with numeric or algebraic square names.
    #[must_use]
    pub fn fen_with(&self, notation: SquareNotation) -> String {
        Fen::of(self.setup(), notation).write(self.rules().square_names_in(notation))
    }
}

impl Fen {
    /// Returns the number of the next move in a game that `first` begins.
    pub fn next_move(&self, first: Color) -> Result<MoveNumber, FenError> {
        let half_moves = self.half_moves.unwrap_or(0);
        // Without a move number, assume as many moves as the half-move count needs.
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

/// The FEN does not describe a valid position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// The text is not a FEN.
    Parse(ParseFenError),
    /// The half-move count is larger than the number of plies before the move number.
    Counts {
        /// The half-move count.
        half_moves: u32,
        /// The number of the next move.
        move_number: u32,
    },
    /// The pieces cannot stand on the board like this.
    Setup {
        /// The errors.
        error: SetupError,
        /// The position of each error in the text, in characters from 1.
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

/// Writes one line for each error.
impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Counts { half_moves, move_number } => write!(
                f,
                "FEN: H{half_moves} means {half_moves} plies, but before move {move_number} there were fewer"
            ),
            Self::Setup { error, places } => {
                for (i, (&kind, place)) in error.kinds.iter().zip(places).enumerate() {
                    let line = if i == 0 { "" } else { "\n" };
                    write!(f, "{line}FEN, character {place}: ")?;
                    error.fmt_kind(kind, f)?;
                }
                Ok(())
            }
        }
    }
}
