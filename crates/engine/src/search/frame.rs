//! The search stack: the ordered moves and the principal variation of each ply.

use draughts::{Bitboard, BitboardMove, Generated, State};

use super::Search;
use super::history::{PieceTo, from_to};

/// The state of the node at one ply.
pub(super) struct Frame<W> {
    pub(super) moves: Vec<BitboardMove<W>>,
    /// The ordering scores of the moves. They are computed only if the move of the transposition table causes no
    /// cutoff.
    pub(super) scores: Vec<i32>,
    /// Whether the move of the transposition table is the first in the list.
    pub(super) has_tt_move: bool,
    pub(super) pv: Vec<BitboardMove<W>>,
    /// The piece and destination of the move that led to the node.
    pub(super) previous: PieceTo,
}

impl<W: Generated> Search<'_, W> {
    /// Generates the legal moves of a node, that of the transposition table first.
    pub(super) fn generate_moves(&mut self, state: &State<W>, tt_move: Option<(u8, u8)>, ply: usize) {
        let Frame { moves, scores, has_tt_move, .. } = &mut self.frames[ply];
        moves.clear();
        scores.clear();
        let work = self.shared.referee.legal_moves(state, moves);
        let found = tt_move.and_then(|tt_move| moves.iter().position(|m| from_to(m) == tt_move));
        if let Some(i) = found {
            moves.swap(0, i);
        }
        *has_tt_move = found.is_some();
        self.count_steps(work.steps);
    }

    /// Swaps the move with the highest score among those from index `i` on to `i`, and returns it.
    #[inline]
    pub(super) fn next_move(&mut self, i: usize, ply: usize) -> BitboardMove<W> {
        let Frame { moves, scores, has_tt_move, previous, .. } = &mut self.frames[ply];
        if scores.is_empty() {
            if i == 0 && *has_tt_move {
                return moves[0];
            }
            scores.extend(moves.iter().map(|m| self.history.score(m, *previous, ply)));
            if *has_tt_move {
                scores[0] = i32::MAX;
            }
        }
        select_best(moves, scores, i);
        moves[i]
    }

    /// Removes the excluded moves at the root.
    pub(super) fn exclude_moves(&mut self) {
        let Frame { moves, has_tt_move, .. } = &mut self.frames[0];
        for m in &self.excluded {
            if let Some(i) = moves.iter().position(|other| other == m) {
                moves.swap_remove(i);
                *has_tt_move &= i != 0;
            }
        }
    }

    /// Sets the principal variation of the node to a move followed by the principal variation after it.
    pub(super) fn update_pv(&mut self, m: BitboardMove<W>, ply: usize) {
        let (frames, rest) = self.frames.split_at_mut(ply + 1);
        let pv = &mut frames[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&rest[0].pv);
    }
}

/// Swaps the move with the highest score among those from index `start` on to `start`.
#[inline]
fn select_best<W: Bitboard>(moves: &mut [BitboardMove<W>], scores: &mut [i32], start: usize) {
    let mut best = start;
    for i in start + 1..moves.len() {
        if scores[i] > scores[best] {
            best = i;
        }
    }
    moves.swap(start, best);
    scores.swap(start, best);
}
