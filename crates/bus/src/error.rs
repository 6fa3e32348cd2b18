//! Errors of the bus and of the job queue.

use async_nats::jetstream::consumer::pull::BatchError;
use async_nats::jetstream::context::{CreateStreamError, PublishError};
use async_nats::jetstream::stream::ConsumerError;
use thiserror::Error;
use tokio::time::error::Elapsed;

use store::StoreError;

/// The reason why a bus cannot be opened.
#[derive(Debug, Error)]
pub enum BusError {
    /// The address is not the URL of a NATS server.
    #[error("{0:?} is not the address of a bus: write nats://HOST:PORT, or tls://HOST:PORT")]
    Address(String),
    /// The NATS client cannot be set up.
    #[error("the bus cannot be used: {0}")]
    Nats(#[from] async_nats::ConnectError),
    /// The address of PostgreSQL cannot be used.
    #[error(transparent)]
    Postgres(#[from] StoreError),
}

/// The reason why the job queue cannot be used.
#[derive(Debug, Error)]
pub enum QueueError {
    /// There is no connection to NATS.
    #[error("the queue cannot be reached")]
    NotConnected,
    /// The queue does not respond in time.
    #[error("the queue does not answer")]
    Timeout(#[from] Elapsed),
    /// The job was not accepted.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// The stream of jobs cannot be created.
    #[error(transparent)]
    Stream(#[from] CreateStreamError),
    /// The consumer of jobs cannot be created.
    #[error(transparent)]
    Consumer(#[from] ConsumerError),
    /// The request for jobs failed.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The delivery of a job failed.
    #[error("{0}")]
    Receive(async_nats::Error),
    /// This process takes no more jobs.
    #[error("the queue is closed")]
    Closed,
}
