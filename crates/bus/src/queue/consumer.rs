//! Takes jobs from the queue, as many at a time as there are slots.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::lease::JobLease;
use super::{JobKind, SharedQueue};
use crate::error::QueueError;

/// The time to wait for a job before the request is renewed.
const WAIT: Duration = Duration::from_secs(2);
/// The additional time for the response.
const GRACE: Duration = Duration::from_secs(1);
/// The delay after a failure.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// A job from the queue.
pub struct QueuedJob {
    /// The content, as it was queued.
    pub payload: Vec<u8>,
    /// The lease on the job.
    pub lease: JobLease,
    /// The number of other waiting jobs.
    pub waiting: usize,
    /// The slot, which is free again when this is dropped.
    pub slot: OwnedSemaphorePermit,
}

/// Takes jobs of one kind and passes them to `handle`, at most `slots` at a time, until the task is aborted.
pub async fn consume(queue: Arc<SharedQueue>, kind: JobKind, slots: usize, handle: impl Fn(QueuedJob)) {
    let slots = Arc::new(Semaphore::new(slots));
    loop {
        let consumer = queue.consumer(kind).await;
        queue.log_unavailable(&consumer);
        let failed = match consumer {
            Ok(consumer) => take(&queue, &consumer, &slots, &handle).await,
            Err(error) => error,
        };
        tracing::debug!(error = %failed, kind = kind.name(), "job_request_failed");
        sleep(RETRY_DELAY).await;
    }
}

/// Takes jobs until an error occurs.
async fn take(
    queue: &SharedQueue,
    consumer: &PullConsumer,
    slots: &Arc<Semaphore>,
    handle: &impl Fn(QueuedJob),
) -> QueueError {
    loop {
        let Ok(slot) = Arc::clone(slots).acquire_owned().await else { return QueueError::Closed };
        let message = match next(consumer).await {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(error) => return error,
        };
        let waiting = message.info().map_or(0, |info| usize::try_from(info.pending).unwrap_or(usize::MAX));
        let payload = message.payload.to_vec();
        handle(QueuedJob { payload, lease: queue.lease(message), waiting, slot });
    }
}

/// Waits a short time for the next job.
async fn next(consumer: &PullConsumer) -> Result<Option<Message>, QueueError> {
    let waiting = async {
        let mut batch = consumer.batch().max_messages(1).expires(WAIT).messages().await?;
        batch.next().await.transpose().map_err(QueueError::Receive)
    };
    timeout(WAIT + GRACE, waiting).await?
}
