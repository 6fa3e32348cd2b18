//! The time at which a command counts as received.

use super::error::GameError;
use super::gate::Gate;
use play::time::Timestamp;
use store::clock;

/// The time of receipt of a command.
///
/// A command that is executed after an outage counts as received after it: the clock of its player was given the outage
/// back, and the clock of the opponent must not run in it.
pub(super) struct Receipt {
    at: Timestamp,
    recoveries: u64,
}

impl Receipt {
    pub(super) fn new(gate: &Gate, at: Timestamp) -> Self {
        Self { at, recoveries: gate.recoveries() }
    }

    /// Waits for the gate to open, and returns the time of receipt; an error if the gate stays closed.
    pub(super) async fn update(&mut self, gate: &Gate) -> Result<Timestamp, GameError> {
        if !gate.wait_open().await {
            return Err(GameError::Recovering);
        }
        let recoveries = gate.recoveries();
        if recoveries != self.recoveries {
            *self = Self { at: clock::now(), recoveries };
        }
        Ok(self.at)
    }
}
