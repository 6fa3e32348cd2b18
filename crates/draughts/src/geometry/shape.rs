//! The shape of a board, and the formulas of its layout in a bitboard.
//!
//! On a board where every second square is played on, rows are padded to an odd `stride` of columns and two columns
//! share a bit: square (row, column) is bit `(row · stride + column) / 2`. A diagonal step is then the same shift from
//! every square, and a step over the edge lands on the padding, a *ghost* that is never occupied and never free.
//! Straight jumps (Frisian) move two columns at a time and need a second ghost. A board with all squares in play has no
//! room for ghosts: there, steps are masked first.

use crate::direction::Direction;

/// The properties of a board that determine its layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The number of columns, 6 to 14.
    pub width: u8,
    /// The number of rows, 6 to 14.
    pub height: u8,
    /// Whether the corner on White's left is a playing square.
    pub lower_left: bool,
    /// Whether all squares are played on, not every second one.
    pub all_squares: bool,
    /// Whether any piece moves or captures along rows and columns.
    pub straight: bool,
}

impl Shape {
    /// Packs the shape into one number, so that it can be a const generic parameter.
    pub(crate) const fn pack(self) -> u32 {
        self.width as u32
            | (self.height as u32) << 8
            | (self.lower_left as u32) << 16
            | (self.all_squares as u32) << 17
            | (self.straight as u32) << 18
    }

    /// Unpacks a shape.
    pub(crate) const fn unpack(packed: u32) -> Self {
        Self {
            width: packed as u8,
            height: (packed >> 8) as u8,
            lower_left: packed >> 16 & 1 == 1,
            all_squares: packed >> 17 & 1 == 1,
            straight: packed >> 18 & 1 == 1,
        }
    }

    const fn stride(self) -> usize {
        let width = self.width as usize;
        if self.all_squares {
            return width;
        }
        let padded = width + if self.straight { 2 } else { 1 };
        padded + (1 - padded % 2)
    }

    /// Returns whether this cell is a playing square. Rows count from the top.
    #[must_use]
    pub const fn is_played(self, row: usize, column: usize) -> bool {
        let from_corner = self.height as usize - 1 - row + column;
        self.all_squares || from_corner.is_multiple_of(2) == self.lower_left
    }

    /// Returns the bit index of a playing square.
    #[must_use]
    pub const fn bit(self, row: usize, column: usize) -> usize {
        let cell = row * self.stride() + column;
        if self.all_squares { cell } else { cell / 2 }
    }

    /// Returns the number of bits that the board needs.
    #[must_use]
    pub const fn bits(self) -> usize {
        self.bit(self.height as usize - 1, self.width as usize - 1) + 1
    }

    /// Returns the step as rows down and columns to the right: two at a time for straight steps on boards where every
    /// second square is played on.
    #[must_use]
    pub const fn vector(self, direction: Direction) -> (i32, i32) {
        let (down, right) = direction.vector();
        let stretch = if self.all_squares || direction.is_diagonal() { 1 } else { 2 };
        (down * stretch, right * stretch)
    }

    /// Returns the cell one step further, if the board has it.
    #[must_use]
    pub const fn neighbour(self, row: usize, column: usize, direction: Direction) -> Option<(usize, usize)> {
        let (down, right) = self.vector(direction);
        let (row, column) = (row as i32 + down, column as i32 + right);
        let inside = row >= 0 && row < self.height as i32 && column >= 0 && column < self.width as i32;
        if inside { Some((row as usize, column as usize)) } else { None }
    }

    /// Returns the distance in bits of a step, for each direction.
    pub(crate) const fn shifts(self) -> [u32; 8] {
        let mut shifts = [0; 8];
        let mut i = 0;
        while i < 8 {
            let (down, right) = self.vector(Direction::ALL[i]);
            let cells = (down * self.stride() as i32 + right).unsigned_abs();
            shifts[i] = if self.all_squares { cells } else { cells / 2 };
            i += 1;
        }
        shifts
    }

    /// Returns the playing squares of one row.
    pub(crate) const fn row(self, row: usize) -> [u64; 4] {
        let mut set = [0; 4];
        let mut column = 0;
        while column < self.width as usize {
            if self.is_played(row, column) {
                let bit = self.bit(row, column);
                set[bit / 64] |= 1 << (bit % 64);
            }
            column += 1;
        }
        set
    }

    /// Returns all playing squares.
    pub(crate) const fn playing_squares(self) -> [u64; 4] {
        let mut set = [0; 4];
        let mut row = 0;
        while row < self.height as usize {
            let squares = self.row(row);
            let mut i = 0;
            while i < 4 {
                set[i] |= squares[i];
                i += 1;
            }
            row += 1;
        }
        set
    }

    /// Returns the playing squares that have a neighbour, for each direction.
    pub(crate) const fn with_neighbours(self) -> [[u64; 4]; 8] {
        let mut sets = [[0; 4]; 8];
        let mut i = 0;
        while i < 8 {
            let mut row = 0;
            while row < self.height as usize {
                let mut column = 0;
                while column < self.width as usize {
                    let has_neighbour = self.neighbour(row, column, Direction::ALL[i]).is_some();
                    if self.is_played(row, column) && has_neighbour {
                        let bit = self.bit(row, column);
                        sets[i][bit / 64] |= 1 << (bit % 64);
                    }
                    column += 1;
                }
                row += 1;
            }
            i += 1;
        }
        sets
    }
}
