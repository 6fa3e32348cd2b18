//! The queue of engine jobs over NATS JetStream, shared by all nodes and workers.
//!
//! A worker holds a lease on a job until the job is settled. A lease that is not renewed expires, and the job goes to
//! another worker. Jobs therefore run at least once, and must be idempotent.

mod consumer;
mod lease;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{ContextBuilder, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use tokio::sync::watch;
use tokio::time::timeout;

pub use consumer::{QueuedJob, consume};
pub use lease::JobLease;

use crate::error::QueueError;

/// The name of the JetStream stream.
const STREAM: &str = "CROWNHEAD_WORK";
/// The timeout of a request to the queue.
const TIMEOUT: Duration = Duration::from_secs(2);
/// The time after which a lease that is not renewed expires.
const LEASE: Duration = Duration::from_secs(5);
/// The time within which the same job is not queued twice.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(30);
/// The time after which a waiting job is dropped; it is queued again if it is still needed.
const MAX_AGE: Duration = Duration::from_secs(600);
/// The maximum number of deliveries of a job.
const MAX_DELIVERIES: i64 = 20;
/// The maximum number of leased jobs of all workers together.
const MAX_LEASED: i64 = 4_000;

/// The kind of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// The engine has to act in a game: to move, or to answer an offer.
    Turn,
    /// A visitor has requested an analysis.
    Analysis,
}

impl JobKind {
    /// Returns the name of the kind in subjects, consumers and threads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            // A wire name, kept for workers of other versions.
            Self::Turn => "computer",
            Self::Analysis => "analysis",
        }
    }

    fn subject(self, subject_key: &str) -> String {
        format!("crownhead.work.{}.{subject_key}", self.name())
    }
}

/// The job queue.
pub struct SharedQueue {
    client: Client,
    jetstream: Context,
    /// The number of jobs that this process has leased.
    leased: watch::Sender<usize>,
    /// Whether it was logged that the queue is unavailable.
    unavailability_logged: AtomicBool,
}

impl SharedQueue {
    /// Opens the queue over a connection.
    #[must_use]
    pub fn new(client: Client) -> Self {
        let builder = ContextBuilder::new().timeout(TIMEOUT).ack_timeout(TIMEOUT);
        let jetstream = builder.build(client.clone());
        Self { client, jetstream, leased: watch::channel(0).0, unavailability_logged: AtomicBool::new(false) }
    }

    /// Returns whether the client holds a connection to NATS. A connection that was just lost may still count.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Returns the connection to NATS.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Queues a job. `subject_key` is the last part of its subject: the id of the game or of the request. A job with the
    /// same `id` is not queued twice within 30 seconds.
    pub async fn enqueue(
        &self,
        kind: JobKind,
        subject_key: &str,
        id: &str,
        payload: Vec<u8>,
    ) -> Result<(), QueueError> {
        if !self.is_connected() {
            return Err(QueueError::NotConnected);
        }
        let publish = async || {
            let message = PublishMessage::build().message_id(id).payload(payload.clone().into());
            self.jetstream.send_publish(kind.subject(subject_key), message).await?.await
        };
        let publish_or_create_stream = async {
            match publish().await {
                // No consumer has created the stream yet.
                Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                    self.stream().await?;
                    Ok::<_, QueueError>(publish().await?)
                }
                ack => Ok(ack?),
            }
        };
        let result =
            timeout(TIMEOUT, publish_or_create_stream).await.map_err(QueueError::from).flatten().map(drop);
        self.log_unavailable(&result);
        result
    }

    /// Logs that NATS is connected but its queue is unavailable, once until a result is good again.
    fn log_unavailable<T>(&self, result: &Result<T, QueueError>) {
        match result {
            Ok(_) => self.unavailability_logged.store(false, Ordering::Relaxed),
            Err(error)
                if self.is_connected() && !self.unavailability_logged.swap(true, Ordering::Relaxed) =>
            {
                tracing::warn!(
                    %error,
                    hint = "start NATS with JetStream (nats-server -js)",
                    "job_queue_unavailable"
                );
            }
            Err(_) => {}
        }
    }

    /// Returns the stream, creating it if necessary.
    async fn stream(&self) -> Result<stream::Stream, QueueError> {
        let config = stream::Config {
            name: STREAM.to_owned(),
            description: Some("Engine jobs of Crownhead".to_owned()),
            subjects: vec!["crownhead.work.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: MAX_AGE,
            duplicate_window: DUPLICATE_WINDOW,
            ..stream::Config::default()
        };
        Ok(self.jetstream.get_or_create_stream(config).await?)
    }

    /// Returns the consumer for a kind of job, which all workers share.
    async fn consumer(&self, kind: JobKind) -> Result<PullConsumer, QueueError> {
        let config = pull::Config {
            durable_name: Some(kind.name().to_owned()),
            filter_subject: kind.subject("*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: LEASE,
            max_deliver: MAX_DELIVERIES,
            max_ack_pending: MAX_LEASED,
            ..pull::Config::default()
        };
        let stream = self.stream().await?;
        Ok(stream.get_or_create_consumer(kind.name(), config).await?)
    }

    /// Returns the lease on a received job.
    fn lease(&self, message: jetstream::Message) -> JobLease {
        JobLease::of(message, &self.leased)
    }

    /// Waits until all leased jobs are settled, for at most `limit`.
    pub async fn wait_settled(&self, limit: Duration) {
        let settling = async {
            // The sender is in `self`, so this cannot fail.
            let _ = self.leased.subscribe().wait_for(|leased| *leased == 0).await;
            let _ = self.client.flush().await;
        };
        let _ = timeout(limit, settling).await;
    }
}
