//! Runs CPU-bound work that does not need the engine: a few tasks at a time, so that they do not overload the node.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::error::AnalysisError;

/// Maximum number of tasks that wait for a slot.
const MAX_QUEUED: usize = 256;

/// Runs CPU-bound work on blocking threads, a few tasks at a time.
pub(crate) struct BlockingSlots {
    slots: Arc<Semaphore>,
    /// Permits to wait for a slot.
    queue_permits: Semaphore,
}

impl BlockingSlots {
    /// Creates `count` slots.
    pub(crate) fn new(count: usize) -> Self {
        Self { slots: Arc::new(Semaphore::new(count)), queue_permits: Semaphore::new(MAX_QUEUED) }
    }

    /// Runs a task on a blocking thread when a slot is free.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AnalysisError> {
        let queue_permit = self.queue_permits.try_acquire().map_err(|_| AnalysisError::Busy)?;
        // The semaphores are never closed.
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| AnalysisError::Busy)?;
        drop(queue_permit);
        let result = spawn_blocking(move || {
            let _slot = slot;
            work()
        });
        result.await.map_err(|error| {
            tracing::error!(%error, "blocking_task_panicked");
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
        let slots = BlockingSlots::new(1);
        let taken = Arc::clone(&slots.slots).acquire_owned().await.expect("a slot");
        let waiting: Vec<_> = (0..MAX_QUEUED)
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
        let slots = BlockingSlots::new(1);
        assert_eq!(slots.run(|| panic!("on purpose")).await, Err::<(), _>(AnalysisError::Failed));
        assert_eq!(slots.run(|| "done").await, Ok("done"));
    }
}
