//! The layout of boards in bitboards: the bit of each square, and the neighbours of each square.
//!
//! [`Shape`] computes it for every board with `const` formulas; [`Layout`] holds the tables of one board; [`Geometry`]
//! is the interface for the generator, backed either by constants or by a layout made at run time.

mod layout;
mod shape;

pub use layout::Layout;
pub use shape::Shape;

use crate::bitboard::Bitboard;
use crate::direction::Direction;

/// The geometry of a board, as the generator uses it.
pub(crate) trait Geometry<B: Bitboard>: Copy {
    /// Whether there are unused bits between the rows, so that a step off the board lands on one of them.
    const GHOSTS: bool;

    /// Returns the distance in bits of a step in this direction.
    fn shift(self, direction: Direction) -> u32;
    /// Returns the squares that have a neighbour in this direction. Used only on boards without ghosts.
    fn inside(self, direction: Direction) -> B;
    /// Returns all playing squares.
    fn squares(self) -> B;
    /// Returns the crowning row of White's men, or of Black's.
    fn crown(self, white: bool) -> B;
    /// Returns the squares beyond the one with this bit index, up to the edge.
    fn ray(self, index: u32, direction: Direction) -> B;
    /// Returns the layout, for code that does not need constants.
    fn layout(&self) -> &Layout<B>;

    /// Moves every square of the set one step; squares that leave the board disappear or become ghosts.
    #[inline(always)]
    fn step(self, set: B, direction: Direction) -> B {
        let set = if Self::GHOSTS { set } else { set & self.inside(direction) };
        if direction.is_ascending() { set.up(self.shift(direction)) } else { set.down(self.shift(direction)) }
    }
}

/// A geometry known at compile time: every mask and shift is a constant.
#[derive(Clone, Copy)]
pub(crate) struct FixedGeometry<'l, B: Bitboard, const SHAPE: u32>(pub(crate) &'l Layout<B>);

impl<B: Bitboard, const SHAPE: u32> FixedGeometry<'_, B, SHAPE> {
    const SHIFTS: [u32; 8] = Shape::unpack(SHAPE).shifts();
    const INSIDE: [[u64; 4]; 8] = Shape::unpack(SHAPE).insides();
    const SQUARES: [u64; 4] = Shape::unpack(SHAPE).squares();
    const WHITE_CROWN: [u64; 4] = Shape::unpack(SHAPE).row(0);
    const BLACK_CROWN: [u64; 4] = Shape::unpack(SHAPE).row(Shape::unpack(SHAPE).height as usize - 1);
}

impl<B: Bitboard, const SHAPE: u32> Geometry<B> for FixedGeometry<'_, B, SHAPE> {
    const GHOSTS: bool = !Shape::unpack(SHAPE).all_squares;

    #[inline(always)]
    fn shift(self, direction: Direction) -> u32 {
        Self::SHIFTS[direction as usize]
    }

    #[inline(always)]
    fn inside(self, direction: Direction) -> B {
        B::from_raw(Self::INSIDE[direction as usize])
    }

    #[inline(always)]
    fn squares(self) -> B {
        B::from_raw(Self::SQUARES)
    }

    #[inline(always)]
    fn crown(self, white: bool) -> B {
        B::from_raw(if white { Self::WHITE_CROWN } else { Self::BLACK_CROWN })
    }

    #[inline(always)]
    fn ray(self, index: u32, direction: Direction) -> B {
        self.0.ray(index, direction)
    }

    #[inline(always)]
    fn layout(&self) -> &Layout<B> {
        self.0
    }
}

/// A geometry known only at run time, for house rules on any board.
#[derive(Clone, Copy)]
pub(crate) struct RunTimeGeometry<'l, B: Bitboard, const GHOSTS: bool>(pub(crate) &'l Layout<B>);

impl<B: Bitboard, const GHOSTS: bool> Geometry<B> for RunTimeGeometry<'_, B, GHOSTS> {
    const GHOSTS: bool = GHOSTS;

    #[inline(always)]
    fn shift(self, direction: Direction) -> u32 {
        self.0.shifts[direction as usize]
    }

    #[inline(always)]
    fn inside(self, direction: Direction) -> B {
        self.0.inside[direction as usize]
    }

    #[inline(always)]
    fn squares(self) -> B {
        self.0.squares
    }

    #[inline(always)]
    fn crown(self, white: bool) -> B {
        if white { self.0.crown.white } else { self.0.crown.black }
    }

    #[inline(always)]
    fn ray(self, index: u32, direction: Direction) -> B {
        self.0.ray(index, direction)
    }

    #[inline(always)]
    fn layout(&self) -> &Layout<B> {
        self.0
    }
}
