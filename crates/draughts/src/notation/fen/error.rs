//! Errors of parsing a FEN.

use alloc::string::String;
use core::fmt;

use crate::color::Color;
use crate::square_names::SquareRange;

/// Maximum length of a FEN in bytes; longer than any position on any board.
pub(super) const MAX_LEN: usize = 4096;

/// The error of parsing a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseFenError {
    /// The position of the error in characters, from 1.
    pub at: usize,
    /// The kind of error.
    pub kind: FenErrorKind,
}

/// The kinds of errors in the text of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenErrorKind {
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

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN, character {}: {}", self.at, self.kind)
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { most } => write!(f, "longer than {most} bytes, which no position is"),
            Self::NoTurn(found) => {
                write!(f, "the side to move is missing: the text must begin with W: or B:, not {found:?}")
            }
            Self::NoLists => {
                f.write_str("no pieces are listed: a list for each side must follow, such as W:W31-50:B1-20")
            }
            Self::UnknownPart(found) => write!(
                f,
                "{found:?} is not a part of a FEN: a list of pieces begins with W or B, a count with H, F or +"
            ),
            Self::ListTwice(color) => write!(f, "{color} has two lists of pieces; one is enough"),
            Self::NotASquare(found) => {
                write!(f, "{found:?} is not a square: write 28, K28, 5-10 or c3, with commas between")
            }
            Self::NoSuchSquare { name, range } => {
                write!(f, "there is no square {name}; this board has {range}")
            }
            Self::NotPlayedOn(found) => {
                write!(f, "square {found} is not played on: only every second square of this board is")
            }
            Self::SquareTwice(square) => write!(f, "square {square} is listed twice"),
            Self::BackwardRange(found) => write!(f, "the range {found} runs backwards"),
            Self::GhostPiece(found) => write!(
                f,
                "{found} is a captured piece in the middle of a capture; give the position after the move"
            ),
            Self::CountTwice(found) => write!(f, "{found:?} gives a count that was given before"),
            Self::BadNumber(found) => write!(
                f,
                "{found:?} is not a counter: write H12 (half-moves) or F34 (move number, from 1); kings' moves in a row \
                 come after the lists, Black's first (+1+0), with the square if a side has several kings (+246+0)"
            ),
        }
    }
}
