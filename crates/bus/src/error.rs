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
    /// This is not the address of NATS.
    #[error("{0:?} is not the address of a bus: write nats://HOST:PORT, or tls://HOST:PORT")]
    Address(String),
    /// NATS cannot be used.
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
    /// NATS does not respond in time.
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
    /// Jobs cannot be requested.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// A job cannot be received.
    #[error("{0}")]
    Receive(async_nats::Error),
    /// This process takes no more jobs.
    #[error("the queue is closed")]
    Closed,
}
