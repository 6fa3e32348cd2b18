//! A position as somebody describes it, not yet known to make sense.

use alloc::vec::Vec;
use core::fmt;

use crate::color::{ByColor, Color};
use crate::piece::{Kind, Piece};
use crate::square::{Square, SquareSet};
use crate::square_names::SquareNames;

/// Pieces on squares and a side to move: nothing is checked until it becomes a
/// [`Position`](crate::Position).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Where men stand.
    pub men: ByColor<SquareSet>,
    /// Where kings stand.
    pub kings: ByColor<SquareSet>,
    /// The side to move.
    pub turn: Color,
    /// For rule sets that limit it: the king that moved last, and how often in a row.
    pub king_moves: ByColor<Option<KingMoves>>,
}

/// A king that has moved several times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingMoves {
    /// Where it stands now.
    pub square: Square,
    /// How often it has moved in a row, at least once.
    pub times: u8,
}

impl Setup {
    /// An empty board.
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

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let kinds = [(Kind::Man, &self.men), (Kind::King, &self.kings)];
        kinds.into_iter().find_map(|(kind, squares)| {
            let color = Color::ALL.into_iter().find(|&color| squares[color].contains(square))?;
            Some(Piece { color, kind })
        })
    }
}

/// Why a set-up is not a position: all the reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// What is wrong, at least one thing.
    pub faults: Vec<SetupFault>,
    pub(crate) naming: SquareNames,
}

/// One thing that is wrong with a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupFault {
    /// The board has no such square.
    NoSuchSquare(Square),
    /// Two pieces stand on one square.
    Twice(Square),
    /// A man stands where it would have become a king.
    ManOnCrownRow(Color, Square),
    /// Moves in a row are told of a king that is not there.
    NoSuchKing(Color, Square),
    /// A king has moved in a row more often than the rules allow, or not at all.
    KingMoves {
        /// Whose king.
        color: Color,
        /// How often it is said to have moved.
        times: u8,
        /// How often it may.
        limit: u8,
    },
    /// Moves in a row are told of a king although the rules do not count them.
    KingMovesNotCounted(Color),
}

impl core::error::Error for SetupError {}

impl SetupError {
    /// Returns the names of the squares of the board.
    #[must_use]
    pub fn square_names(&self) -> &SquareNames {
        &self.naming
    }

    pub(crate) fn fmt_fault(&self, fault: SetupFault, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square| self.naming.name(square);
        match fault {
            SetupFault::NoSuchSquare(square) => {
                let (index, squares) = (square.index(), self.naming.len());
                write!(f, "the board has no square with index {index}; it has {squares}")
            }
            SetupFault::Twice(square) => write!(f, "two pieces stand on square {}", name(square)),
            SetupFault::ManOnCrownRow(color, square) => write!(
                f,
                "a {color} man stands on square {0}, in the row where it becomes a king; write K{0} for a king",
                name(square)
            ),
            SetupFault::NoSuchKing(color, square) => write!(
                f,
                "the king moves in a row of {color} name square {}, where {color} has no king",
                name(square)
            ),
            SetupFault::KingMoves { color, times, limit } => {
                write!(f, "{color}'s king moves in a row are {times}; 0 to {limit} are possible")
            }
            SetupFault::KingMovesNotCounted(color) => {
                write!(f, "king moves in a row are given for {color}, but this rule set does not count them")
            }
        }
    }
}

/// All faults, separated by semicolons.
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &fault) in self.faults.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            self.fmt_fault(fault, f)?;
        }
        Ok(())
    }
}
