//! The parts that nodes and workers have in common: a store, a bus, the shared queue, and a repository.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;

use crate::engine_jobs::EngineTurns;
use crate::metrics::Metrics;
use crate::repository::{CachedGames, GameRepository, RepositoryParts};
use bus::queue::SharedQueue;
use bus::{Bus, BusConnection, LocalBus};
use play::id::NodeId;
use store::{Database, MeteredStore, Store, StoreError, StoreMetrics};

/// The parts that every process of a site has.
pub(crate) struct Node {
    pub(crate) metrics: Metrics,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    /// The queue of engine jobs, if there is NATS.
    pub(crate) queue: Option<Arc<SharedQueue>>,
    pub(crate) repository: Arc<GameRepository>,
    /// Receives the turns that the repository requests of the engine.
    pub(crate) turns: EngineTurns,
}

impl Node {
    /// Opens the database and connects to other nodes. `cached_games` must be empty. `patience` is the time for which
    /// an opponent must be away before a player can claim victory; `None` for a worker, which has no connections of players
    /// and is not registered as a node.
    pub(crate) async fn open(
        id: NodeId,
        database: &Database,
        bus: Option<&str>,
        patience: Option<Duration>,
        cached_games: CachedGames,
    ) -> Result<Self, StoreError> {
        let store_metrics = StoreMetrics::default();
        let metrics = Metrics::new(id, &store_metrics);
        let store: Arc<dyn Store> = Arc::new(MeteredStore::new(database.open().await?, &store_metrics));
        // A bus within the process needs no secret.
        let is_shared = bus.is_some() || database.is_shared();
        let secret = if is_shared { BusConnection::secret(store.as_ref()).await? } else { String::new() };
        let local = LocalBus::new(cached_games.on_events());
        let connection = BusConnection::open(id, &secret, bus, database, local).await;
        let BusConnection { bus, nats } = connection.map_err(|error| StoreError::Other(error.to_string()))?;
        let queue = nats.map(|client| Arc::new(SharedQueue::new(client)));
        let (engine_turns, turns) = unbounded_channel();
        let repository = GameRepository::new(RepositoryParts {
            store: Arc::clone(&store),
            bus: Arc::clone(&bus),
            cached_games,
            patience: patience.unwrap_or(Duration::MAX),
            engine_turns: Some(engine_turns),
            node: patience.map(|_| id),
        });
        Ok(Self { metrics, store, bus, queue, repository: Arc::new(repository), turns })
    }
}
