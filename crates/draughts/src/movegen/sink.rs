//! Receivers of generated moves.

use alloc::vec::Vec;

use super::work::CaptureWork;
use crate::bitboard::Bitboard;
use crate::moves::BitboardMove;
use crate::piece::Kind;

/// A receiver of generated moves. Moves of one kind and direction arrive as a set, so that counting needs no loop.
pub(crate) trait Sink<B: Bitboard> {
    /// Receives single steps of pieces of one kind: the destinations, and the step back to the origins.
    fn steps(&mut self, to: B, back: impl Fn(B) -> B, kind: Kind);

    /// Receives moves of one flying king to each of these squares.
    fn slides(&mut self, from: B, to: B);

    /// Receives single jumps of men: the destinations, and the step back.
    fn jumps(&mut self, to: B, back: impl Fn(B) -> B);

    /// Returns the list to which other captures are added.
    fn list(&mut self) -> &mut Vec<BitboardMove<B>>;

    /// Receives the captures in the list from `base` on.
    fn captures(&mut self, base: usize);

    /// Receives the work of the search for captures, if there was one.
    #[inline(always)]
    fn searched(&mut self, _: CaptureWork) {}
}

/// Counts the moves.
pub(crate) struct Count<'l, B> {
    pub(crate) moves: u64,
    pub(crate) list: &'l mut Vec<BitboardMove<B>>,
}

impl<B: Bitboard> Sink<B> for Count<'_, B> {
    #[inline(always)]
    fn steps(&mut self, to: B, _: impl Fn(B) -> B, _: Kind) {
        self.moves += u64::from(to.count());
    }

    #[inline(always)]
    fn slides(&mut self, _: B, to: B) {
        self.moves += u64::from(to.count());
    }

    #[inline(always)]
    fn jumps(&mut self, to: B, _: impl Fn(B) -> B) {
        self.moves += u64::from(to.count());
    }

    #[inline(always)]
    fn list(&mut self) -> &mut Vec<BitboardMove<B>> {
        self.list
    }

    #[inline(always)]
    fn captures(&mut self, base: usize) {
        self.moves += (self.list.len() - base) as u64;
        self.list.truncate(base);
    }
}

/// Collects the moves in a list.
pub(crate) struct Collect<'l, B> {
    /// The king row of the side to move.
    pub(crate) king_row: B,
    pub(crate) list: &'l mut Vec<BitboardMove<B>>,
    pub(crate) work: CaptureWork,
}

impl<B: Bitboard> Collect<'_, B> {
    fn push(&mut self, from: B, to: B, captured: B, kind: Kind) {
        let king = kind == Kind::King;
        let promotes = !king && (to & self.king_row).any();
        self.list.push(BitboardMove { from, to, captured, king, promotes });
    }
}

impl<B: Bitboard> Sink<B> for Collect<'_, B> {
    fn steps(&mut self, to: B, back: impl Fn(B) -> B, kind: Kind) {
        for to in to.bits() {
            self.push(back(to), to, B::NONE, kind);
        }
    }

    fn slides(&mut self, from: B, to: B) {
        for to in to.bits() {
            self.push(from, to, B::NONE, Kind::King);
        }
    }

    fn jumps(&mut self, to: B, back: impl Fn(B) -> B) {
        for to in to.bits() {
            let over = back(to);
            self.push(back(over), to, over, Kind::Man);
        }
    }

    fn list(&mut self) -> &mut Vec<BitboardMove<B>> {
        self.list
    }

    fn captures(&mut self, _: usize) {}

    fn searched(&mut self, work: CaptureWork) {
        self.work = work;
    }
}
