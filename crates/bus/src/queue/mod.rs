//! Work for engines, in a queue of NATS that all nodes and workers share.
//!
//! Who takes a piece of work has it until it says that it is done; who says nothing for a while has lost it, and somebody
//! else gets it. So everything is done at least once, and must be such that twice does no harm.

mod draining;
mod ticket;

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

pub use draining::{Piece, drain};
pub use ticket::Ticket;

use crate::error::QueueError;

const STREAM: &str = "CROWNHEAD_WORK";
/// For so long the queue may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Who has said nothing for so long has lost its work.
const SILENCE: Duration = Duration::from_secs(5);
/// The same work is not queued twice within this time.
const SAME: Duration = Duration::from_secs(30);
/// Work that waits for longer is forgotten: who still needs it asks again.
const OLD: Duration = Duration::from_secs(600);
/// A piece of work is tried so many times.
const TRIES: i64 = 20;
/// So many pieces may be in hand at all workers together.
const IN_HAND: i64 = 4_000;

/// What can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The computer is to move or to answer in a game.
    Computer,
    /// A visitor wants to know what the engine thinks.
    Analysis,
}

impl Kind {
    /// Returns its name, as in the queue.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Computer => "computer",
            Self::Analysis => "analysis",
        }
    }

    fn subject(self, about: &str) -> String {
        format!("crownhead.work.{}.{about}", self.name())
    }
}

/// The queue.
pub struct Work {
    client: Client,
    jetstream: Context,
    /// How many pieces this process has taken and not settled.
    in_hand: watch::Sender<usize>,
    /// Was it told that it cannot be used?
    complained: AtomicBool,
}

impl Work {
    /// Opens the queue over a connection.
    #[must_use]
    pub fn new(client: Client) -> Self {
        let builder = ContextBuilder::new().timeout(PATIENCE).ack_timeout(PATIENCE);
        let jetstream = builder.build(client.clone());
        Self { client, jetstream, in_hand: watch::channel(0).0, complained: AtomicBool::new(false) }
    }

    /// Can it be reached at the moment, as far as is known?
    pub fn is_there(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// What carries it.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Puts something into the queue. The id tells it from other work: the same is not put there twice within a while.
    pub async fn put(&self, kind: Kind, about: &str, id: &str, what: Vec<u8>) -> Result<(), QueueError> {
        if !self.is_there() {
            return Err(QueueError::NotConnected);
        }
        let put = async || {
            let message = PublishMessage::build().message_id(id).payload(what.clone().into());
            self.jetstream.send_publish(kind.subject(about), message).await?.await
        };
        let putting = async {
            match put().await {
                // There is nobody to take it.
                Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                    self.stream().await?;
                    Ok::<_, QueueError>(put().await?)
                }
                placed => Ok(placed?),
            }
        };
        let put = timeout(PATIENCE, putting).await.map_err(QueueError::from).flatten().map(drop);
        self.heard(&put);
        put
    }

    /// Tells once that NATS is there and its queue cannot be used; that is not so if it is about to go, or has just come.
    fn heard<T>(&self, answer: &Result<T, QueueError>) {
        match answer {
            Ok(_) => self.complained.store(false, Ordering::Relaxed),
            Err(error) if self.is_there() && !self.complained.swap(true, Ordering::Relaxed) => {
                tracing::warn!(
                    %error,
                    "the queue of NATS cannot be used; was it started with JetStream (nats-server -js)?"
                );
            }
            Err(_) => {}
        }
    }

    /// The stream, which is made if it is not there.
    async fn stream(&self) -> Result<stream::Stream, QueueError> {
        let config = stream::Config {
            name: STREAM.to_owned(),
            description: Some("Work for the engines of Crownhead".to_owned()),
            subjects: vec!["crownhead.work.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: OLD,
            duplicate_window: SAME,
            ..stream::Config::default()
        };
        Ok(self.jetstream.get_or_create_stream(config).await?)
    }

    /// Where one kind of work is taken from, by all together.
    async fn consumer(&self, kind: Kind) -> Result<PullConsumer, QueueError> {
        let config = pull::Config {
            durable_name: Some(kind.name().to_owned()),
            filter_subject: kind.subject("*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            max_deliver: TRIES,
            max_ack_pending: IN_HAND,
            ..pull::Config::default()
        };
        let stream = self.stream().await?;
        Ok(stream.get_or_create_consumer(kind.name(), config).await?)
    }

    /// A piece that was taken.
    fn ticket(&self, message: jetstream::Message) -> Ticket {
        Ticket::of(message, &self.in_hand)
    }

    /// Waits until everything that was taken is settled, and the queue has heard of it; not for long.
    pub async fn settled(&self, within: Duration) {
        let settling = async {
            // The other end is here.
            let _ = self.in_hand.subscribe().wait_for(|in_hand| *in_hand == 0).await;
            let _ = self.client.flush().await;
        };
        let _ = timeout(within, settling).await;
    }
}
