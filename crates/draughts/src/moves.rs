//! Moves.

use core::hash::{Hash, Hasher};

use crate::bitboard::Bitboard;
use crate::square::{Square, SquareSet};

/// A move as the generator makes it: bits of the board's word.
///
/// A move *is* where a piece starts, where it ends and what it takes: two routes with the same three
/// are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WordMove<W> {
    /// The square it starts from.
    pub from: W,
    /// The square it ends on; the same as `from` for a capture that comes full circle.
    pub to: W,
    /// The squares of the captured pieces.
    pub captured: W,
    /// Does a king make the move?
    pub king: bool,
    /// Does the move make a man a king?
    pub promotes: bool,
}

impl<W: Bitboard> WordMove<W> {
    /// Does the move capture anything?
    #[inline]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }
}

/// A move. Moves are equal if from, to and what is captured are.
///
/// The squares that it touches on its way are traced by [`Position::route`](crate::Position::route).
#[derive(Clone, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    captured: SquareSet,
    promotes: bool,
}

impl Move {
    pub(crate) fn new(from: Square, to: Square, captured: SquareSet, promotes: bool) -> Self {
        Self { from, to, captured, promotes }
    }

    /// Returns the square it starts from.
    #[must_use]
    pub fn from(&self) -> Square {
        self.from
    }

    /// Returns the square it ends on.
    #[must_use]
    pub fn to(&self) -> Square {
        self.to
    }

    /// Returns the squares of the captured pieces.
    #[must_use]
    pub fn captured(&self) -> SquareSet {
        self.captured
    }

    /// Returns whether the move captures anything.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Returns whether the move makes a man a king.
    #[must_use]
    pub fn promotes(&self) -> bool {
        self.promotes
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.to, self.captured) == (other.from, other.to, other.captured)
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.from, self.to, self.captured).hash(hasher);
    }
}
