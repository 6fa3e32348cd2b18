//! What a node that serves people and a worker have in common: a store, a bus, the shared queue, and a repository over them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;

use crate::engine_jobs::AskedGames;
use crate::metrics::Metrics;
use crate::repository::{CachedGames, GameRepository, RepositoryParts};
use bus::queue::Work;
use bus::{Bus, BusConnection, LocalBus};
use play::id::NodeId;
use store::{Database, Metered, Store, StoreError, StoreFigures};

/// The common part of all processes of a site.
pub(crate) struct Node {
    pub(crate) metrics: Metrics,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    /// The queue of engine jobs, where there is NATS.
    pub(crate) queue: Option<Arc<Work>>,
    pub(crate) repository: Arc<GameRepository>,
    /// The games in which the repository asks the computer.
    pub(crate) asked: AskedGames,
}

impl Node {
    /// Opens the database and connects to other nodes. `patience` is how long an opponent must have been away before a game
    /// can be claimed; none at a worker, where nobody sits.
    pub(crate) async fn open(
        id: NodeId,
        database: &Database,
        bus: Option<&str>,
        patience: Option<Duration>,
    ) -> Result<Self, StoreError> {
        let figures = StoreFigures::default();
        let metrics = Metrics::new(id, &figures);
        let store: Arc<dyn Store> = Arc::new(Metered::new(database.open().await?, &figures));
        // Within a process nobody else speaks.
        let is_shared = bus.is_some() || database.is_shared();
        let secret = if is_shared { BusConnection::secret(store.as_ref()).await? } else { String::new() };
        let tables = CachedGames::default();
        let local = LocalBus::new(tables.on_events());
        let line = BusConnection::open(id, &secret, bus, database, local).await;
        let BusConnection { bus, nats } = line.map_err(|error| StoreError::Other(error.to_string()))?;
        let queue = nats.map(|client| Arc::new(Work::new(client)));
        let (ask_computer, asked) = unbounded_channel();
        let repository = GameRepository::new(RepositoryParts {
            store: Arc::clone(&store),
            bus: Arc::clone(&bus),
            tables,
            patience: patience.unwrap_or(Duration::MAX),
            computer: Some(ask_computer),
            node: patience.map(|_| id),
        });
        Ok(Self { metrics, store, bus, queue, repository: Arc::new(repository), asked })
    }
}
