//! The gate: nothing happens at the tables while it is not known that the clocks are right.
//!
//! A node that does not reach the store cannot tell whether anybody serves. When the store is back, the clocks that ran
//! meanwhile are given the time back first; until then no command may be charged for it, and no flag may fall.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// For so long a heartbeat is good.
const GOOD: Duration = Duration::from_millis(2500);
/// For so long a command waits at a closed gate.
const PATIENCE: Duration = Duration::from_secs(5);

/// The gate of a repository.
#[derive(Clone)]
pub struct Gate(Arc<watch::Sender<Open>>);

#[derive(Clone, Copy)]
enum Open {
    /// Nobody looks after the gate.
    Always,
    /// Until then, unless it is opened again before.
    Until(Instant),
    /// Not now.
    Closed,
}

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(watch::channel(Open::Always).0))
    }
}

impl Gate {
    /// The store was asked at this time, and all is well.
    pub fn open(&self, asked: Instant) {
        self.0.send_replace(Open::Until(asked + GOOD));
    }

    /// The clocks are not right at the moment.
    pub fn close(&self) {
        self.0.send_replace(Open::Closed);
    }

    /// Is it open?
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.borrow().is_open()
    }

    /// Waits until it is open; false: that takes too long.
    pub async fn pass(&self) -> bool {
        if self.is_open() {
            return true;
        }
        let mut changes = self.0.subscribe();
        let opened = timeout(PATIENCE, changes.wait_for(|open| open.is_open())).await;
        matches!(opened, Ok(Ok(_)))
    }
}

impl Open {
    fn is_open(self) -> bool {
        match self {
            Self::Always => true,
            Self::Until(until) => Instant::now() < until,
            Self::Closed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_gate_shuts_by_itself_when_the_store_is_silent_and_lets_those_who_wait_through_when_it_is_back()
     {
        let gate = Gate::default();
        assert!(gate.pass().await, "nobody looks after it");
        gate.open(Instant::now());
        assert!(gate.is_open());
        tokio::time::advance(GOOD).await;
        assert!(!gate.is_open());
        let waiting = tokio::spawn({
            let gate = gate.clone();
            async move { gate.pass().await }
        });
        tokio::task::yield_now().await;
        gate.open(Instant::now());
        assert!(waiting.await.expect("it waits"), "it is let through");
        gate.close();
        assert!(!gate.pass().await, "it does not wait for ever");
    }
}
