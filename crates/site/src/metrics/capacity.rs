//! How full is it?

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::register;
use store::Pool;

/// What tells how full a node is.
pub struct CapacityMetrics {
    /// Live connections.
    pub connections: Gauge,
    /// Players who are connected to their games here.
    pub players: Gauge,
    /// Connections of those who look on here.
    pub spectators: Gauge,
    /// CachedGames in memory.
    pub tables: Gauge,
    /// Games that go on at all nodes.
    pub games_going_on: Gauge,
    /// Games that wait for the computer.
    pub computer_waiting: Gauge,
    /// For how long the first of them has waited.
    pub computer_oldest: Gauge<f64, AtomicU64>,
    /// Moves of the computer.
    pub computer_moves: Counter<u64, AtomicU64>,
    /// Questions to the engine that wait or are thought about.
    pub analyses_waiting: Gauge,
    /// Transactions.
    pub commits: Counter<u64, AtomicU64>,
    store_connections: Family<Kind, Gauge>,
}

/// What a connection to the store is doing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Kind {
    state: &'static str,
}

impl CapacityMetrics {
    pub(super) fn new(all: &mut Registry) -> Self {
        let gauge = |all: &mut Registry, name, about| register(all, name, about, Gauge::default());
        Self {
            connections: gauge(all, "connections", "Live connections"),
            players: gauge(all, "players", "Players who are connected to their games at this node"),
            spectators: gauge(all, "spectators", "Connections of those who look on at this node"),
            tables: gauge(all, "tables_cached", "CachedGames in the memory of this node"),
            games_going_on: gauge(all, "games_going_on", "Games that go on, at all nodes"),
            computer_waiting: gauge(all, "computer_waiting", "Games that wait for the computer"),
            computer_oldest: register(
                all,
                "computer_oldest_seconds",
                "How long the game that has waited longest for the computer has waited",
                Gauge::default(),
            ),
            computer_moves: register(all, "computer_moves", "Moves of the computer", Counter::default()),
            analyses_waiting: gauge(
                all,
                "analyses_waiting",
                "Questions to the engine that wait or are thought about",
            ),
            commits: register(all, "commits", "Transactions made durable", Counter::default()),
            store_connections: register(
                all,
                "store_connections",
                "Connections to the store, by what they do; and who waits for one",
                Family::default(),
            ),
        }
    }

    /// How many connections to the store there are.
    pub fn set_pool(&self, pool: Pool) {
        for (state, count) in [("used", pool.used), ("idle", pool.idle), ("wanted", pool.wanted)] {
            self.store_connections
                .get_or_create(&Kind { state })
                .set(i64::try_from(count).unwrap_or(i64::MAX));
        }
    }

    /// Counts a live connection for as long as what is given back lives.
    #[must_use]
    pub fn one_more(&self) -> OneMore {
        self.connections.inc();
        OneMore(self.connections.clone())
    }
}

/// A live connection that is counted.
pub struct OneMore(Gauge);

impl Drop for OneMore {
    fn drop(&mut self) {
        self.0.dec();
    }
}
