//! Quiescence search.

use draughts::ruleset::{Duty, Goal};
use draughts::{BitboardMove, Generated, State};

use super::node::Node;
use super::{MAX_PLY, Search};
use crate::score::INFINITE;

/// The most by which the evaluation may be below alpha for sacrifices to be searched, in centimen.
const SACRIFICE_MARGIN: i32 = 60;

impl<W: Generated> Search<'_, W> {
    /// Returns the score of a leaf. Searches captures, and at the first node (`is_first`) all answers to a threat of
    /// the opponent to capture.
    pub(super) fn quiescence<N: Node>(
        &mut self,
        state: &State<W>,
        alpha: i32,
        beta: i32,
        ply: usize,
        is_first: bool,
    ) -> i32 {
        self.frames[ply].pv.clear();
        self.nodes += 1;
        if self.check_stop() {
            return 0;
        }
        let referee = self.shared.referee;
        if ply >= MAX_PLY {
            return self.evaluator.evaluate(state, ply);
        }
        let can_capture = referee.has_capture(state);
        let must_capture = can_capture && referee.rule_set().capture.duty == Duty::MustCapture;
        let is_threatened = !can_capture && is_first && referee.has_capture(&state.passed());
        if !can_capture && !is_threatened && !self.may_be_terminal(state) {
            let eval = self.evaluator.evaluate(state, ply);
            return if is_first { self.search_sacrifices::<N>(state, eval, alpha, beta, ply) } else { eval };
        }
        self.generate_moves(state, None, ply);
        if self.frames[ply].moves.is_empty() {
            return self.terminal_score(state, ply);
        }
        // Stand pat, unless the side to move must capture or has to answer a threat.
        let mut best =
            if must_capture || is_threatened { -INFINITE } else { self.evaluator.evaluate(state, ply) };
        if !can_capture && !is_threatened {
            return best;
        }
        for i in 0..self.frames[ply].moves.len() {
            if best >= beta {
                break;
            }
            let m = self.next_move(i, ply);
            if can_capture && !m.is_capture() {
                continue;
            }
            let next = referee.play_unhashed(state, &m);
            let score = -self.quiescence::<N>(&next, -beta, -alpha.max(best), ply + 1, false);
            if self.stopped {
                return 0;
            }
            best = self.update_best::<N>(best, score, alpha, m, ply);
        }
        best
    }

    /// Returns the maximum of `best` and the score of a move. Updates the principal variation if the move raises alpha.
    fn update_best<N: Node>(
        &mut self,
        best: i32,
        score: i32,
        alpha: i32,
        m: BitboardMove<W>,
        ply: usize,
    ) -> i32 {
        if N::IS_PV && score > best && score > alpha {
            self.update_pv(m, ply);
        }
        best.max(score)
    }

    /// Returns the score of a quiet leaf with the static evaluation `eval`. Searches the moves that offer a man which
    /// the opponent must capture.
    fn search_sacrifices<N: Node>(
        &mut self,
        state: &State<W>,
        eval: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if !self.shared.pruning || eval >= beta || eval + SACRIFICE_MARGIN <= alpha {
            return eval;
        }
        let squares = self.shared.sacrifices.squares(state);
        if squares == W::NONE {
            return eval;
        }
        let referee = self.shared.referee;
        self.generate_moves(state, None, ply);
        let mut best = eval;
        for i in 0..self.frames[ply].moves.len() {
            let m = self.frames[ply].moves[i];
            if m.king || (m.to & squares) == W::NONE {
                continue;
            }
            let next = referee.play_unhashed(state, &m);
            if !referee.has_capture(&next) {
                continue;
            }
            let score = -self.quiescence::<N>(&next, -beta, -alpha.max(best), ply + 1, false);
            if self.stopped {
                return 0;
            }
            best = self.update_best::<N>(best, score, alpha, m, ply);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Returns whether the side to move may have no legal move: a few pieces can all be blocked, and by some rules the
    /// first king ends the game.
    fn may_be_terminal(&self, state: &State<W>) -> bool {
        let pieces = state.pieces();
        let first_king = self.shared.referee.rule_set().goal == Goal::FirstKingWins;
        pieces.of(state.turn()).count() <= 6
            || first_king && (pieces.kings.white | pieces.kings.black) != W::NONE
    }
}
