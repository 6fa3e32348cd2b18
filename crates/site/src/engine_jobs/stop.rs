//! The call to end a search.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Ends a search when it is raised. One task may wait for that.
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

    /// Returns what a search reads.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.flag
    }
}
