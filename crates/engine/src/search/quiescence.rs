//! Quiescence search: captures at the leaves are played to their end.

use draughts::ruleset::{Duty, Goal};
use draughts::{BitboardMove, Generated, State};

use super::node::Node;
use super::{DEEPEST, Search};
use crate::score::INFINITE;

/// How far below alpha, in centimen, a sacrifice may still be eval searching.
const SACRIFICE_MARGIN: i32 = 60;

impl<W: Generated> Search<'_, W> {
    /// Returns the score of a leaf: captures are played to their end, and a threat is answered once.
    pub(super) fn quiescence<N: Node>(
        &mut self,
        state: &State<W>,
        alpha: i32,
        beta: i32,
        ply: usize,
        first: bool,
    ) -> i32 {
        self.frames[ply].pv.clear();
        self.nodes += 1;
        if self.is_over() {
            return 0;
        }
        let referee = self.shared.referee;
        if ply >= DEEPEST {
            return self.shared.evaluation.evaluate(state);
        }
        let captures = referee.has_capture(state);
        let must = captures && referee.rule_set().capture.duty == Duty::MustCapture;
        let threatened = !captures && first && referee.has_capture(&state.passed());
        if !captures && !threatened && !self.may_be_over(state) {
            let eval = self.shared.evaluation.evaluate(state);
            return if first { self.sacrifice::<N>(state, eval, alpha, beta, ply) } else { eval };
        }
        self.list(state, None, ply);
        if self.frames[ply].moves.is_empty() {
            return self.terminal_score(state, ply);
        }
        let mut best = if must || threatened { -INFINITE } else { self.shared.evaluation.evaluate(state) };
        if !captures && !threatened {
            return best;
        }
        for i in 0..self.frames[ply].moves.len() {
            if best >= beta {
                break;
            }
            let m = self.next_move(i, ply);
            if captures && !m.is_capture() {
                continue;
            }
            let next = referee.play_unhashed(state, &m);
            let low = alpha.max(best);
            let score = -self.quiescence::<N>(&next, -beta, -low, ply + 1, false);
            if self.stopped {
                return 0;
            }
            best = self.better::<N>(best, score, alpha, m, ply);
        }
        best
    }

    /// Returns the better of two scores; the move of the second enters the principal variation where it is best so far.
    fn better<N: Node>(&mut self, best: i32, score: i32, alpha: i32, m: BitboardMove<W>, ply: usize) -> i32 {
        if N::IS_PV && score > best && score > alpha {
            self.update_pv(m, ply);
        }
        best.max(score)
    }

    /// Returns the score of a quiet leaf where a man may be sacrificed: the opponent must take it.
    fn sacrifice<N: Node>(&mut self, state: &State<W>, eval: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if !self.shared.prunes || eval >= beta || eval + SACRIFICE_MARGIN <= alpha {
            return eval;
        }
        let squares = self.shared.sacrifices.squares(state);
        if squares == W::NONE {
            return eval;
        }
        let referee = self.shared.referee;
        self.list(state, None, ply);
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
            best = self.better::<N>(best, score, alpha, m, ply);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Returns whether the side to move might have no move: few pieces may all be blocked, and a king ends some games.
    fn may_be_over(&self, state: &State<W>) -> bool {
        let pieces = state.pieces();
        let first_king = self.shared.referee.rule_set().goal == Goal::FirstKingWins;
        pieces.of(state.turn()).count() <= 6
            || first_king && (pieces.kings.white | pieces.kings.black) != W::NONE
    }
}
