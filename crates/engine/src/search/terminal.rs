//! Nodes where the game is over.

use draughts::ruleset::{Goal, RuleSet};
use draughts::{Generated, RelativeDirection, State};

use super::Search;
use crate::draws::Clock;
use crate::score::WIN;

impl<W: Generated> Search<'_, W> {
    /// Returns whether the node repeats a position, or a draw rule is met.
    pub(super) fn is_draw(&self, state: &State<W>, clock: &Clock) -> bool {
        let hash = state.zobrist_hash();
        let mut candidates = self.path.iter().rev().take(self.reversible).skip(1).step_by(2);
        candidates.any(|&before| before == hash) || self.shared.draws.is_draw(clock, state)
    }

    /// Returns the score of a node whose side to move has no move.
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

/// Returns whether a man that has moved never returns to its square.
pub(super) fn men_go_forward(rules: &RuleSet) -> bool {
    rules
        .men
        .moves
        .iter()
        .all(|way| matches!(way, RelativeDirection::DiagonallyForward | RelativeDirection::StraightForward))
}
