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
    /// Do the letters run as Black sees the board?
    turned: bool,
}

/// The range of the names of a board's squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareRange {
    /// From 1 to this number.
    Numbers(usize),
    /// From a1 to this column and row.
    Letters {
        /// The letter of the last column.
        column: char,
        /// The number of the last row.
        row: u8,
    },
}

impl SquareNames {
    /// Makes the names that a rule set uses. [`Rules::square_names`](crate::Rules::square_names) has them ready.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Self {
        let (notation, first) = (rules.notation.squares, rules.notation.first_square);
        Self { tables: Arc::new(Tables::new(rules.shape())), notation, first, turned: false }
    }

    /// Returns the same squares, numbered row by row from this corner.
    #[must_use]
    pub fn numbered_from(&self, first: FirstSquare) -> Self {
        Self { first, ..self.clone() }
    }

    /// Returns the same squares with letters as Black sees them: `a1` is the corner at Black's left hand.
    #[must_use]
    pub fn seen_by_black(&self) -> Self {
        Self { turned: true, ..self.clone() }
    }

    /// Returns the same squares with numbers or with letters.
    #[must_use]
    pub fn with(&self, notation: SquareNotation) -> Self {
        Self { notation, ..self.clone() }
    }

    /// Row and column, as the letters count them. Its own inverse.
    fn lettered(&self, (row, column): (usize, usize)) -> Option<(usize, usize)> {
        if !self.turned {
            return Some((row, column));
        }
        let (height, width) = (usize::from(self.tables.height), usize::from(self.tables.width));
        Some(((height - 1).checked_sub(row)?, (width - 1).checked_sub(column)?))
    }

    /// The column of a square, as the letters count it.
    pub(crate) fn column(&self, square: Square) -> usize {
        self.lettered(self.cell(square)).map_or(0, |(_, column)| column)
    }

    /// Numbers or letters?
    #[must_use]
    pub fn names(&self) -> SquareNotation {
        self.notation
    }

    /// How many squares the board has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.cells.len()
    }

    /// Always false: every board has squares.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.cells.is_empty()
    }

    /// How many columns the board has.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.tables.width
    }

    /// All squares, in their own order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.len()).map(|index| Square::new(index as u8))
    }

    /// Returns whether the board has the square.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        square.index() < self.len()
    }

    /// Returns the row from the top and the column from the left. For a square that the board does not have, that is
    /// the cell below the lower left corner.
    #[must_use]
    pub fn cell(&self, square: Square) -> (usize, usize) {
        let below = (usize::from(self.tables.height), 0);
        self.tables.cells.get(square.index()).copied().unwrap_or(below)
    }

    /// The square at this row and column, if it is played on.
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> Option<Square> {
        self.tables.square_at(row, column)
    }

    /// Returns the number of a square; 0 for a square that the board does not have.
    #[must_use]
    pub fn number(&self, square: Square) -> usize {
        self.tables.numbering(self.first).numbers.get(square.index()).copied().unwrap_or(0)
    }

    /// The square with this number.
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
                self.tables.letters(self.turned).get(square.index()).map(|name| &**name)
            }
        }
    }

    /// Returns the name of a square; `?` for a square that the board does not have.
    #[must_use]
    pub fn name(&self, square: Square) -> &str {
        self.get(square).unwrap_or("?")
    }

    /// The square with an algebraic name, which may be in capitals.
    #[must_use]
    pub fn by_letter(&self, text: &str) -> Option<Square> {
        let (row, column) = self.cell_by_letter(text).and_then(|cell| self.lettered(cell))?;
        self.at(row, column)
    }

    /// Does an algebraic name mean a square of the board, played on or not?
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
