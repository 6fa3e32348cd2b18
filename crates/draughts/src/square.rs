//! Playing squares and sets of them.

use core::fmt;

use crate::bitboard::Bitboard;

/// A playing square, counted row by row from the top left of the diagram, with White at the bottom.
///
/// The index starts at 0 and skips the squares that are not played on. The *name* of a square ("32", "e5") depends on
/// the rule set: see [`SquareNames`](crate::notation::SquareNames).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Creates the square with this index. No board has more than 196 playing squares.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of playing squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);

    /// Adds a square; returns `false` if it was in the set already.
    pub fn insert(&mut self, square: Square) -> bool {
        let is_new = !self.contains(square);
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
        is_new
    }

    /// Removes a square.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Returns whether the square is in the set.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Returns the number of squares in the set.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|limb| limb.count_ones() as usize).sum()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether every square of this set is in the other set.
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(own, other)| own & !other == 0)
    }

    /// Returns the squares in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let limbs = self.0.into_iter().enumerate();
        limbs.flat_map(|(i, limb)| limb.bits().map(move |bit| Square((64 * i as u32 + bit.lowest()) as u8)))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

/// The numbers of the squares from the top left, from 1: "12, 19".
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, square.index() + 1)?;
        }
        Ok(())
    }
}
