//! What is wrong with the text of a FEN.

use alloc::string::String;

use crate::color::Color;
use crate::square_names::SquareRange;

/// Longer than any position on any board, ranges or not.
pub(super) const LONGEST: usize = 4096;

/// Why a text is not a FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseFenError {
    /// The place of the fault: the number of the character, from 1.
    pub at: usize,
    /// What is wrong.
    pub fault: FenFault,
}

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenFault {
    /// The text is longer than any position can be.
    TooLong {
        /// How many bytes a text may have.
        most: usize,
    },
    /// It does not begin with the side to move.
    NoTurn(String),
    /// No piece list follows the side to move.
    NoLists,
    /// A part is neither a piece list nor an extension.
    UnknownPart(String),
    /// Two lists for the same side.
    ListTwice(Color),
    /// An item is not a square.
    NotASquare(String),
    /// The board does not have this square.
    NoSuchSquare {
        /// The name that was written.
        name: String,
        /// The names that the board has.
        range: SquareRange,
    },
    /// The board has this square, but no piece ever stands there.
    NotPlayedOn(String),
    /// A square is listed twice.
    SquareTwice(String),
    /// A range runs downwards.
    BackwardRange(String),
    /// A captured piece still on the board, as some servers write during a capture.
    GhostPiece(String),
    /// A number after `H`, `F` or `+` cannot be read, or is none that a game can have.
    BadNumber(String),
    /// A count is given twice.
    CountTwice(String),
}

impl core::error::Error for ParseFenError {}
