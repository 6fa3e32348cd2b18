//! Counting the positions at the end of all move sequences of a given length.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::Generator;
use super::side::Side;
use super::sink::{Count, Sink};
use super::source::RuleSource;
use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::moves::WordMove;
use crate::piece::Kind;
use crate::pieces::Pieces;

/// How many sequences of `depth` moves there are. The last move is counted, not played.
pub(crate) fn perft<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side>(
    geometry: G,
    rules: R,
    pieces: &Pieces<W>,
    depth: u32,
    list: &mut Vec<WordMove<W>>,
) -> u64 {
    match depth {
        0 => 1,
        1 => count::<W, G, R, S>(geometry, rules, pieces, list),
        _ => {
            let crown = geometry.crown(S::IS_WHITE);
            let side = PhantomData::<S>;
            let mut play = Play { geometry, rules, pieces, depth, crown, nodes: 0, list, side };
            Generator::<W, G, R, S>::new(geometry, rules, pieces).legal_moves(&mut play);
            play.nodes
        }
    }
}

/// How many legal moves there are.
#[inline(never)]
fn count<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side>(
    geometry: G,
    rules: R,
    pieces: &Pieces<W>,
    list: &mut Vec<WordMove<W>>,
) -> u64 {
    let mut count = Count { moves: 0, list };
    Generator::<W, G, R, S>::new(geometry, rules, pieces).legal_moves(&mut count);
    count.moves
}

/// Plays every move and counts what follows.
struct Play<'p, W, G, R, S> {
    geometry: G,
    rules: R,
    pieces: &'p Pieces<W>,
    depth: u32,
    crown: W,
    nodes: u64,
    list: &'p mut Vec<WordMove<W>>,
    side: PhantomData<S>,
}

impl<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side> Play<'_, W, G, R, S> {
    #[inline(always)]
    fn play(&mut self, m: &WordMove<W>) {
        let limited = self.rules.rules().repeat_limit > 0;
        let next = self.pieces.after(m, S::COLOR, limited);
        let (geometry, rules) = (self.geometry, self.rules);
        // Nearly all positions are one move from the end: spare them the call in between.
        self.nodes += match self.depth {
            2 => count::<W, G, R, S::Other>(geometry, rules, &next, self.list),
            depth => perft::<W, G, R, S::Other>(geometry, rules, &next, depth - 1, self.list),
        };
    }

    #[inline(always)]
    fn play_simple(&mut self, from: W, to: W, captured: W, kind: Kind) {
        let king = kind == Kind::King;
        let promotes = !king && (to & self.crown).any();
        self.play(&WordMove { from, to, captured, king, promotes });
    }
}

impl<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side> Sink<W> for Play<'_, W, G, R, S> {
    #[inline(always)]
    fn steps(&mut self, to: W, back: impl Fn(W) -> W, kind: Kind) {
        for to in to.bits() {
            self.play_simple(back(to), to, W::NONE, kind);
        }
    }

    #[inline(always)]
    fn slides(&mut self, from: W, to: W) {
        for to in to.bits() {
            self.play_simple(from, to, W::NONE, Kind::King);
        }
    }

    #[inline(always)]
    fn jumps(&mut self, to: W, back: impl Fn(W) -> W) {
        for to in to.bits() {
            let over = back(to);
            self.play_simple(back(over), to, over, Kind::Man);
        }
    }

    #[inline(always)]
    fn list(&mut self) -> &mut Vec<WordMove<W>> {
        self.list
    }

    #[inline(always)]
    fn captures(&mut self, base: usize) {
        for i in base..self.list.len() {
            let m = self.list[i];
            self.play(&m);
        }
        self.list.truncate(base);
    }
}
