//! The tables of one board: masks, shifts, rays, and the way between bits and squares.

use alloc::vec;
use alloc::vec::Vec;

use super::Shape;
use crate::bitboard::Bitboard;
use crate::color::ByColor;
use crate::direction::Direction;
use crate::square::{Square, SquareSet};

/// One board laid out in words of type `W`.
#[derive(Clone)]
pub struct Layout<W: Bitboard> {
    shape: Shape,
    pub(crate) squares: W,
    pub(crate) shifts: [u32; 8],
    pub(crate) inside: [W; 8],
    pub(crate) crown: ByColor<W>,
    main_road: W,
    rays: [W::PerBit; 8],
    bits: Vec<u8>,
    square_of_bit: [u8; 256],
}

impl<W: Bitboard> Layout<W> {
    /// Lays the board out.
    ///
    /// # Panics
    /// If the board does not fit the word: ask [`Shape::bits`] first.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        assert!(shape.bits() <= W::BITS as usize, "the board needs {} bits", shape.bits());
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
            squares: W::from_raw(shape.squares()),
            shifts: shape.shifts(),
            inside: shape.insides().map(W::from_raw),
            crown: ByColor { white: W::from_raw(shape.row(0)), black: W::from_raw(shape.row(height - 1)) },
            main_road: Self::longest_diagonals(shape, &played),
            rays: Direction::ALL.map(|direction| Self::rays(shape, &played, direction)),
            bits,
            square_of_bit,
        }
    }

    fn rays(shape: Shape, played: &[(usize, usize)], direction: Direction) -> W::PerBit {
        let mut rays = W::table();
        for &(row, column) in played {
            let mut ray = W::NONE;
            let mut at = (row, column);
            while let Some(next) = shape.neighbour(at.0, at.1, direction) {
                ray |= W::bit(shape.bit(next.0, next.1) as u32);
                at = next;
            }
            rays.as_mut()[shape.bit(row, column)] = ray;
        }
        rays
    }

    /// The squares of the longest diagonal, or of the longest ones where several are equally long.
    fn longest_diagonals(shape: Shape, played: &[(usize, usize)]) -> W {
        // A diagonal is known by the sum or the difference of row and column.
        let rising = |row: usize, column: usize| row + column;
        let falling = |row: usize, column: usize| usize::from(shape.width) + row - column;
        let mut lines = vec![W::NONE; 2 * usize::from(shape.width + shape.height)];
        for &(row, column) in played {
            let bit = W::bit(shape.bit(row, column) as u32);
            lines[2 * rising(row, column)] |= bit;
            lines[2 * falling(row, column) + 1] |= bit;
        }
        let most = lines.iter().map(|line| line.count()).max().unwrap_or(0);
        lines.into_iter().filter(|line| line.count() == most).fold(W::NONE, |road, line| road | line)
    }

    /// The shape that was laid out.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Moves every square of the set one step; what leaves the board is gone.
    #[inline]
    #[must_use]
    pub fn step(&self, set: W, direction: Direction) -> W {
        let (set, shift) = (set & self.inside[direction as usize], self.shifts[direction as usize]);
        if direction.is_ascending() { set.up(shift) } else { set.down(shift) }
    }

    /// The squares beyond this one, to the edge. `index` is the number of the bit.
    #[inline(always)]
    pub(crate) fn ray(&self, index: u32, direction: Direction) -> W {
        self.rays[direction as usize][(index & (W::BITS - 1)) as usize]
    }

    /// Returns the squares of the longest diagonal, or of the longest ones where several are equally long.
    #[must_use]
    pub const fn main_road(&self) -> W {
        self.main_road
    }

    /// How many squares the board has.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no board is without squares")]
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Returns the bit of a square.
    ///
    /// # Panics
    /// If the board does not have the square: ask [`get`](Self::get) where that is not known.
    #[must_use]
    pub fn bit(&self, square: Square) -> W {
        W::bit(u32::from(self.bits[square.index()]))
    }

    /// Returns the bit of a square, if the board has it.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<W> {
        self.bits.get(square.index()).map(|&bit| W::bit(u32::from(bit)))
    }

    /// The square of a bit.
    #[must_use]
    pub fn square(&self, bit: W) -> Square {
        Square::new(self.square_of_bit[bit.lowest() as usize & 255])
    }

    /// The number of a square's bit.
    #[must_use]
    pub(crate) fn bit_number(&self, square: Square) -> u8 {
        self.bits[square.index()]
    }

    /// The square of a bit's number.
    #[must_use]
    pub(crate) fn square_at(&self, bit: u8) -> Square {
        Square::new(self.square_of_bit[usize::from(bit)])
    }

    /// The squares of a word.
    #[must_use]
    pub fn squares(&self, word: W) -> SquareSet {
        word.bits().map(|bit| self.square(bit)).collect()
    }

    /// Returns the word of some squares.
    ///
    /// # Panics
    /// If the board does not have one of the squares.
    #[must_use]
    pub fn word(&self, squares: SquareSet) -> W {
        squares.iter().fold(W::NONE, |word, square| word | self.bit(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, RunTimeGeometry};
    use crate::u256::U256;

    /// Every step on every board, by shift, against the coordinates.
    fn check<W: Bitboard, const GHOSTS: bool>(shape: Shape) {
        let layout = Layout::<W>::new(shape);
        let geometry = RunTimeGeometry::<W, GHOSTS>(&layout);
        for row in 0..usize::from(shape.height) {
            for column in (0..usize::from(shape.width)).filter(|&column| shape.is_played(row, column)) {
                let here = W::bit(shape.bit(row, column) as u32);
                for direction in Direction::ALL {
                    if !shape.straight && !direction.is_diagonal() {
                        continue;
                    }
                    let there = geometry.step(here, direction) & layout.squares;
                    let expected = shape
                        .neighbour(row, column, direction)
                        .map_or(W::NONE, |(row, column)| W::bit(shape.bit(row, column) as u32));
                    assert_eq!(there, expected, "{shape:?} ({row}, {column}) {direction:?}");
                }
            }
        }
    }

    #[test]
    fn a_step_is_the_same_shift_from_every_square_of_every_board() {
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
