//! Errors of parsing a FEN.

use alloc::string::String;

use crate::color::Color;
use crate::square_names::SquareRange;

/// Maximum length of a FEN in bytes; longer than any position on any board.
pub(super) const MAX_LEN: usize = 4096;

/// The text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseFenError {
    /// The position of the fault in characters, from 1.
    pub at: usize,
    /// The fault.
    pub fault: FenFault,
}

/// A fault in the text of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenFault {
    /// The text is longer than any position can be.
    TooLong {
        /// The maximum length in bytes.
        most: usize,
    },
    /// The text does not begin with the side to move.
    NoTurn(String),
    /// No piece list follows the side to move.
    NoLists,
    /// A part is neither a piece list nor an extension.
    UnknownPart(String),
    /// There are two piece lists for the same side.
    ListTwice(Color),
    /// An item is not a square.
    NotASquare(String),
    /// The board does not have this square.
    NoSuchSquare {
        /// The name as written.
        name: String,
        /// The range of the board's square names.
        range: SquareRange,
    },
    /// The square is on the board, but it is not a playing square.
    NotPlayedOn(String),
    /// A square is listed twice.
    SquareTwice(String),
    /// The end of a range comes before its start.
    BackwardRange(String),
    /// A captured piece that is still on the board, as some servers write it during a capture.
    GhostPiece(String),
    /// A number after `H`, `F` or `+` is malformed or out of range.
    BadNumber(String),
    /// A count is given twice.
    CountTwice(String),
}

impl core::error::Error for ParseFenError {}
