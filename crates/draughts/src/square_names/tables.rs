//! Precomputed names of the squares of one board, in every notation.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::Shape;
use crate::ruleset::FirstSquare;
use crate::square::Square;

#[derive(PartialEq, Eq, Debug)]
pub(super) struct Tables {
    pub(super) width: u8,
    pub(super) height: u8,
    /// Row and column of each square, by index.
    pub(super) cells: Vec<(usize, usize)>,
    /// The playing square of each cell, row by row.
    grid: Vec<Option<Square>>,
    /// The numbering from each corner, in the order of [`FirstSquare`].
    numberings: [Numbering; 4],
    /// The numbers as text, from "1".
    decimals: Vec<Box<str>>,
    /// The algebraic names of the squares, from White's side and from Black's.
    letters: [Vec<Box<str>>; 2],
}

/// The numbers of the squares, row by row from one corner.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    /// The number of each square, from 1.
    pub(super) numbers: Vec<usize>,
    /// The squares in the order of their numbers.
    pub(super) squares: Vec<Square>,
}

impl Tables {
    pub(super) fn new(shape: Shape) -> Self {
        let (height, width) = (usize::from(shape.height), usize::from(shape.width));
        let (mut cells, mut grid) = (Vec::new(), vec![None; height * width]);
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            if shape.is_played(row, column) {
                grid[row * width + column] = Some(Square::new(cells.len() as u8));
                cells.push((row, column));
            }
        }
        let letter = |(row, column): (usize, usize)| {
            format!("{}{}", char::from(b'a' + column as u8), height - row).into_boxed_str()
        };
        let seen_by_white = cells.iter().map(|&cell| letter(cell)).collect();
        let seen_by_black =
            cells.iter().map(|&(row, column)| letter((height - 1 - row, width - 1 - column))).collect();
        let corners =
            [FirstSquare::TopLeft, FirstSquare::TopRight, FirstSquare::BottomLeft, FirstSquare::BottomRight];
        Self {
            width: shape.width,
            height: shape.height,
            numberings: corners.map(|first| Numbering::new(&grid, width, first)),
            decimals: (1..=cells.len()).map(|number| number.to_string().into_boxed_str()).collect(),
            letters: [seen_by_white, seen_by_black],
            cells,
            grid,
        }
    }

    pub(super) fn square_at(&self, row: usize, column: usize) -> Option<Square> {
        let width = usize::from(self.width);
        if column < width { *self.grid.get(row.checked_mul(width)?.checked_add(column)?)? } else { None }
    }

    pub(super) fn numbering(&self, first: FirstSquare) -> &Numbering {
        &self.numberings[first as usize]
    }

    /// Returns a number as text, if a square has it.
    pub(super) fn decimal(&self, number: usize) -> Option<&str> {
        self.decimals.get(number.checked_sub(1)?).map(|text| &**text)
    }

    pub(super) fn letters(&self, seen_by_black: bool) -> &[Box<str>] {
        &self.letters[usize::from(seen_by_black)]
    }
}

impl Numbering {
    fn new(grid: &[Option<Square>], width: usize, first: FirstSquare) -> Self {
        let mut rows: Vec<&[Option<Square>]> = grid.chunks(width).collect();
        if matches!(first, FirstSquare::BottomLeft | FirstSquare::BottomRight) {
            rows.reverse();
        }
        let from_left = matches!(first, FirstSquare::TopLeft | FirstSquare::BottomLeft);
        let mut squares: Vec<Square> = Vec::new();
        for row in rows {
            let played = row.iter().flatten().copied();
            if from_left { squares.extend(played) } else { squares.extend(played.rev()) }
        }
        let mut numbers = vec![0; squares.len()];
        for (i, square) in squares.iter().enumerate() {
            numbers[square.index()] = i + 1;
        }
        Self { numbers, squares }
    }
}
