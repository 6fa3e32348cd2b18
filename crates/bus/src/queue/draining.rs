//! Taking work from the queue, as much as there are hands for.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::ticket::Ticket;
use super::{Kind, Work};
use crate::error::QueueError;

/// For so long it is waited for work before it is asked for again.
const WAIT: Duration = Duration::from_secs(2);
/// An answer that is later than this is lost.
const LATE: Duration = Duration::from_secs(1);
/// So long after a failure it is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// A piece of work.
pub struct Piece {
    /// What is to be done, as it was queued.
    pub what: Vec<u8>,
    /// The right to it.
    pub ticket: Ticket,
    /// How much else waits.
    pub waiting: usize,
    /// One of the hands, which is free again when this is dropped.
    pub hand: OwnedSemaphorePermit,
}

/// Takes work of one kind with so many hands, and gives it away, until it is aborted.
pub async fn drain(work: Arc<Work>, kind: Kind, hands: usize, give: impl Fn(Piece)) {
    let hands = Arc::new(Semaphore::new(hands));
    loop {
        let consumer = work.consumer(kind).await;
        work.heard(&consumer);
        let failed = match consumer {
            Ok(consumer) => take(&work, &consumer, &hands, &give).await,
            Err(error) => error,
        };
        tracing::debug!(error = %failed, kind = kind.name(), "there is no work to be had");
        sleep(AGAIN).await;
    }
}

/// Takes work until that fails.
async fn take(
    work: &Work,
    consumer: &PullConsumer,
    hands: &Arc<Semaphore>,
    give: &impl Fn(Piece),
) -> QueueError {
    loop {
        let Ok(hand) = Arc::clone(hands).acquire_owned().await else { return QueueError::Closed };
        let message = match next(consumer).await {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(error) => return error,
        };
        let waiting = message.info().map_or(0, |info| usize::try_from(info.pending).unwrap_or(usize::MAX));
        let what = message.payload.to_vec();
        give(Piece { what, ticket: work.ticket(message), waiting, hand });
    }
}

/// The next piece, if there is one within a moment.
async fn next(consumer: &PullConsumer) -> Result<Option<Message>, QueueError> {
    let waiting = async {
        let mut batch = consumer.batch().max_messages(1).expires(WAIT).messages().await?;
        batch.next().await.transpose().map_err(QueueError::Receive)
    };
    timeout(WAIT + LATE, waiting).await?
}
