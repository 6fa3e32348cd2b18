//! Hints over NATS. Each game and each account has a subject of its own, and a node subscribes to those that somebody there
//! listens to.

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
use crate::shared::{Duties, SharedBus, Transport};
use crate::signature::Signature;
use crate::topic::Topic;
use play::id::NodeId;

/// What concerns every node.
const ALL: &str = "crownhead.all";
const LOBBY: &str = "crownhead.lobby";
/// So often it is looked for subjects that nobody listens to any more.
const SWEEP: Duration = Duration::from_secs(2);
/// So often the server is asked whether it is there; three times in vain, and it is not.
const PING: Duration = Duration::from_secs(1);
/// For so long a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(2);
/// So long after each other it is tried again, at the most.
const AGAIN: Duration = Duration::from_millis(500);

/// Checks that this can be the address of NATS.
pub fn check_address(address: &str) -> Result<(), BusError> {
    servers(address).map(drop)
}

fn servers(addresses: &str) -> Result<Vec<ServerAddr>, BusError> {
    let server = |address: &str| {
        let known = ["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme));
        address.parse().ok().filter(|_| known).ok_or_else(|| BusError::Address(address.to_owned()))
    };
    addresses.split(',').map(server).collect()
}

/// The bus over NATS, and the connection. The server need not be there yet, and may go and come back.
pub(super) async fn connect(
    node: NodeId,
    signature: Signature,
    local: LocalBus,
    address: &str,
) -> Result<(SharedBus, Client), BusError> {
    let (bus, transport, duties) = SharedBus::new(node, signature, local);
    let (hearing, missing) = (transport.clone(), transport.clone());
    let trouble = Arc::new(Mutex::new(None));
    let last = Arc::clone(&trouble);
    let client = ConnectOptions::new()
        .name(format!("crownhead {node}"))
        .retry_on_initial_connect()
        .connection_timeout(CONNECTING)
        .ping_interval(PING)
        .reconnect_delay_callback(|attempts| AGAIN.min(Duration::from_millis(20) * attempts.min(100) as u32))
        .event_callback(move |event| {
            match event {
                Event::Connected => hearing.mended(),
                Event::Disconnected => hearing.broken(),
                // Something was dropped on its way to us.
                Event::SlowConsumer(_) => hearing.local.notify_all(),
                other => *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(other.to_string()),
            }
            std::future::ready(())
        })
        .connect(servers(address)?)
        .await?;
    // Who starts with a wrong address or password should hear of it.
    tokio::spawn(async move {
        sleep(CONNECTING + AGAIN).await;
        if !missing.is_whole() {
            let reason = trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
            missing.tell_loss(
                &reason.unwrap_or_else(|| "NATS does not answer at the address of --bus".to_owned()),
            );
        }
    });
    let carrier = Carrier { transport, client: client.clone(), subscriptions: HashMap::new() };
    tokio::spawn(carrier.carry(duties).in_current_span());
    Ok((bus, client))
}

struct Carrier {
    transport: Transport,
    client: Client,
    /// Who takes what comes on each subject.
    subscriptions: HashMap<String, JoinHandle<()>>,
}

impl Carrier {
    async fn carry(mut self, mut duties: Duties) {
        self.subscribe(ALL.to_owned()).await;
        let mut sweep = interval(SWEEP);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                announcement = duties.outbox.recv() => {
                    let Some(announcement) = announcement else { return };
                    self.publish(&announcement).await;
                    if let Some(owed) = self.transport.owed() {
                        self.publish(&owed).await;
                    }
                }
                Some(topic) = duties.coming.recv() => self.subscribe(subject(topic)).await,
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
        // It fails only when the client is gone, and then nobody is left to tell.
        let _ = self.client.publish(subject, message.into()).await;
    }

    async fn subscribe(&mut self, subject: String) {
        if self.subscriptions.contains_key(&subject) {
            return;
        }
        let Ok(mut messages) = self.client.subscribe(subject.clone()).await else { return };
        let transport = self.transport.clone();
        let taking = async move {
            while let Some(message) = messages.next().await {
                if let Ok(text) = std::str::from_utf8(&message.payload) {
                    transport.on_message(text);
                }
            }
        };
        self.subscriptions.insert(subject, tokio::spawn(taking.in_current_span()));
    }

    /// Hears what is listened to, and nothing else; tells what was dropped while nothing could be told.
    async fn sweep(&mut self) {
        let mut wanted: HashSet<String> = self.transport.local.heard().into_iter().map(subject).collect();
        wanted.insert(ALL.to_owned());
        self.subscriptions.retain(|subject, taking| {
            let keep = wanted.contains(subject);
            if !keep {
                taking.abort();
            }
            keep
        });
        for subject in wanted {
            self.subscribe(subject).await;
        }
        if let Some(owed) = self.transport.owed() {
            self.publish(&owed).await;
        }
    }
}

impl Drop for Carrier {
    fn drop(&mut self) {
        self.subscriptions.values().for_each(JoinHandle::abort);
    }
}

/// Where a topic is told. Who is at a game is told with the game, for the same people listen; keys are revoked so seldom
/// that everybody can be told.
fn subject(topic: Topic) -> String {
    match topic {
        Topic::Game(game) | Topic::Presence(game) => format!("crownhead.game.{game}"),
        Topic::Account(account) => format!("crownhead.account.{account}"),
        Topic::Lobby => LOBBY.to_owned(),
        Topic::Credentials(_) => ALL.to_owned(),
    }
}
