//! The names of the squares of a board.

mod tables;

use alloc::sync::Arc;
use core::fmt;

use crate::ruleset::{FirstSquare, RuleSet, SquareNotation};
use crate::square::Square;
use tables::Tables;

/// The names of the squares of one board, numeric or algebraic.
///
/// Cheap to clone and to convert: all names of a board are made once and shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareNames {
    tables: Arc<Tables>,
    notation: SquareNotation,
    first: FirstSquare,
    /// Whether algebraic names are given from Black's side of the board.
    seen_by_black: bool,
}

/// The range of the names of a board's squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareRange {
    /// Numbers from 1 to this one.
    Numbers(usize),
    /// Algebraic names from a1 to this column and row.
    Letters {
        /// The letter of the last column.
        column: char,
        /// The number of the last row.
        row: u8,
    },
}

impl SquareNames {
    /// Creates the names that a rule set uses. [`Rules::square_names`](crate::Rules::square_names) caches them.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Self {
        let (notation, first) = (rules.notation.squares, rules.notation.first_square);
        Self { tables: Arc::new(Tables::new(rules.shape())), notation, first, seen_by_black: false }
    }

    /// Returns the names with squares numbered row by row from this corner.
    #[must_use]
    pub fn numbered_from(&self, first: FirstSquare) -> Self {
        Self { first, ..self.clone() }
    }

    /// Returns the names with algebraic names as Black sees the board: `a1` is the corner on Black's left.
    #[must_use]
    pub fn seen_by_black(&self) -> Self {
        Self { seen_by_black: true, ..self.clone() }
    }

    /// Returns the names in numeric or algebraic notation.
    #[must_use]
    pub fn with(&self, notation: SquareNotation) -> Self {
        Self { notation, ..self.clone() }
    }

    /// Returns row and column as the algebraic names count them. The function is its own inverse.
    fn algebraic_cell(&self, (row, column): (usize, usize)) -> Option<(usize, usize)> {
        if !self.seen_by_black {
            return Some((row, column));
        }
        let (height, width) = (usize::from(self.tables.height), usize::from(self.tables.width));
        Some(((height - 1).checked_sub(row)?, (width - 1).checked_sub(column)?))
    }

    /// Returns the column of a square as the algebraic names count it.
    pub(crate) fn column(&self, square: Square) -> usize {
        self.algebraic_cell(self.cell(square)).map_or(0, |(_, column)| column)
    }

    /// Returns the notation.
    #[must_use]
    pub fn notation(&self) -> SquareNotation {
        self.notation
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.cells.len()
    }

    /// Returns `false`, since every board has squares.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.cells.is_empty()
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.tables.width
    }

    /// Returns all squares in the order of their indices.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.len()).map(|index| Square::new(index as u8))
    }

    /// Returns whether the board has the square.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        square.index() < self.len()
    }

    /// Returns the row from the top and the column from the left, both from 0. For a square that the board does not
    /// have, returns the cell below the lower left corner.
    #[must_use]
    pub fn cell(&self, square: Square) -> (usize, usize) {
        let below = (usize::from(self.tables.height), 0);
        self.tables.cells.get(square.index()).copied().unwrap_or(below)
    }

    /// Returns the playing square at this row and column, if there is one.
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> Option<Square> {
        self.tables.square_at(row, column)
    }

    /// Returns the number of a square; 0 for a square that the board does not have.
    #[must_use]
    pub fn number(&self, square: Square) -> usize {
        self.tables.numbering(self.first).numbers.get(square.index()).copied().unwrap_or(0)
    }

    /// Returns the square with this number.
    #[must_use]
    pub fn by_number(&self, number: usize) -> Option<Square> {
        self.tables.numbering(self.first).squares.get(number.checked_sub(1)?).copied()
    }

    /// Returns the name of a square, if the board has it.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<&str> {
        match self.notation {
            SquareNotation::Numeric => self.tables.decimal(self.number(square)),
            SquareNotation::Algebraic => {
                self.tables.letters(self.seen_by_black).get(square.index()).map(|name| &**name)
            }
        }
    }

    /// Returns the name of a square; `?` for a square that the board does not have.
    #[must_use]
    pub fn name(&self, square: Square) -> &str {
        self.get(square).unwrap_or("?")
    }

    /// Returns the square with this algebraic name, in lower or upper case.
    #[must_use]
    pub fn by_letter(&self, text: &str) -> Option<Square> {
        let (row, column) = self.cell_by_letter(text).and_then(|cell| self.algebraic_cell(cell))?;
        self.at(row, column)
    }

    /// Returns whether an algebraic name lies on the board, playing square or not.
    #[must_use]
    pub fn is_on_the_board(&self, text: &str) -> bool {
        let (height, width) = (usize::from(self.tables.height), usize::from(self.tables.width));
        self.cell_by_letter(text).is_some_and(|(row, column)| row < height && column < width)
    }

    fn cell_by_letter(&self, text: &str) -> Option<(usize, usize)> {
        let mut chars = text.chars();
        let letter = chars.next()?.to_ascii_lowercase();
        let digits = chars.as_str();
        if !letter.is_ascii_lowercase() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row = usize::from(self.tables.height).checked_sub(digits.parse().ok()?)?;
        Some((row, letter as usize - 'a' as usize))
    }

    /// Returns the range of the names: 1 to 50, or a1 to j10.
    #[must_use]
    pub fn range(&self) -> SquareRange {
        match self.notation {
            SquareNotation::Numeric => SquareRange::Numbers(self.len()),
            SquareNotation::Algebraic => {
                let column = char::from(b'a' + self.tables.width - 1);
                SquareRange::Letters { column, row: self.tables.height }
            }
        }
    }
}

/// "1 to 50" or "a1 to j10".
impl fmt::Display for SquareRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbers(last) => write!(f, "1 to {last}"),
            Self::Letters { column, row } => write!(f, "a1 to {column}{row}"),
        }
    }
}
