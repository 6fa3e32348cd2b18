//! The tables of one board: masks, shifts, rays, and the mapping between bits and squares.

use alloc::vec;
use alloc::vec::Vec;

use super::Shape;
use crate::bitboard::Bitboard;
use crate::color::ByColor;
use crate::direction::Direction;
use crate::limits::CaptureLimits;
use crate::square::{Square, SquareSet};

/// The layout of a board in bitboards of type `B`.
#[derive(Clone)]
pub struct Layout<B: Bitboard> {
    shape: Shape,
    pub(crate) playing_squares: B,
    pub(crate) shifts: [u32; 8],
    pub(crate) with_neighbour: [B; 8],
    pub(crate) king_rows: ByColor<B>,
    main_road: B,
    rays: [B::PerBit; 8],
    bits: Vec<u8>,
    square_of_bit: [u8; 256],
    /// The limits of the generator on this board.
    pub(crate) limits: CaptureLimits,
}

impl<B: Bitboard> Layout<B> {
    /// Creates the layout of a board.
    ///
    /// # Panics
    /// If the board does not fit `B`: check [`Shape::bits`] first.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        assert!(shape.bits() <= B::BITS as usize, "the board needs {} bits", shape.bits());
        let mut bits = Vec::new();
        let mut square_of_bit = [u8::MAX; 256];
        let (height, width) = (usize::from(shape.height), usize::from(shape.width));
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let played: Vec<_> = cells.filter(|&(row, column)| shape.is_played(row, column)).collect();
        for (index, &(row, column)) in played.iter().enumerate() {
            let bit = shape.bit(row, column);
            square_of_bit[bit] = index as u8;
            bits.push(bit as u8);
        }
        Self {
            shape,
            playing_squares: B::from_raw(shape.playing_squares()),
            shifts: shape.shifts(),
            with_neighbour: shape.with_neighbours().map(B::from_raw),
            king_rows: ByColor {
                white: B::from_raw(shape.row(0)),
                black: B::from_raw(shape.row(height - 1)),
            },
            main_road: Self::longest_diagonals(shape, &played),
            rays: Direction::ALL.map(|direction| Self::rays(shape, &played, direction)),
            bits,
            square_of_bit,
            limits: CaptureLimits::new(B::BITS),
        }
    }

    fn rays(shape: Shape, played: &[(usize, usize)], direction: Direction) -> B::PerBit {
        let mut rays = B::table();
        for &(row, column) in played {
            let mut ray = B::NONE;
            let mut at = (row, column);
            while let Some(next) = shape.neighbour(at.0, at.1, direction) {
                ray |= B::bit(shape.bit(next.0, next.1) as u32);
                at = next;
            }
            rays.as_mut()[shape.bit(row, column)] = ray;
        }
        rays
    }

    /// Returns the squares of the longest diagonal, or of all the longest ones if several have the same length.
    fn longest_diagonals(shape: Shape, played: &[(usize, usize)]) -> B {
        // A diagonal is identified by the sum or the difference of row and column.
        let rising = |row: usize, column: usize| row + column;
        let falling = |row: usize, column: usize| usize::from(shape.width) + row - column;
        let mut lines = vec![B::NONE; 2 * usize::from(shape.width + shape.height)];
        for &(row, column) in played {
            let bit = B::bit(shape.bit(row, column) as u32);
            lines[2 * rising(row, column)] |= bit;
            lines[2 * falling(row, column) + 1] |= bit;
        }
        let most = lines.iter().map(|line| line.count()).max().unwrap_or(0);
        lines.into_iter().filter(|line| line.count() == most).fold(B::NONE, |road, line| road | line)
    }

    /// Returns the shape of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Moves every square of the set one step; squares that leave the board disappear.
    #[inline]
    #[must_use]
    pub fn step(&self, set: B, direction: Direction) -> B {
        let (set, shift) = (set & self.with_neighbour[direction as usize], self.shifts[direction as usize]);
        if direction.is_ascending() { set.up(shift) } else { set.down(shift) }
    }

    /// Returns the squares beyond the one with this bit index, up to the edge.
    #[inline(always)]
    pub(crate) fn ray(&self, index: u32, direction: Direction) -> B {
        self.rays[direction as usize][(index & (B::BITS - 1)) as usize]
    }

    /// Returns the main road: the squares of the longest diagonal, or of all the longest ones if several have the same
    /// length.
    #[must_use]
    pub const fn main_road(&self) -> B {
        self.main_road
    }

    /// Returns the number of squares.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no board is without squares")]
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Returns the bit of a square.
    ///
    /// # Panics
    /// If the board does not have the square: use [`checked_bit`](Self::checked_bit) if that is not known.
    #[must_use]
    pub fn bit(&self, square: Square) -> B {
        B::bit(u32::from(self.bits[square.index()]))
    }

    /// Returns the bit of a square, if the board has it.
    #[must_use]
    pub fn checked_bit(&self, square: Square) -> Option<B> {
        self.bits.get(square.index()).map(|&bit| B::bit(u32::from(bit)))
    }

    /// Returns the square of a bit.
    #[must_use]
    pub fn square(&self, bit: B) -> Square {
        Square::new(self.square_of_bit[bit.lowest() as usize & 255])
    }

    /// Returns the bit index of a square.
    #[must_use]
    pub(crate) fn bit_index(&self, square: Square) -> u8 {
        self.bits[square.index()]
    }

    /// Returns the square with this bit index.
    #[must_use]
    pub(crate) fn square_at(&self, bit: u8) -> Square {
        Square::new(self.square_of_bit[usize::from(bit)])
    }

    /// Returns the squares of a bitboard.
    #[must_use]
    pub fn square_set(&self, bitboard: B) -> SquareSet {
        bitboard.bits().map(|bit| self.square(bit)).collect()
    }

    /// Returns the bitboard of some squares.
    ///
    /// # Panics
    /// If the board does not have one of the squares.
    #[must_use]
    pub fn bitboard(&self, squares: SquareSet) -> B {
        squares.iter().fold(B::NONE, |set, square| set | self.bit(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, RunTimeGeometry};
    use crate::u256::U256;

    /// Compares every step by shift with the step by coordinates.
    fn check<B: Bitboard, const GHOSTS: bool>(shape: Shape) {
        let layout = Layout::<B>::new(shape);
        let geometry = RunTimeGeometry::<B, GHOSTS>(&layout);
        for row in 0..usize::from(shape.height) {
            for column in (0..usize::from(shape.width)).filter(|&column| shape.is_played(row, column)) {
                let here = B::bit(shape.bit(row, column) as u32);
                for direction in Direction::ALL {
                    if !shape.straight && !direction.is_diagonal() {
                        continue;
                    }
                    let there = geometry.step(here, direction) & layout.playing_squares;
                    let expected = shape
                        .neighbour(row, column, direction)
                        .map_or(B::NONE, |(row, column)| B::bit(shape.bit(row, column) as u32));
                    assert_eq!(there, expected, "{shape:?} ({row}, {column}) {direction:?}");
                }
            }
        }
    }

    #[test]
    fn steps_by_shift_match_coordinates_on_every_board() {
        for width in 6..=14 {
            for height in 6..=14 {
                for flags in 0..8 {
                    let shape = Shape {
                        width,
                        height,
                        lower_left: flags & 1 == 1,
                        all_squares: flags & 2 == 2,
                        straight: flags & 4 == 4,
                    };
                    assert_eq!(Shape::unpack(shape.pack()), shape);
                    match (shape.bits(), shape.all_squares) {
                        (0..=64, false) => check::<u64, true>(shape),
                        (0..=64, true) => check::<u64, false>(shape),
                        (65..=128, false) => check::<u128, true>(shape),
                        (65..=128, true) => check::<u128, false>(shape),
                        (_, all) => {
                            assert!(all, "only boards with all squares in play need more than 128 bits");
                            check::<U256, false>(shape);
                        }
                    }
                }
            }
        }
    }
}
