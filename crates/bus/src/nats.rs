//! Announcements over NATS. Each game and each account has its own subject, and a node subscribes to those that have a
//! subscriber there.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tracing::Instrument;

use crate::announcement::Announcement;
use crate::error::BusError;
use crate::local::LocalBus;
use crate::shared::{Outgoing, SharedBus, Transport};
use crate::signer::MessageSigner;
use crate::topic::Topic;
use play::id::NodeId;

/// The subject that every node subscribes to.
const ALL: &str = "crownhead.all";
/// The subject of the lobby.
const LOBBY: &str = "crownhead.lobby";
/// The interval between sweeps: see [`TransportTask::sweep`].
const SWEEP: Duration = Duration::from_secs(2);
/// The ping interval; after three unanswered pings the connection is lost.
const PING: Duration = Duration::from_secs(1);
/// The connection timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum delay before reconnecting.
const MAX_DELAY: Duration = Duration::from_millis(500);

/// Checks that a text is the URL of a NATS server, or a comma-separated list of them.
pub fn check_nats_url(text: &str) -> Result<(), BusError> {
    parse_servers(text).map(drop)
}

fn parse_servers(addresses: &str) -> Result<Vec<ServerAddr>, BusError> {
    let server = |address: &str| {
        let has_scheme = ["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme));
        address.parse().ok().filter(|_| has_scheme).ok_or_else(|| BusError::Address(address.to_owned()))
    };
    addresses.split(',').map(server).collect()
}

/// Opens the bus over NATS. The server need not be reachable yet; lost connections are restored.
pub(super) async fn connect(
    node: NodeId,
    signer: MessageSigner,
    local: LocalBus,
    address: &str,
) -> Result<(SharedBus, Client), BusError> {
    let (bus, transport, outgoing) = SharedBus::new(node, signer, local);
    let (event_transport, watched_transport) = (transport.clone(), transport.clone());
    let last_error = Arc::new(Mutex::new(None));
    let shared_error = Arc::clone(&last_error);
    let client = ConnectOptions::new()
        .name(format!("crownhead {node}"))
        .retry_on_initial_connect()
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(PING)
        .reconnect_delay_callback(|attempts| {
            MAX_DELAY.min(Duration::from_millis(20) * attempts.min(100) as u32)
        })
        .event_callback(move |event| {
            match event {
                Event::Connected => event_transport.connected(),
                Event::Disconnected => event_transport.disconnected(),
                // Messages to this node were dropped.
                Event::SlowConsumer(_) => event_transport.local.notify_all(),
                other => {
                    *shared_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(other.to_string());
                }
            }
            std::future::ready(())
        })
        .connect(parse_servers(address)?)
        .await?;
    // Reports a wrong address or password, which the client itself only retries.
    tokio::spawn(async move {
        sleep(CONNECT_TIMEOUT + MAX_DELAY).await;
        if !watched_transport.is_connected() {
            let reason = last_error.lock().unwrap_or_else(PoisonError::into_inner).take();
            watched_transport.report_loss(
                &reason.unwrap_or_else(|| "NATS does not respond at the address of --bus".to_owned()),
            );
        }
    });
    let task = TransportTask { transport, client: client.clone(), subscriptions: HashMap::new() };
    tokio::spawn(task.run(outgoing).in_current_span());
    Ok((bus, client))
}

struct TransportTask {
    transport: Transport,
    client: Client,
    /// The task that receives the messages of each subject.
    subscriptions: HashMap<String, JoinHandle<()>>,
}

impl TransportTask {
    async fn run(mut self, mut outgoing: Outgoing) {
        self.subscribe(ALL.to_owned()).await;
        let mut sweep = interval(SWEEP);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                announcement = outgoing.outbox.recv() => {
                    let Some(announcement) = announcement else { return };
                    self.publish(&announcement).await;
                    if let Some(dropped) = self.transport.take_dropped() {
                        self.publish(&dropped).await;
                    }
                }
                Some(topic) = outgoing.new_topics.recv() => self.subscribe(subject(topic)).await,
                _ = sweep.tick() => self.sweep().await,
            }
        }
    }

    async fn publish(&self, announcement: &Announcement) {
        let subject = match announcement {
            Announcement::Game { game, .. } => subject(Topic::Game(*game)),
            Announcement::Changed(topic) => subject(*topic),
            Announcement::Everything | Announcement::Broadcast(_) => ALL.to_owned(),
        };
        let message = self.transport.signed(&announcement.to_string());
        // It fails only when the client is closed.
        let _ = self.client.publish(subject, message.into()).await;
    }

    async fn subscribe(&mut self, subject: String) {
        if self.subscriptions.contains_key(&subject) {
            return;
        }
        let Ok(mut messages) = self.client.subscribe(subject.clone()).await else { return };
        let transport = self.transport.clone();
        let receiving = async move {
            while let Some(message) = messages.next().await {
                if let Ok(text) = std::str::from_utf8(&message.payload) {
                    transport.on_message(text);
                }
            }
        };
        self.subscriptions.insert(subject, tokio::spawn(receiving.in_current_span()));
    }

    /// Subscribes to exactly the subjects that have a subscriber on this node. If announcements were dropped, publishes the
    /// one that replaces them.
    async fn sweep(&mut self) {
        let mut wanted: HashSet<String> =
            self.transport.local.subscribed().into_iter().map(subject).collect();
        wanted.insert(ALL.to_owned());
        self.subscriptions.retain(|subject, receiving| {
            let keep = wanted.contains(subject);
            if !keep {
                receiving.abort();
            }
            keep
        });
        for subject in wanted {
            self.subscribe(subject).await;
        }
        if let Some(dropped) = self.transport.take_dropped() {
            self.publish(&dropped).await;
        }
    }
}

impl Drop for TransportTask {
    fn drop(&mut self) {
        self.subscriptions.values().for_each(JoinHandle::abort);
    }
}

/// Returns the subject of a topic. Presence shares the subject of its game, because the same clients subscribe to both.
/// Revocations are so rare that every node receives them.
fn subject(topic: Topic) -> String {
    match topic {
        Topic::Game(game) | Topic::Presence(game) => format!("crownhead.game.{game}"),
        Topic::Account(account) => format!("crownhead.account.{account}"),
        Topic::Lobby => LOBBY.to_owned(),
        Topic::Credentials(_) => ALL.to_owned(),
    }
}
