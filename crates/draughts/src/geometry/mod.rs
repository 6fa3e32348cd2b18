//! The layout of boards in bitboards: the bit of each square, and the neighbours of each square.
//!
//! [`Shape`] computes it for every board with `const` formulas; [`Layout`] holds the tables of one board; [`Geometry`]
//! is the interface for the generator, backed either by constants or by a layout made at run time.

mod layout;
mod shape;

pub use layout::Layout;
pub use shape::Shape;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;

/// The geometry of a board, as the generator uses it.
pub(crate) trait Geometry<B: Bitboard>: Copy {
    /// Whether there are unused bits between the rows, so that a step off the board lands on one of them.
    const GHOSTS: bool;

    /// Returns the distance in bits of a step in this direction.
    fn shift(self, direction: Direction) -> u32;
    /// Returns the squares that have a neighbour in this direction. Used only on boards without ghosts.
    fn with_neighbour(self, direction: Direction) -> B;
    /// Returns all playing squares.
    fn playing_squares(self) -> B;
    /// Returns the king row of a side: the row on which its men become kings.
    fn king_row(self, color: Color) -> B;
    /// Returns the squares beyond the one with this bit index, up to the edge.
    fn ray(self, index: u32, direction: Direction) -> B;
    /// Returns the layout, for code that does not need constants.
    fn layout(&self) -> &Layout<B>;

    /// Moves every square of the set one step; squares that leave the board disappear or become ghosts.
    #[inline(always)]
    fn step(self, set: B, direction: Direction) -> B {
        let set = if Self::GHOSTS { set } else { set & self.with_neighbour(direction) };
        if direction.is_ascending() { set.up(self.shift(direction)) } else { set.down(self.shift(direction)) }
    }
}

/// A geometry known at compile time: every mask and shift is a constant.
#[derive(Clone, Copy)]
pub(crate) struct FixedGeometry<'l, B: Bitboard, const SHAPE: u32>(pub(crate) &'l Layout<B>);

impl<B: Bitboard, const SHAPE: u32> FixedGeometry<'_, B, SHAPE> {
    const SHIFTS: [u32; 8] = Shape::unpack(SHAPE).shifts();
    const WITH_NEIGHBOUR: [[u64; 4]; 8] = Shape::unpack(SHAPE).with_neighbours();
    const PLAYING_SQUARES: [u64; 4] = Shape::unpack(SHAPE).playing_squares();
    const WHITE_KING_ROW: [u64; 4] = Shape::unpack(SHAPE).row(0);
    const BLACK_KING_ROW: [u64; 4] = Shape::unpack(SHAPE).row(Shape::unpack(SHAPE).height as usize - 1);
}

impl<B: Bitboard, const SHAPE: u32> Geometry<B> for FixedGeometry<'_, B, SHAPE> {
    const GHOSTS: bool = !Shape::unpack(SHAPE).all_squares;

    #[inline(always)]
    fn shift(self, direction: Direction) -> u32 {
        Self::SHIFTS[direction as usize]
    }

    #[inline(always)]
    fn with_neighbour(self, direction: Direction) -> B {
        B::from_raw(Self::WITH_NEIGHBOUR[direction as usize])
    }

    #[inline(always)]
    fn playing_squares(self) -> B {
        B::from_raw(Self::PLAYING_SQUARES)
    }

    #[inline(always)]
    fn king_row(self, color: Color) -> B {
        B::from_raw(match color {
            Color::White => Self::WHITE_KING_ROW,
            Color::Black => Self::BLACK_KING_ROW,
        })
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
    fn with_neighbour(self, direction: Direction) -> B {
        self.0.with_neighbour[direction as usize]
    }

    #[inline(always)]
    fn playing_squares(self) -> B {
        self.0.playing_squares
    }

    #[inline(always)]
    fn king_row(self, color: Color) -> B {
        self.0.king_rows[color]
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
