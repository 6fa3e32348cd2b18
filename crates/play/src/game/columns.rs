//! Columns that the store keeps beside the log of a game, so that games are found without reading their logs. They are
//! derived from the log and can be computed again.

use super::GameState;
use crate::time::Timestamp;

/// Columns derived from the log of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// When the time of the running clock is over if nothing happens before. The flag falls later, by the lag that is
    /// credited.
    pub deadline: Option<Timestamp>,
    /// The time since which the game has waited for an administrator.
    pub awaits_admin_since: Option<Timestamp>,
    /// Whether the engine is to move or to answer.
    pub awaits_engine: bool,
    /// Whether the game is over.
    pub over: bool,
}

impl GameState {
    /// Returns the columns for the current state.
    #[must_use]
    pub fn columns(&self) -> Columns {
        let over = self.game.outcome().is_some();
        Columns {
            deadline: self.clocks.deadline().filter(|_| !over),
            awaits_admin_since: self.awaits_admin_since,
            awaits_engine: self.engine_to_act().is_some(),
            over,
        }
    }
}
