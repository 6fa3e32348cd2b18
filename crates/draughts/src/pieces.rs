//! The pieces on the board as bitboards.

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::moves::BitboardMove;

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces<B> {
    /// The squares of the men.
    pub men: ByColor<B>,
    /// The squares of the kings.
    pub kings: ByColor<B>,
    /// The moves of the same king in a row, for rule sets that limit them.
    pub runs: ByColor<KingRun>,
}

/// The moves of one king in a row without a capture, while its side had men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingRun {
    /// The number of moves; 0 if the last move was of another kind.
    pub moves: u8,
    /// The bit index of the king's square; 0 if `moves` is 0.
    pub at: u8,
}

impl KingRun {
    /// The run of a side whose last move does not count.
    pub const NONE: Self = Self { moves: 0, at: 0 };
}

impl<B: Bitboard> Pieces<B> {
    /// Returns the squares of one side.
    #[inline(always)]
    pub fn of(&self, color: Color) -> B {
        self.men[color] | self.kings[color]
    }

    /// Returns the squares of both sides.
    #[inline(always)]
    pub fn all(&self) -> B {
        self.of(Color::White) | self.of(Color::Black)
    }

    /// Returns the pieces after a move of this colour. King runs are counted only if the rules limit them (`limited`).
    #[inline(always)]
    #[must_use]
    pub(crate) fn after(mut self, m: &BitboardMove<B>, color: Color, limited: bool) -> Self {
        if m.king {
            self.kings[color] ^= m.from ^ m.to;
        } else if m.promotes {
            self.men[color] ^= m.from;
            self.kings[color] ^= m.to;
        } else {
            self.men[color] ^= m.from ^ m.to;
        }
        self.men[!color] &= !m.captured;
        self.kings[!color] &= !m.captured;
        if limited {
            self.count_run(m, color);
        }
        self
    }

    fn count_run(&mut self, m: &BitboardMove<B>, color: Color) {
        let run = self.runs[color];
        let counts = m.king && !m.is_capture() && self.men[color].any();
        self.runs[color] = if counts {
            let same = run.moves > 0 && B::bit(u32::from(run.at)) == m.from;
            // The limit is at most 9, so legal moves never saturate the count.
            let moves = if same { run.moves.saturating_add(1) } else { 1 };
            KingRun { moves, at: m.to.lowest() as u8 }
        } else {
            KingRun::NONE
        };
        let other = self.runs[!color];
        if other.moves > 0 && (m.captured & B::bit(u32::from(other.at))).any() {
            self.runs[!color] = KingRun::NONE;
        }
    }
}
