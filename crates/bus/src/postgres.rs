//! Announcements over PostgreSQL, by LISTEN and NOTIFY, for nodes without NATS. Every node receives every message, which
//! is slower than NATS; announcements are therefore sent in batches.

use std::time::Duration;

use futures_util::StreamExt;
use thiserror::Error;
use tokio::sync::mpsc;
use tokio::time::error::Elapsed;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};
use tracing::Instrument;

use crate::announcement::Announcement;
use crate::error::BusError;
use crate::local::LocalBus;
use crate::shared::{Outgoing, SharedBus, Transport};
use crate::signer::MessageSigner;
use play::id::NodeId;
use store::postgres::Address;

/// The time for which announcements are collected into a batch.
const BATCH_TIME: Duration = Duration::from_millis(3);
/// The maximum length of a batch in bytes: PostgreSQL takes 8000 bytes, including the signature.
const MAX_BATCH: usize = 7_800;
/// The timeout of a query.
const QUERY_TIMEOUT: Duration = Duration::from_secs(3);
/// The interval at which an idle connection is checked.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// The delay before reconnecting.
const RECONNECT_DELAY: Duration = Duration::from_millis(300);

/// The reason why a connection ended.
#[derive(Debug, Error)]
enum ConnectionError {
    /// The server did not respond in time.
    #[error("PostgreSQL did not respond within {} s", QUERY_TIMEOUT.as_secs())]
    Timeout(#[from] Elapsed),
    /// The server or the network failed.
    #[error(transparent)]
    Postgres(#[from] tokio_postgres::Error),
    /// The server closed the connection.
    #[error("the connection was closed")]
    Closed,
}

/// Opens the bus over PostgreSQL. The server need not be reachable yet; lost connections are restored.
pub(super) fn connect(
    node: NodeId,
    signer: MessageSigner,
    local: LocalBus,
    url: &str,
) -> Result<SharedBus, BusError> {
    let address = Address::parse(url)?;
    let (bus, transport, outgoing) = SharedBus::new(node, signer, local);
    tokio::spawn(run(address, transport, outgoing).in_current_span());
    Ok(bus)
}

async fn run(address: Address, transport: Transport, mut outgoing: Outgoing) {
    // Every node receives everything; subscriptions do not matter.
    drop(outgoing.new_topics);
    loop {
        match exchange(&address, &transport, &mut outgoing.outbox).await {
            Ok(()) => return,
            Err(error) => tracing::debug!(%error, "bus_connection_failed"),
        }
        transport.disconnected();
        sleep(RECONNECT_DELAY).await;
    }
}

/// Sends and receives announcements while the connection lasts; returns `Ok` when the bus is dropped.
async fn exchange(
    address: &Address,
    transport: &Transport,
    outbox: &mut mpsc::Receiver<Announcement>,
) -> Result<(), ConnectionError> {
    let (client, mut messages) = timeout(QUERY_TIMEOUT, address.connect_with_messages()).await??;
    let receiving = async {
        while let Some(message) = messages.next().await {
            match message {
                Ok(AsyncMessage::Notification(message)) => transport.on_message(message.payload()),
                Ok(_) => {}
                Err(error) => return error.into(),
            }
        }
        ConnectionError::Closed
    };
    let sending = async {
        // An announcement need not be durable before it is sent.
        let setup = "set synchronous_commit = off; listen crownhead";
        timeout(QUERY_TIMEOUT, client.batch_execute(setup)).await??;
        transport.connected();
        loop {
            match timeout(PING_INTERVAL, outbox.recv()).await {
                Ok(None) => return Ok(()),
                Ok(Some(announcement)) => {
                    sleep(BATCH_TIME).await;
                    send(&client, transport, announcement, outbox).await?;
                }
                Err(_) => {
                    drop(timeout(QUERY_TIMEOUT, client.simple_query("")).await??);
                }
            }
            if let Some(dropped) = transport.take_dropped() {
                send(&client, transport, dropped, outbox).await?;
            }
        }
    };
    tokio::select! {
        result = sending => result,
        reason = receiving => Err(reason),
    }
}

/// Sends an announcement and the waiting ones, in as many messages as needed.
async fn send(
    client: &Client,
    transport: &Transport,
    first: Announcement,
    outbox: &mut mpsc::Receiver<Announcement>,
) -> Result<(), ConnectionError> {
    let mut announcements = String::new();
    let mut next = Some(first);
    while let Some(announcement) = next.take() {
        let line = announcement.without_events().to_string();
        if announcements.len() + line.len() < MAX_BATCH {
            announcements.push_str(&line);
            announcements.push('\n');
            next = outbox.try_recv().ok();
        } else if line.len() < MAX_BATCH {
            notify(client, &transport.signed(&announcements)).await?;
            announcements.clear();
            next = line.parse().ok();
        } else {
            // The announcement exceeds the size of a message: drop it. Nodes learn of the change when they poll the store.
            next = outbox.try_recv().ok();
        }
    }
    notify(client, &transport.signed(&announcements)).await
}

async fn notify(client: &Client, message: &str) -> Result<(), ConnectionError> {
    timeout(QUERY_TIMEOUT, client.execute("select pg_notify('crownhead', $1)", &[&message])).await??;
    Ok(())
}
