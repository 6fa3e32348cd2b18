//! Who takes the moves that the generator finds.

use alloc::vec::Vec;

use crate::bitboard::Bitboard;
use crate::moves::WordMove;
use crate::piece::Kind;

/// Who takes the moves. Moves of one kind and direction come as a set, so that counting them needs
/// no loop.
pub(crate) trait Sink<W: Bitboard> {
    /// Steps by one square of pieces of one kind: where they end, and how to find where they began.
    fn steps(&mut self, to: W, back: impl Fn(W) -> W, kind: Kind);

    /// Moves of one king to each of these squares.
    fn slides(&mut self, from: W, to: W);

    /// Captures of men by a single jump: where they end, and how to step back from there.
    fn jumps(&mut self, to: W, back: impl Fn(W) -> W);

    /// The list where captures of several jumps are gathered.
    fn list(&mut self) -> &mut Vec<WordMove<W>>;

    /// The list is complete from `base` on.
    fn captures(&mut self, base: usize);
}

/// Counts.
pub(crate) struct Count<'l, W> {
    pub(crate) moves: u64,
    pub(crate) list: &'l mut Vec<WordMove<W>>,
}

impl<W: Bitboard> Sink<W> for Count<'_, W> {
    #[inline(always)]
    fn steps(&mut self, to: W, _: impl Fn(W) -> W, _: Kind) {
        self.moves += u64::from(to.count());
    }

    #[inline(always)]
    fn slides(&mut self, _: W, to: W) {
        self.moves += u64::from(to.count());
    }

    #[inline(always)]
    fn jumps(&mut self, to: W, _: impl Fn(W) -> W) {
        self.moves += u64::from(to.count());
    }

    #[inline(always)]
    fn list(&mut self) -> &mut Vec<WordMove<W>> {
        self.list
    }

    #[inline(always)]
    fn captures(&mut self, base: usize) {
        self.moves += (self.list.len() - base) as u64;
        self.list.truncate(base);
    }
}

/// Writes down.
pub(crate) struct Collect<'l, W> {
    /// The row where men become kings.
    pub(crate) crown: W,
    pub(crate) list: &'l mut Vec<WordMove<W>>,
}

impl<W: Bitboard> Collect<'_, W> {
    fn push(&mut self, from: W, to: W, captured: W, kind: Kind) {
        let king = kind == Kind::King;
        let promotes = !king && (to & self.crown).any();
        self.list.push(WordMove { from, to, captured, king, promotes });
    }
}

impl<W: Bitboard> Sink<W> for Collect<'_, W> {
    fn steps(&mut self, to: W, back: impl Fn(W) -> W, kind: Kind) {
        for to in to.bits() {
            self.push(back(to), to, W::NONE, kind);
        }
    }

    fn slides(&mut self, from: W, to: W) {
        for to in to.bits() {
            self.push(from, to, W::NONE, Kind::King);
        }
    }

    fn jumps(&mut self, to: W, back: impl Fn(W) -> W) {
        for to in to.bits() {
            let over = back(to);
            self.push(back(over), to, over, Kind::Man);
        }
    }

    fn list(&mut self) -> &mut Vec<WordMove<W>> {
        self.list
    }

    fn captures(&mut self, _: usize) {}
}
