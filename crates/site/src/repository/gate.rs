//! The gate: blocks commands and flag falls while clocks may be wrong.
//!
//! A node that cannot reach the store does not know whether any node serves. When the store is back, clocks that ran during
//! the outage are compensated first; until then no command may be charged for it, and no flag may fall.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// The time for which a heartbeat keeps the gate open.
const HEARTBEAT_VALIDITY: Duration = Duration::from_millis(2500);
/// Maximum time a command waits for the gate to open.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The gate of a repository.
#[derive(Clone)]
pub struct Gate(Arc<watch::Sender<GateState>>);

#[derive(Clone, Copy)]
struct GateState {
    status: GateStatus,
    /// How often the gate was opened after it had been closed.
    recoveries: u64,
}

#[derive(Clone, Copy)]
enum GateStatus {
    /// No heartbeat controls the gate; it is open.
    Uncontrolled,
    /// Open until this instant, unless it is extended.
    OpenUntil(Instant),
    Closed,
}

impl Default for Gate {
    fn default() -> Self {
        let state = GateState { status: GateStatus::Uncontrolled, recoveries: 0 };
        Self(Arc::new(watch::channel(state).0))
    }
}

impl Gate {
    /// Opens the gate for the validity of a heartbeat that was sent at `sent`.
    pub fn open(&self, sent: Instant) {
        self.0.send_modify(|state| {
            state.recoveries += u64::from(matches!(state.status, GateStatus::Closed));
            state.status = GateStatus::OpenUntil(sent + HEARTBEAT_VALIDITY);
        });
    }

    /// Closes the gate because clocks may be wrong.
    pub fn close(&self) {
        self.0.send_modify(|state| state.status = GateStatus::Closed);
    }

    /// Returns whether the gate is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.borrow().status.is_open()
    }

    /// Returns how often the gate was opened after it had been closed. If that has changed since a time was read, clocks
    /// were compensated or the time has jumped.
    #[must_use]
    pub fn recoveries(&self) -> u64 {
        self.0.borrow().recoveries
    }

    /// Waits for the gate to open, at most 5 seconds. Returns whether it is open.
    pub async fn wait_open(&self) -> bool {
        if self.is_open() {
            return true;
        }
        let mut changes = self.0.subscribe();
        let opened = timeout(MAX_WAIT, changes.wait_for(|state| state.status.is_open())).await;
        matches!(opened, Ok(Ok(_)))
    }
}

impl GateStatus {
    fn is_open(self) -> bool {
        match self {
            Self::Uncontrolled => true,
            Self::OpenUntil(end) => Instant::now() < end,
            Self::Closed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn gate_closes_without_heartbeats_and_admits_waiting_commands_when_it_opens() {
        let gate = Gate::default();
        assert!(gate.wait_open().await, "no heartbeat controls it");
        gate.open(Instant::now());
        assert!(gate.is_open());
        tokio::time::advance(HEARTBEAT_VALIDITY).await;
        assert!(!gate.is_open());
        let waiting = tokio::spawn({
            let gate = gate.clone();
            async move { gate.wait_open().await }
        });
        tokio::task::yield_now().await;
        gate.open(Instant::now());
        assert!(waiting.await.expect("no panic"), "the waiting command is admitted");
        assert_eq!(gate.recoveries(), 0, "no clock was compensated");
        gate.close();
        assert!(!gate.wait_open().await, "the wait is limited");
        gate.open(Instant::now());
        assert_eq!(gate.recoveries(), 1);
    }
}
