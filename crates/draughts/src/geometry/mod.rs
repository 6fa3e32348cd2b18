//! Where the squares of a board lie in a word, and what is next to what.
//!
//! [`Shape`] says it for every board with a few formulas that the compiler can evaluate; [`Layout`]
//! keeps the tables of one board; [`Geometry`] is how the generator asks, either of constants or of
//! a layout that was made at run time.

mod layout;
mod shape;

pub use layout::Layout;
pub use shape::Shape;

use crate::bitboard::Bitboard;
use crate::direction::Direction;

/// The geometry of a board as the generator needs it.
pub(crate) trait Geometry<W: Bitboard>: Copy {
    /// Are there unused bits between the rows, so that a step off the board lands on none?
    const GHOSTS: bool;

    /// By how many bits a step this way shifts.
    fn shift(self, direction: Direction) -> u32;
    /// The squares that have a neighbour this way. Asked only where there are no ghosts.
    fn inside(self, direction: Direction) -> W;
    /// All playing squares.
    fn squares(self) -> W;
    /// The row where White's men, or Black's, become kings.
    fn crown(self, white: bool) -> W;
    /// The squares beyond the one with this bit number, to the edge.
    fn ray(self, index: u32, direction: Direction) -> W;

    /// Moves every square of the set one step; what leaves the board is gone, or on a ghost.
    #[inline(always)]
    fn step(self, set: W, direction: Direction) -> W {
        let set = if Self::GHOSTS { set } else { set & self.inside(direction) };
        if direction.is_ascending() { set.up(self.shift(direction)) } else { set.down(self.shift(direction)) }
    }
}

/// A geometry known to the compiler: every mask and shift is a constant.
#[derive(Clone, Copy)]
pub(crate) struct FixedGeometry<'l, W: Bitboard, const SHAPE: u32>(pub(crate) &'l Layout<W>);

impl<W: Bitboard, const SHAPE: u32> FixedGeometry<'_, W, SHAPE> {
    const SHIFTS: [u32; 8] = Shape::unpack(SHAPE).shifts();
    const INSIDE: [[u64; 4]; 8] = Shape::unpack(SHAPE).insides();
    const SQUARES: [u64; 4] = Shape::unpack(SHAPE).squares();
    const WHITE_CROWN: [u64; 4] = Shape::unpack(SHAPE).row(0);
    const BLACK_CROWN: [u64; 4] = Shape::unpack(SHAPE).row(Shape::unpack(SHAPE).height as usize - 1);
}

impl<W: Bitboard, const SHAPE: u32> Geometry<W> for FixedGeometry<'_, W, SHAPE> {
    const GHOSTS: bool = !Shape::unpack(SHAPE).all_squares;

    #[inline(always)]
    fn shift(self, direction: Direction) -> u32 {
        Self::SHIFTS[direction as usize]
    }

    #[inline(always)]
    fn inside(self, direction: Direction) -> W {
        W::from_raw(Self::INSIDE[direction as usize])
    }

    #[inline(always)]
    fn squares(self) -> W {
        W::from_raw(Self::SQUARES)
    }

    #[inline(always)]
    fn crown(self, white: bool) -> W {
        W::from_raw(if white { Self::WHITE_CROWN } else { Self::BLACK_CROWN })
    }

    #[inline(always)]
    fn ray(self, index: u32, direction: Direction) -> W {
        self.0.ray(index, direction)
    }
}

/// A geometry known only at run time: house rules on any board.
#[derive(Clone, Copy)]
pub(crate) struct RunTimeGeometry<'l, W: Bitboard, const GHOSTS: bool>(pub(crate) &'l Layout<W>);

impl<W: Bitboard, const GHOSTS: bool> Geometry<W> for RunTimeGeometry<'_, W, GHOSTS> {
    const GHOSTS: bool = GHOSTS;

    #[inline(always)]
    fn shift(self, direction: Direction) -> u32 {
        self.0.shifts[direction as usize]
    }

    #[inline(always)]
    fn inside(self, direction: Direction) -> W {
        self.0.inside[direction as usize]
    }

    #[inline(always)]
    fn squares(self) -> W {
        self.0.squares
    }

    #[inline(always)]
    fn crown(self, white: bool) -> W {
        if white { self.0.crown.white } else { self.0.crown.black }
    }

    #[inline(always)]
    fn ray(self, index: u32, direction: Direction) -> W {
        self.0.ray(index, direction)
    }
}
