//! Opens the bus of a node.

use std::sync::Arc;

use crate::bus::Bus;
use crate::error::BusError;
use crate::local::LocalBus;
use crate::signer::MessageSigner;
use crate::{nats, postgres};
use play::id::NodeId;
use store::{Database, Store, StoreError, secret};

/// The bus of a node, and its connection to NATS if there is one.
pub struct BusConnection {
    /// The bus.
    pub bus: Arc<dyn Bus>,
    /// The connection to NATS, which also carries the job queue.
    pub nats: Option<async_nats::Client>,
}

impl BusConnection {
    /// Returns the secret that all nodes of a site share, and creates it if the store has none.
    pub async fn secret(store: &dyn Store) -> Result<String, StoreError> {
        let new = secret::new().map_err(|error| StoreError::Other(error.to_string()))?;
        store.shared_secret(new).await
    }

    /// Opens the bus between the nodes of a site: over NATS if there is a `nats_url`, over PostgreSQL if the nodes share a
    /// database, and within the process otherwise. NATS or PostgreSQL need not be reachable yet.
    ///
    /// Messages are signed with a secret that all nodes [share](BusConnection::secret); messages with another signature
    /// are ignored. Announcements of other nodes arrive on `local`.
    pub async fn open(
        node: NodeId,
        secret: &str,
        nats_url: Option<&str>,
        database: &Database,
        local: LocalBus,
    ) -> Result<Self, BusError> {
        let signer = MessageSigner::new(secret);
        if let Some(url) = nats_url {
            let (bus, client) = nats::connect(node, signer, local, url).await?;
            return Ok(Self { bus: Arc::new(bus), nats: Some(client) });
        }
        let bus: Arc<dyn Bus> = match database {
            Database::File(_) => Arc::new(local),
            Database::Postgres { url, .. } => Arc::new(postgres::connect(node, signer, local, url)?),
        };
        Ok(Self { bus, nats: None })
    }
}
