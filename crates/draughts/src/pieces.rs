//! The pieces on the board, in words: what the generator reads and a move changes.

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::moves::WordMove;

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces<W> {
    /// The squares of the men.
    pub men: ByColor<W>,
    /// The squares of the kings.
    pub kings: ByColor<W>,
    /// For rule sets that limit it: how often the same king has moved in a row.
    pub runs: ByColor<KingRun>,
}

/// How often one king has moved in a row without capturing, while its side had men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingRun {
    /// How many times; 0 if the last move was of another kind.
    pub moves: u8,
    /// The number of the bit where the king stands now; 0 if `moves` is 0.
    pub at: u8,
}

impl KingRun {
    /// No king has moved in a row.
    pub const NONE: Self = Self { moves: 0, at: 0 };
}

impl<W: Bitboard> Pieces<W> {
    /// The squares of one side.
    #[inline(always)]
    pub fn of(&self, color: Color) -> W {
        self.men[color] | self.kings[color]
    }

    /// The squares of both sides.
    #[inline(always)]
    pub fn all(&self) -> W {
        self.of(Color::White) | self.of(Color::Black)
    }

    /// Makes a move of this colour. `limited` says whether the rules limit repeated king moves: only
    /// then are they counted.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after(mut self, m: &WordMove<W>, color: Color, limited: bool) -> Self {
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

    fn count_run(&mut self, m: &WordMove<W>, color: Color) {
        let run = self.runs[color];
        let counts = m.king && !m.is_capture() && self.men[color].any();
        self.runs[color] = if counts {
            let same = run.moves > 0 && W::bit(u32::from(run.at)) == m.from;
            // The limit is at most 9: a longer run cannot come about by legal moves.
            let moves = if same { run.moves.saturating_add(1) } else { 1 };
            KingRun { moves, at: m.to.lowest() as u8 }
        } else {
            KingRun::NONE
        };
        let other = self.runs[!color];
        if other.moves > 0 && (m.captured & W::bit(u32::from(other.at))).any() {
            self.runs[!color] = KingRun::NONE;
        }
    }
}
