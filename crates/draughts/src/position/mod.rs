//! Positions: pieces on a board, the side to move and the rules, with their moves and their set-up.

mod complexity;
mod moves;
mod setup;

pub use moves::PlayError;

use core::hash::{Hash, Hasher};

use crate::bitboard::Bitboard;
use crate::board::{AnyBoard, with_board};
use crate::color::Color;
use crate::movegen::Generated;
use crate::piece::{Kind, Piece};
use crate::referee::Referee;
use crate::rules::Rules;
use crate::square::Square;
use crate::state::State;

/// A validated position: pieces on squares, a side to move, and the rules.
///
/// A side may have no pieces, as in a study or after a lost game.
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    board: AnyBoard,
}

impl Position {
    /// Returns the starting position.
    #[must_use]
    pub fn initial(rules: &Rules) -> Self {
        Self { rules: rules.clone(), board: rules.start().clone() }
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the referee and the state in bitboards, for performance-critical code.
    #[must_use]
    pub fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        with_board!(&self.board, _referee, state => state.turn())
    }

    /// Returns the Zobrist hash of the pieces, the side to move and each side's consecutive king moves. It is the same on
    /// every machine.
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        with_board!(&self.board, _referee, state => state.zobrist_hash())
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        with_board!(&self.board, referee, state => piece_at(referee, state, square))
    }

    /// Returns the number of men and the number of kings of a side.
    #[must_use]
    pub fn count(&self, color: Color) -> (usize, usize) {
        with_board!(&self.board, _referee, state => {
            let pieces = state.pieces();
            (pieces.men[color].count() as usize, pieces.kings[color].count() as usize)
        })
    }
}

fn piece_at<B: Generated>(referee: &Referee<B>, state: &State<B>, square: Square) -> Option<Piece> {
    let layout = referee.layout();
    if square.index() >= layout.len() {
        return None;
    }
    let (bit, pieces) = (layout.bit(square), state.pieces());
    let color = Color::ALL.into_iter().find(|&color| (pieces.of(color) & bit).any())?;
    let kind = if (pieces.kings[color] & bit).any() { Kind::King } else { Kind::Man };
    Some(Piece { color, kind })
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.rules == other.rules
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.zobrist_hash());
    }
}
