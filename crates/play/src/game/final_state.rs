//! The end of a game, which the store keeps beside the log, so that lists of finished games need no replay.

use draughts::draw::MoveNumber;
use draughts::game::Outcome;
use serde::{Deserialize, Serialize};

use super::GameState;

/// The data by which lists show a finished game. It is derived from the log and can be computed again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinalState {
    /// The last position.
    pub fen: String,
    /// The number of the move that would have been next.
    pub next_move: MoveNumber,
    /// The outcome.
    pub outcome: Outcome,
}

impl FinalState {
    /// Returns the final state of a game; `None` while it is running.
    #[must_use]
    pub fn of(state: &GameState) -> Option<Self> {
        let game = state.game();
        let outcome = game.outcome()?.clone();
        Some(Self { fen: game.fen(), next_move: game.move_number(), outcome })
    }
}
