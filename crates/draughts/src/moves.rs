//! Moves, as bitboards and as squares.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use crate::bitboard::Bitboard;
use crate::collections::Map;
use crate::square::{Square, SquareSet};

/// A move as the generator produces it, in bitboards.
///
/// A move is identified by where the piece starts, where it ends and what it captures: two routes that agree in these
/// are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BitboardMove<B> {
    /// The square it starts from.
    pub from: B,
    /// The square it ends on; the same as `from` for a circular capture.
    pub to: B,
    /// The squares of the captured pieces.
    pub captured: B,
    /// Whether a king makes the move.
    pub king: bool,
    /// Whether the move promotes a man to a king.
    pub promotes: bool,
}

impl<B: Bitboard> BitboardMove<B> {
    /// Returns whether the move is a capture.
    #[inline]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }
}

/// A move. Moves are equal if their origins, destinations and captured squares are.
///
/// [`Position::route`](crate::Position::route) returns the squares that it touches in between.
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

    /// Returns whether the move is a capture.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Returns whether the move promotes a man to a king.
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

/// Returns, for each of some moves, whether another one has the same first and last square.
pub(crate) fn share_ends(moves: &[Move]) -> Vec<bool> {
    let mut counts: Map<(Square, Square), usize> = Map::new();
    for m in moves {
        *counts.entry((m.from, m.to)).or_default() += 1;
    }
    moves.iter().map(|m| counts.get(&(m.from, m.to)).is_some_and(|&count| count > 1)).collect()
}
