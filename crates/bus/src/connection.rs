//! The bus of a node, opened over what its site has.

use std::sync::Arc;

use crate::bus::Bus;
use crate::error::BusError;
use crate::local::LocalBus;
use crate::signature::Signature;
use crate::{nats, postgres};
use play::id::NodeId;
use store::{Database, Store, StoreError, secret};

/// The bus of a node, and its connection to NATS if there is one.
pub struct BusConnection {
    /// The bus.
    pub bus: Arc<dyn Bus>,
    /// What carries it, and work as well.
    pub nats: Option<async_nats::Client>,
}

impl BusConnection {
    /// The secret of all nodes that share this store.
    pub async fn secret(store: &dyn Store) -> Result<String, StoreError> {
        let new = secret::new().map_err(|error| StoreError::Other(error.to_string()))?;
        store.shared_secret(new).await
    }

    /// The line between the nodes of a site: over NATS if it has an address, over PostgreSQL if they share a server of it,
    /// and within the process otherwise. It need not be there yet.
    /// What is told over it is signed with a secret that all nodes [share](BusConnection::secret); what is not is not heard.
    /// What others announce is heard on `local`.
    pub async fn open(
        node: NodeId,
        secret: &str,
        bus: Option<&str>,
        database: &Database,
        local: LocalBus,
    ) -> Result<Self, BusError> {
        let signature = Signature::new(secret);
        if let Some(address) = bus {
            let (bus, client) = nats::connect(node, signature, local, address).await?;
            return Ok(Self { bus: Arc::new(bus), nats: Some(client) });
        }
        let bus: Arc<dyn Bus> = match database {
            Database::File(_) => Arc::new(local),
            Database::Postgres { url, .. } => Arc::new(postgres::connect(node, signature, local, url)?),
        };
        Ok(Self { bus, nats: None })
    }
}
