//! The signal that stops a search.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Stops a search when it is raised. One task may wait for that.
#[derive(Default)]
pub(super) struct Stop {
    flag: AtomicBool,
    raised: Notify,
}

impl Stop {
    pub(super) fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.raised.notify_one();
    }

    /// Waits until it is raised.
    pub(super) async fn raised(&self) {
        self.raised.notified().await;
    }

    /// Returns the flag that a search polls.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.flag
    }
}
