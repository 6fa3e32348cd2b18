//! Men and kings.

use core::fmt;

use crate::color::Color;

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A man: moves forward and becomes a king on the far row.
    Man,
    /// A king.
    King,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Man or king.
    pub kind: Kind,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Man => "man",
            Kind::King => "king",
        };
        write!(f, "{} {kind}", self.color)
    }
}
