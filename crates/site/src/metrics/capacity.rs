//! Metrics of the use of a node's capacity.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::register;
use store::PoolStatus;

/// The use of a node's capacity.
pub struct CapacityMetrics {
    /// The number of live connections.
    pub connections: Gauge,
    /// The number of players connected to their games at this node.
    pub players: Gauge,
    /// The number of spectator connections at this node.
    pub spectators: Gauge,
    /// The number of games in memory.
    pub cached_games: Gauge,
    /// The number of running games of all nodes.
    pub running_games: Gauge,
    /// The number of games that wait for the computer.
    pub computer_waiting: Gauge,
    /// The longest wait of a game for the computer, in seconds.
    pub computer_oldest: Gauge<f64, AtomicU64>,
    /// The number of moves of the computer.
    pub computer_moves: Counter<u64, AtomicU64>,
    /// The number of analysis requests that wait or are searched.
    pub analyses_waiting: Gauge,
    /// The number of committed transactions.
    pub commits: Counter<u64, AtomicU64>,
    store_connections: Family<ConnectionState, Gauge>,
}

/// The state of connections to the store.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct ConnectionState {
    state: &'static str,
}

impl CapacityMetrics {
    pub(super) fn new(registry: &mut Registry) -> Self {
        let gauge = |registry: &mut Registry, name, help| register(registry, name, help, Gauge::default());
        Self {
            connections: gauge(registry, "connections", "Live connections"),
            players: gauge(registry, "players", "Players connected to their games at this node"),
            spectators: gauge(registry, "spectators", "Spectator connections at this node"),
            cached_games: gauge(registry, "cached_games", "Games in the memory of this node"),
            running_games: gauge(registry, "running_games", "Running games of all nodes"),
            computer_waiting: gauge(registry, "computer_waiting", "Games that wait for the computer"),
            computer_oldest: register(
                registry,
                "computer_oldest_seconds",
                "Longest wait of a game for the computer",
                Gauge::default(),
            ),
            computer_moves: register(registry, "computer_moves", "Moves of the computer", Counter::default()),
            analyses_waiting: gauge(
                registry,
                "analyses_waiting",
                "Analysis questions that wait or are searched",
            ),
            commits: register(registry, "commits", "Committed transactions", Counter::default()),
            store_connections: register(
                registry,
                "store_connections",
                "Connections to the store in use and idle, and requests that wait for one",
                Family::default(),
            ),
        }
    }

    /// Sets the numbers of connections to the store.
    pub fn set_pool(&self, pool: PoolStatus) {
        for (state, count) in [("used", pool.used), ("idle", pool.idle), ("wanted", pool.waiting)] {
            self.store_connections
                .get_or_create(&ConnectionState { state })
                .set(i64::try_from(count).unwrap_or(i64::MAX));
        }
    }

    /// Counts a live connection until the guard is dropped.
    #[must_use]
    pub fn count_connection(&self) -> ConnectionGuard {
        self.connections.inc();
        ConnectionGuard(self.connections.clone())
    }
}

/// A counted live connection.
pub struct ConnectionGuard(Gauge);

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}
