//! Perft: the number of move sequences of a given length.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::Generator;
use super::side::Side;
use super::sink::{Count, Sink};
use super::source::RuleSource;
use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::moves::BitboardMove;
use crate::piece::Kind;
use crate::pieces::Pieces;

/// Counts the sequences of `depth` moves. The last move is counted without being played.
pub(crate) fn perft<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side>(
    geometry: G,
    rules: R,
    pieces: &Pieces<B>,
    depth: u32,
    list: &mut Vec<BitboardMove<B>>,
) -> u64 {
    match depth {
        0 => 1,
        1 => count::<B, G, R, S>(geometry, rules, pieces, list),
        _ => {
            let king_row = geometry.king_row(S::COLOR);
            let side = PhantomData::<S>;
            let mut play = Play { geometry, rules, pieces, depth, king_row, nodes: 0, list, side };
            Generator::<B, G, R, S>::new(geometry, rules, pieces).legal_moves(&mut play);
            play.nodes
        }
    }
}

/// Counts the legal moves.
#[inline(never)]
fn count<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side>(
    geometry: G,
    rules: R,
    pieces: &Pieces<B>,
    list: &mut Vec<BitboardMove<B>>,
) -> u64 {
    let mut count = Count { moves: 0, list };
    Generator::<B, G, R, S>::new(geometry, rules, pieces).legal_moves(&mut count);
    count.moves
}

/// A sink that plays every move and counts the sequences that follow.
struct Play<'p, B, G, R, S> {
    geometry: G,
    rules: R,
    pieces: &'p Pieces<B>,
    depth: u32,
    king_row: B,
    nodes: u64,
    list: &'p mut Vec<BitboardMove<B>>,
    side: PhantomData<S>,
}

impl<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side> Play<'_, B, G, R, S> {
    #[inline(always)]
    fn play(&mut self, m: &BitboardMove<B>) {
        let limited = self.rules.rules().repeat_limit > 0;
        let next = self.pieces.after(m, S::COLOR, limited);
        let (geometry, rules) = (self.geometry, self.rules);
        // Nearly all nodes are at depth 1: skip the intermediate call for them.
        self.nodes += match self.depth {
            2 => count::<B, G, R, S::Other>(geometry, rules, &next, self.list),
            depth => perft::<B, G, R, S::Other>(geometry, rules, &next, depth - 1, self.list),
        };
    }

    #[inline(always)]
    fn play_simple(&mut self, from: B, to: B, captured: B, kind: Kind) {
        let king = kind == Kind::King;
        let promotes = !king && (to & self.king_row).any();
        self.play(&BitboardMove { from, to, captured, king, promotes });
    }
}

impl<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side> Sink<B> for Play<'_, B, G, R, S> {
    #[inline(always)]
    fn steps(&mut self, to: B, back: impl Fn(B) -> B, kind: Kind) {
        for to in to.bits() {
            self.play_simple(back(to), to, B::NONE, kind);
        }
    }

    #[inline(always)]
    fn slides(&mut self, from: B, to: B) {
        for to in to.bits() {
            self.play_simple(from, to, B::NONE, Kind::King);
        }
    }

    #[inline(always)]
    fn jumps(&mut self, to: B, back: impl Fn(B) -> B) {
        for to in to.bits() {
            let over = back(to);
            self.play_simple(back(over), to, over, Kind::Man);
        }
    }

    #[inline(always)]
    fn list(&mut self) -> &mut Vec<BitboardMove<B>> {
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
