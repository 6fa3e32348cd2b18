//! Positions at the edge of the search, looked at until the fighting is over.

use draughts::ruleset::{Duty, Goal};
use draughts::{Generated, State, WordMove};

use super::node::Node;
use super::{DEEPEST, Search};
use crate::evaluation::Evaluation;
use crate::score::INFINITE;

/// What an offer can win at the most, beyond what it gives, that is worth looking at.
const MOST_OF_AN_OFFER: i32 = 60;

impl<W: Generated, E: Evaluation<W>> Search<'_, W, E> {
    /// The position when the fighting is over: captures are made to their end, and a threat is looked at once.
    pub(super) fn quiet<N: Node>(
        &mut self,
        state: &State<W>,
        alpha: i32,
        beta: i32,
        ply: usize,
        first: bool,
    ) -> i32 {
        self.frames[ply].line.clear();
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
            let worth = self.shared.evaluation.evaluate(state);
            return if first { self.offer::<N>(state, worth, alpha, beta, ply) } else { worth };
        }
        self.list(state, None, ply);
        if self.frames[ply].moves.is_empty() {
            return self.ended(state, ply);
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
            let score = -self.quiet::<N>(&next, -beta, -low, ply + 1, false);
            if self.stopped {
                return 0;
            }
            best = self.better::<N>(best, score, alpha, m, ply);
        }
        best
    }

    /// The better of two scores; the move that brought the second is kept where it is the best so far.
    fn better<N: Node>(&mut self, best: i32, score: i32, alpha: i32, m: WordMove<W>, ply: usize) -> i32 {
        if N::IS_LINE && score > best && score > alpha {
            self.keep_line(m, ply);
        }
        best.max(score)
    }

    /// What the position is worth if a man may be given away: the opponent must take it, and what follows is looked at.
    fn offer<N: Node>(&mut self, state: &State<W>, worth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if !self.prunes() || worth >= beta || worth + MOST_OF_AN_OFFER <= alpha {
            return worth;
        }
        let squares = self.shared.offers.squares(state);
        if squares == W::NONE {
            return worth;
        }
        let referee = self.shared.referee;
        self.list(state, None, ply);
        let mut best = worth;
        for i in 0..self.frames[ply].moves.len() {
            let m = self.frames[ply].moves[i];
            if m.king || (m.to & squares) == W::NONE {
                continue;
            }
            let next = referee.play_unhashed(state, &m);
            if !referee.has_capture(&next) {
                continue;
            }
            let score = -self.quiet::<N>(&next, -beta, -alpha.max(best), ply + 1, false);
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

    /// Might the side to move have no move? Few pieces may all be blocked; a king ends some games.
    fn may_be_over(&self, state: &State<W>) -> bool {
        let pieces = state.pieces();
        let first_king = self.shared.referee.rule_set().goal == Goal::FirstKingWins;
        pieces.of(state.turn()).count() <= 6
            || first_king && (pieces.kings.white | pieces.kings.black) != W::NONE
    }
}
