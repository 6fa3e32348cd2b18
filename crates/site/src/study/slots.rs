//! Slots for computations that do not need the engine: a few at a time, so that they do not overload the node.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::error::AnalysisError;

/// Maximum number of computations that wait for a slot.
const MAX_WAITING: usize = 256;

/// Limits the number of concurrent computations.
pub(crate) struct AnalysisSlots {
    slots: Arc<Semaphore>,
    /// Permits to wait for a slot.
    waiting: Semaphore,
}

impl AnalysisSlots {
    /// Creates `count` slots.
    pub(crate) fn new(count: usize) -> Self {
        Self { slots: Arc::new(Semaphore::new(count)), waiting: Semaphore::new(MAX_WAITING) }
    }

    /// Runs a computation on a blocking thread when a slot is free.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AnalysisError> {
        let waiting = self.waiting.try_acquire().map_err(|_| AnalysisError::Busy)?;
        // The semaphores are never closed.
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| AnalysisError::Busy)?;
        drop(waiting);
        let result = spawn_blocking(move || {
            let _slot = slot;
            work()
        });
        result.await.map_err(|error| {
            tracing::error!(%error, "analysis_panicked");
            AnalysisError::Failed
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn waiting_is_limited_and_cancelled_waits_free_their_place() {
        let slots = AnalysisSlots::new(1);
        let taken = Arc::clone(&slots.slots).acquire_owned().await.expect("a slot");
        let waiting: Vec<_> = (0..MAX_WAITING)
            .map(|_| {
                let mut wait = Box::pin(slots.run(|| ()));
                assert_eq!(wait.as_mut().now_or_never(), None);
                wait
            })
            .collect();
        assert_eq!(slots.run(|| ()).await, Err(AnalysisError::Busy));
        drop((waiting, taken));
        assert_eq!(slots.run(|| "done").await, Ok("done"));
    }

    #[tokio::test]
    async fn a_panic_fails_and_frees_its_slot() {
        let slots = AnalysisSlots::new(1);
        assert_eq!(slots.run(|| panic!("on purpose")).await, Err::<(), _>(AnalysisError::Failed));
        assert_eq!(slots.run(|| "done").await, Ok("done"));
    }
}
