//! The state of a board in bitboards, for performance-critical code.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::hash;
use crate::moves::BitboardMove;
use crate::piece::Kind;
use crate::pieces::Pieces;

/// The pieces, the side to move and the Zobrist hash. The rules are in a [`Referee`](crate::Referee).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<B> {
    pieces: Pieces<B>,
    turn: Color,
    hash: u64,
}

impl<B: Bitboard> State<B> {
    pub(crate) fn new(pieces: Pieces<B>, turn: Color) -> Self {
        Self { pieces, turn, hash: hash::of(&pieces, turn) }
    }

    /// Returns the pieces.
    #[must_use]
    pub fn pieces(&self) -> &Pieces<B> {
        &self.pieces
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the Zobrist hash of the pieces, the side to move and each side's consecutive king moves. It is the same on
    /// every machine.
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        self.hash
    }

    /// Returns the state after a null move: the same pieces with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { pieces: self.pieces, turn: !self.turn, hash: self.hash ^ hash::turn(Color::Black) }
    }

    /// Returns the state after a legal move, with the hash of the state before it.
    #[inline]
    #[must_use]
    pub(crate) fn after_unhashed(&self, m: &BitboardMove<B>, limited: bool) -> Self {
        Self { pieces: self.pieces.after(m, self.turn, limited), turn: !self.turn, hash: self.hash }
    }

    /// Returns the state after a legal move.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, m: &BitboardMove<B>, limited: bool) -> Self {
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
