//! Terminal nodes.

use draughts::ruleset::{Goal, RuleSet};
use draughts::{Generated, RelativeDirection, State};

use super::Search;
use crate::draw_rules::DrawCounters;
use crate::score::WIN;

impl<W: Generated> Search<'_, W> {
    /// Returns the score of a node that is drawn by repetition or by a draw rule, or that would be if the side to move had
    /// a legal move: without one, the game is decided.
    #[inline]
    pub(super) fn draw_score(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        ply: usize,
    ) -> Option<i32> {
        // A position that has occurred before has legal moves: one was played.
        if self.is_repetition(state) {
            return Some(0);
        }
        if !self.shared.draw_rules.is_complete(counters) {
            return None;
        }
        self.generate_moves(state, None, ply);
        Some(if self.frames[ply].moves.is_empty() { self.terminal_score(state, ply) } else { 0 })
    }

    /// Returns whether the position has occurred before, in the search or in the game.
    #[inline]
    fn is_repetition(&self, state: &State<W>) -> bool {
        let hash = state.zobrist_hash();
        let mut candidates = self.path.iter().rev().take(self.reversible).skip(1).step_by(2);
        candidates.any(|&before| before == hash)
    }

    /// Returns the score of a node without legal moves.
    pub(super) fn terminal_score(&self, state: &State<W>, ply: usize) -> i32 {
        let loss = -WIN + ply as i32;
        match self.shared.referee.rule_set().goal {
            Goal::NoMovesLoses => loss,
            Goal::NoMovesWins => -loss,
            Goal::FirstKingWins => {
                let own_king = state.pieces().kings[state.turn()] != W::NONE;
                if own_king { -loss } else { loss }
            }
        }
    }
}

/// Returns whether men only move forward, so that a move of a man is irreversible.
pub(super) fn men_go_forward(rules: &RuleSet) -> bool {
    rules
        .men
        .moves
        .iter()
        .all(|way| matches!(way, RelativeDirection::DiagonallyForward | RelativeDirection::StraightForward))
}
