//! The moves of a node in the order in which they are searched, and its principal variation.

use draughts::{Bitboard, BitboardMove, Generated, State};

use super::Search;
use super::history::{Arrival, ends};

/// The node at one ply of the search.
pub(super) struct Frame<W> {
    pub(super) moves: Vec<BitboardMove<W>>,
    /// Their ordering scores, once they are needed: often the first move is enough.
    pub(super) scores: Vec<i32>,
    /// The move of the transposition table is the first in the list.
    pub(super) has_tt_move: bool,
    pub(super) pv: Vec<BitboardMove<W>>,
    /// What the last move brought here.
    pub(super) last: Arrival,
}

impl<W: Generated> Search<'_, W> {
    /// Lists the legal moves of a node, that of the transposition table first.
    pub(super) fn list(&mut self, state: &State<W>, tt_move: Option<(u8, u8)>, ply: usize) {
        let Frame { moves, scores, has_tt_move, .. } = &mut self.frames[ply];
        moves.clear();
        scores.clear();
        self.shared.referee.legal_moves(state, moves);
        let place = tt_move.and_then(|tt_move| moves.iter().position(|m| ends(m) == tt_move));
        if let Some(place) = place {
            moves.swap(0, place);
        }
        *has_tt_move = place.is_some();
    }

    /// Returns the best-scored move of those from `at` on, and brings it to `at`.
    #[inline]
    pub(super) fn next_move(&mut self, at: usize, ply: usize) -> BitboardMove<W> {
        let Frame { moves, scores, has_tt_move, last, .. } = &mut self.frames[ply];
        if scores.is_empty() {
            if at == 0 && *has_tt_move {
                return moves[0];
            }
            scores.extend(moves.iter().map(|m| self.history.score(m, *last, ply)));
            if *has_tt_move {
                scores[0] = i32::MAX;
            }
        }
        pick(moves, scores, at);
        moves[at]
    }

    /// Removes the excluded moves at the root.
    pub(super) fn exclude_moves(&mut self) {
        let Frame { moves, has_tt_move, .. } = &mut self.frames[0];
        for m in &self.excluded {
            if let Some(place) = moves.iter().position(|other| other == m) {
                moves.swap_remove(place);
                *has_tt_move &= place != 0;
            }
        }
    }

    /// Makes this move and the principal variation after it that of the node.
    pub(super) fn update_pv(&mut self, m: BitboardMove<W>, ply: usize) {
        let (frames, rest) = self.frames.split_at_mut(ply + 1);
        let pv = &mut frames[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&rest[0].pv);
    }
}

/// Brings the best-scored of the moves from `at` on to `at`.
#[inline]
fn pick<W: Bitboard>(moves: &mut [BitboardMove<W>], scores: &mut [i32], at: usize) {
    let mut best = at;
    for i in at + 1..moves.len() {
        if scores[i] > scores[best] {
            best = i;
        }
    }
    moves.swap(at, best);
    scores.swap(at, best);
}
