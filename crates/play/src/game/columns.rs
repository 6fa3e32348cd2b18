//! What the store keeps beside the log of a game, so that games are found without reading their logs. It follows from the
//! log, and can be made from it again.

use super::GameState;
use crate::time::Timestamp;

/// What follows from the log of a game, and is kept beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// When a flag falls if nothing happens before.
    pub deadline: Option<Timestamp>,
    /// Since when an administrator is waited for.
    pub judged_since: Option<Timestamp>,
    /// Is the computer to move or to answer?
    pub computer_is_asked: bool,
    /// Is the game over?
    pub over: bool,
}

impl GameState {
    /// What is kept beside the log as it stands.
    #[must_use]
    pub fn columns(&self) -> Columns {
        let over = self.game.outcome().is_some();
        Columns {
            deadline: self.clocks.deadline().filter(|_| !over),
            judged_since: self.judged_since,
            computer_is_asked: self.asks_computer().is_some(),
            over,
        }
    }
}
