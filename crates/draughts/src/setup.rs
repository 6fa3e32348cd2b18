//! Unvalidated positions.

use alloc::vec::Vec;
use core::fmt;

use crate::color::{ByColor, Color};
use crate::piece::{Kind, Piece};
use crate::square::{Square, SquareSet};
use crate::square_names::SquareNames;

/// Pieces on squares and a side to move, not validated. [`Position::new`](crate::Position::new) validates it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The squares of the men.
    pub men: ByColor<SquareSet>,
    /// The squares of the kings.
    pub kings: ByColor<SquareSet>,
    /// The side to move.
    pub turn: Color,
    /// The moves of the same king in a row, for rule sets that limit them.
    pub king_moves: ByColor<Option<KingMoves>>,
}

/// The moves of one king in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingMoves {
    /// Its square.
    pub square: Square,
    /// The number of moves, at least 1.
    pub times: u8,
}

impl Setup {
    /// Creates an empty board.
    #[must_use]
    pub fn empty(turn: Color) -> Self {
        Self { men: ByColor::default(), kings: ByColor::default(), turn, king_moves: ByColor::default() }
    }

    /// Puts a piece on a square.
    pub fn put(&mut self, square: Square, piece: Piece) {
        let squares = match piece.kind {
            Kind::Man => &mut self.men,
            Kind::King => &mut self.kings,
        };
        squares[piece.color].insert(square);
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let kinds = [(Kind::Man, &self.men), (Kind::King, &self.kings)];
        kinds.into_iter().find_map(|(kind, squares)| {
            let color = Color::ALL.into_iter().find(|&color| squares[color].contains(square))?;
            Some(Piece { color, kind })
        })
    }
}

/// The set-up is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The kinds of all errors, at least one.
    pub kinds: Vec<SetupErrorKind>,
    pub(crate) names: SquareNames,
}

/// The kinds of errors of a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupErrorKind {
    /// The board has no such square.
    NoSuchSquare(Square),
    /// Two pieces stand on one square.
    Twice(Square),
    /// A man stands on its king row.
    ManOnCrownRow(Color, Square),
    /// There is no king on the square of the counted king moves.
    NoSuchKing(Color, Square),
    /// The number of king moves in a row is 0 or more than the rules allow.
    KingMoves {
        /// The side that owns the king.
        color: Color,
        /// The number of moves in the set-up.
        times: u8,
        /// The maximum that the rules allow.
        limit: u8,
    },
    /// King moves in a row are given, but the rules do not limit them.
    KingMovesNotCounted(Color),
    /// The captures branch too much to be computed.
    TooComplex,
}

impl core::error::Error for SetupError {}

impl SetupError {
    /// Returns the names of the squares of the board.
    #[must_use]
    pub fn square_names(&self) -> &SquareNames {
        &self.names
    }

    pub(crate) fn fmt_kind(&self, kind: SetupErrorKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square| self.names.name(square);
        match kind {
            SetupErrorKind::NoSuchSquare(square) => {
                let (index, squares) = (square.index(), self.names.len());
                write!(f, "the board has no square with index {index}; it has {squares}")
            }
            SetupErrorKind::Twice(square) => write!(f, "two pieces stand on square {}", name(square)),
            SetupErrorKind::ManOnCrownRow(color, square) => write!(
                f,
                "a {color} man stands on square {0}, in the row where it becomes a king; write K{0} for a king",
                name(square)
            ),
            SetupErrorKind::NoSuchKing(color, square) => write!(
                f,
                "the counter of king moves names square {}, but {color} has no king there",
                name(square)
            ),
            SetupErrorKind::KingMoves { color, times, limit } => {
                write!(f, "the king-move counter of {color} is {times}; 0 to {limit} are possible")
            }
            SetupErrorKind::KingMovesNotCounted(color) => {
                write!(f, "king moves in a row are given for {color}, but this rule set does not count them")
            }
            SetupErrorKind::TooComplex => f.write_str(
                "the captures of the side to move branch too much to be computed; take some pieces off the board",
            ),
        }
    }
}

/// Writes all errors, separated by semicolons.
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &kind) in self.kinds.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            self.fmt_kind(kind, f)?;
        }
        Ok(())
    }
}
