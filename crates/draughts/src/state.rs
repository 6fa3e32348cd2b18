//! The bare state of a game board, for code that must be fast.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::hash;
use crate::moves::WordMove;
use crate::piece::Kind;
use crate::pieces::Pieces;

/// Pieces, the side to move, and their hash. It knows no rules: a [`Referee`](crate::Referee) does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    pieces: Pieces<W>,
    turn: Color,
    hash: u64,
}

impl<W: Bitboard> State<W> {
    pub(crate) fn new(pieces: Pieces<W>, turn: Color) -> Self {
        Self { pieces, turn, hash: hash::of(&pieces, turn) }
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &Pieces<W> {
        &self.pieces
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The hash of pieces, side to move and king moves in a row. The same on every machine.
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        self.hash
    }

    /// The same pieces with the other side to move: what the opponent threatens.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { pieces: self.pieces, turn: !self.turn, hash: self.hash ^ hash::turn(Color::Black) }
    }

    /// The state after a legal move, with the hash of the one before it.
    #[inline]
    #[must_use]
    pub(crate) fn after_unhashed(&self, m: &WordMove<W>, limited: bool) -> Self {
        Self { pieces: self.pieces.after(m, self.turn, limited), turn: !self.turn, hash: self.hash }
    }

    /// The state after a legal move.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, m: &WordMove<W>, limited: bool) -> Self {
        let (own, foe) = (self.turn, !self.turn);
        let pieces = self.pieces.after(m, own, limited);
        let before = if m.king { Kind::King } else { Kind::Man };
        let after = if m.king || m.promotes { Kind::King } else { Kind::Man };
        let mut hash = self.hash ^ hash::turn(Color::Black);
        hash ^= hash::pieces(own, before, m.from) ^ hash::pieces(own, after, m.to);
        if m.is_capture() {
            hash ^= hash::pieces(foe, Kind::Man, m.captured & self.pieces.men[foe]);
            hash ^= hash::pieces(foe, Kind::King, m.captured & self.pieces.kings[foe]);
        }
        if limited {
            for color in Color::ALL {
                hash ^= hash::run(color, self.pieces.runs[color]) ^ hash::run(color, pieces.runs[color]);
            }
        }
        Self { pieces, turn: foe, hash }
    }
}
