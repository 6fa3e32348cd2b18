//! Hints over PostgreSQL, by LISTEN and NOTIFY: for nodes that share a server and have nothing else. Slower than NATS, for
//! every node hears everything; so announcements are gathered for a moment, and told together.

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
use crate::shared::{Duties, SharedBus, Transport};
use crate::signature::Signature;
use play::id::NodeId;
use store::postgres::Address;

/// For so long announcements are gathered.
const GATHER: Duration = Duration::from_millis(3);
/// No announcements together may be longer: PostgreSQL takes 8000 bytes, and they are signed.
const LONGEST: usize = 7_800;
/// For so long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// So often it is asked whether it is there, if there is nothing to tell.
const PING: Duration = Duration::from_secs(1);
/// So long after each other it is tried again.
const AGAIN: Duration = Duration::from_millis(300);

/// Why a connection ended.
#[derive(Debug, Error)]
enum Broken {
    /// The server did not respond in time.
    #[error("no answer")]
    Timeout(#[from] Elapsed),
    /// The server or the network failed.
    #[error(transparent)]
    Postgres(#[from] tokio_postgres::Error),
    /// The server closed it.
    #[error("the connection was closed")]
    Closed,
}

/// The bus over a PostgreSQL server, which need not be there yet, and may go and come back.
pub(super) fn connect(
    node: NodeId,
    signature: Signature,
    local: LocalBus,
    url: &str,
) -> Result<SharedBus, BusError> {
    let address = Address::parse(url)?;
    let (bus, transport, duties) = SharedBus::new(node, signature, local);
    tokio::spawn(carry(address, transport, duties).in_current_span());
    Ok(bus)
}

async fn carry(address: Address, transport: Transport, mut duties: Duties) {
    // Everything is heard anyhow: it does not matter who listens to what.
    drop(duties.coming);
    loop {
        match connected(&address, &transport, &mut duties.outbox).await {
            Ok(()) => return,
            Err(error) => tracing::debug!(%error, "the bus"),
        }
        transport.broken();
        sleep(AGAIN).await;
    }
}

/// Carries announcements while the connection lasts; done when the bus is gone.
async fn connected(
    address: &Address,
    transport: &Transport,
    outbox: &mut mpsc::Receiver<Announcement>,
) -> Result<(), Broken> {
    let (client, mut said) = timeout(PATIENCE, address.hear()).await??;
    let hearing = async {
        while let Some(said) = said.next().await {
            match said {
                Ok(AsyncMessage::Notification(message)) => transport.on_message(message.payload()),
                Ok(_) => {}
                Err(error) => return error.into(),
            }
        }
        Broken::Closed
    };
    let telling = async {
        // A announcement need not be durable before it is told.
        let begin = "set synchronous_commit = off; listen crownhead";
        timeout(PATIENCE, client.batch_execute(begin)).await??;
        transport.mended();
        loop {
            match timeout(PING, outbox.recv()).await {
                Ok(None) => return Ok(()),
                Ok(Some(announcement)) => {
                    sleep(GATHER).await;
                    tell(&client, transport, announcement, outbox).await?;
                }
                Err(_) => {
                    drop(timeout(PATIENCE, client.simple_query("")).await??);
                }
            }
            if let Some(owed) = transport.owed() {
                tell(&client, transport, owed, outbox).await?;
            }
        }
    };
    tokio::select! {
        ended = telling => ended,
        reason = hearing => Err(reason),
    }
}

/// Tells a announcement, and as many of those that wait as there is room for in one message after another.
async fn tell(
    client: &Client,
    transport: &Transport,
    first: Announcement,
    outbox: &mut mpsc::Receiver<Announcement>,
) -> Result<(), Broken> {
    let mut announcements = String::new();
    let mut next = Some(first);
    while let Some(announcement) = next.take() {
        let line = announcement.in_brief().to_string();
        if announcements.len() + line.len() < LONGEST {
            announcements.push_str(&line);
            announcements.push('\n');
            next = outbox.try_recv().ok();
        } else if line.len() < LONGEST {
            notify(client, &transport.signed(&announcements)).await?;
            announcements.clear();
            next = line.parse().ok();
        } else {
            // Nobody sends such a thing; it must not stop the others.
            next = outbox.try_recv().ok();
        }
    }
    notify(client, &transport.signed(&announcements)).await
}

async fn notify(client: &Client, message: &str) -> Result<(), Broken> {
    timeout(PATIENCE, client.execute("select pg_notify('crownhead', $1)", &[&message])).await??;
    Ok(())
}
