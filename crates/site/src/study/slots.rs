//! Where positions of studies are worked out, without the engine: a few at a time, so that they do not keep the node busy.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::error::AnalysisError;

/// The number of those who may wait; each takes a moment.
const MOST_WAITING: usize = 256;

/// Places to work something out in.
pub(crate) struct AnalysisSlots {
    slots: Arc<Semaphore>,
    /// Places to wait for one.
    waiting: Semaphore,
}

impl AnalysisSlots {
    /// Creates so many.
    pub(crate) fn new(count: usize) -> Self {
        Self { slots: Arc::new(Semaphore::new(count)), waiting: Semaphore::new(MOST_WAITING) }
    }

    /// Works something out when there is a place.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AnalysisError> {
        let waiting = self.waiting.try_acquire().map_err(|_| AnalysisError::Busy)?;
        // They are never closed.
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| AnalysisError::Busy)?;
        drop(waiting);
        let done = spawn_blocking(move || {
            let _slot = slot;
            work()
        });
        done.await.map_err(|error| {
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
    async fn so_many_wait_for_a_slot_and_whoever_goes_makes_room() {
        let analysis = AnalysisSlots::new(1);
        let taken = Arc::clone(&analysis.slots).acquire_owned().await.expect("a slot");
        let waiting: Vec<_> = (0..MOST_WAITING)
            .map(|_| {
                let mut waits = Box::pin(analysis.run(|| ()));
                assert_eq!(waits.as_mut().now_or_never(), None);
                waits
            })
            .collect();
        assert_eq!(analysis.run(|| ()).await, Err(AnalysisError::Busy));
        drop((waiting, taken));
        assert_eq!(analysis.run(|| "done").await, Ok("done"));
    }

    #[tokio::test]
    async fn work_that_panics_fails_and_leaves_its_slot() {
        let analysis = AnalysisSlots::new(1);
        assert_eq!(analysis.run(|| panic!("on purpose")).await, Err::<(), _>(AnalysisError::Failed));
        assert_eq!(analysis.run(|| "done").await, Ok("done"));
    }
}
