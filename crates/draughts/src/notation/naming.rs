//! What squares are called.

use crate::geometry::Shape;
use crate::ruleset::{FirstSquare, RuleSet, SquareNames};
use crate::square::Square;

/// The names of the squares of one board, numeric and algebraic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naming {
    shape: Shape,
    names: SquareNames,
    /// Row and column of each square, in the order of the squares.
    cells: Vec<(usize, usize)>,
    /// The number of each square, from 1.
    numbers: Vec<usize>,
    /// Do the letters run as Black sees the board?
    turned: bool,
}

impl Naming {
    /// The names that a rule set uses.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Self {
        let shape = rules.shape();
        let (height, width) = (usize::from(shape.height), usize::from(shape.width));
        let cells: Vec<_> = (0..height)
            .flat_map(|row| (0..width).map(move |column| (row, column)))
            .filter(|&(row, column)| shape.is_played(row, column))
            .collect();
        let numbers = Vec::new();
        let naming = Self { shape, names: rules.notation.squares, cells, numbers, turned: false };
        naming.numbered_from(rules.notation.first_square)
    }

    /// The same squares, numbered row by row from this corner.
    #[must_use]
    pub fn numbered_from(&self, first: FirstSquare) -> Self {
        let (height, width) = (usize::from(self.shape.height), usize::from(self.shape.width));
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        order.sort_by_key(|&i| {
            let (row, column) = self.cells[i];
            let from_top = matches!(first, FirstSquare::TopLeft | FirstSquare::TopRight);
            let from_left = matches!(first, FirstSquare::TopLeft | FirstSquare::BottomLeft);
            let row = if from_top { row } else { height - 1 - row };
            let column = if from_left { column } else { width - 1 - column };
            (row, column)
        });
        let mut numbers = vec![0; self.cells.len()];
        for (i, &square) in order.iter().enumerate() {
            numbers[square] = i + 1;
        }
        Self { numbers, ..self.clone() }
    }

    /// The same squares with letters as Black sees them: `a1` is the corner at Black's left hand.
    #[must_use]
    pub fn seen_by_black(&self) -> Self {
        Self { turned: true, ..self.clone() }
    }

    /// Row and column, as the letters count them. Its own inverse.
    fn lettered(&self, (row, column): (usize, usize)) -> Option<(usize, usize)> {
        if !self.turned {
            return Some((row, column));
        }
        let (height, width) = (usize::from(self.shape.height), usize::from(self.shape.width));
        Some(((height - 1).checked_sub(row)?, (width - 1).checked_sub(column)?))
    }

    /// The column of a square, as the letters count it.
    pub(super) fn column(&self, square: Square) -> usize {
        self.lettered(self.cell(square)).map_or(0, |(_, column)| column)
    }

    /// The same squares with numbers or with letters.
    #[must_use]
    pub fn with(&self, names: SquareNames) -> Self {
        Self { names, ..self.clone() }
    }

    /// Numbers or letters?
    #[must_use]
    pub fn names(&self) -> SquareNames {
        self.names
    }

    /// How many squares the board has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Always false: every board has squares.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// How many columns the board has.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.shape.width
    }

    /// All squares, in their own order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.cells.len()).map(|index| Square::new(index as u8))
    }

    /// Row from the top and column from the left.
    ///
    /// # Panics
    /// Here and in [`number`](Self::number) and [`name`](Self::name), if the board does not have the square.
    #[must_use]
    pub fn cell(&self, square: Square) -> (usize, usize) {
        self.cells[square.index()]
    }

    /// The square at this row and column, if it is played on.
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> Option<Square> {
        self.cells.iter().position(|&cell| cell == (row, column)).map(|index| Square::new(index as u8))
    }

    /// The number of a square.
    #[must_use]
    pub fn number(&self, square: Square) -> usize {
        self.numbers[square.index()]
    }

    /// The square with this number.
    #[must_use]
    pub fn by_number(&self, number: usize) -> Option<Square> {
        self.numbers.iter().position(|&n| n == number).map(|index| Square::new(index as u8))
    }

    /// What the square is called.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        match self.names {
            SquareNames::Numeric => self.number(square).to_string(),
            SquareNames::Algebraic => {
                let (row, column) = self.lettered(self.cell(square)).unwrap_or_default();
                let letter = char::from(b'a' + column as u8);
                format!("{letter}{}", usize::from(self.shape.height) - row)
            }
        }
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
        let (height, width) = (usize::from(self.shape.height), usize::from(self.shape.width));
        self.cell_by_letter(text).is_some_and(|(row, column)| row < height && column < width)
    }

    fn cell_by_letter(&self, text: &str) -> Option<(usize, usize)> {
        let mut chars = text.chars();
        let letter = chars.next()?.to_ascii_lowercase();
        let digits = chars.as_str();
        if !letter.is_ascii_lowercase() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row = usize::from(self.shape.height).checked_sub(digits.parse().ok()?)?;
        Some((row, letter as usize - 'a' as usize))
    }

    /// The squares of the board in words: "1 to 50" or "a1 to j10".
    #[must_use]
    pub fn range(&self) -> String {
        match self.names {
            SquareNames::Numeric => format!("1 to {}", self.len()),
            SquareNames::Algebraic => {
                format!("a1 to {}{}", char::from(b'a' + self.shape.width - 1), self.shape.height)
            }
        }
    }
}
