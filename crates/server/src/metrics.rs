//! What a monitor reads.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// What is counted. Each site has its own.
pub struct Metrics {
    registry: Registry,
    /// Requests by status.
    pub requests: Family<Status, Counter>,
    /// Commands at tables, by what became of them.
    pub commands: Family<Fate, Counter>,
    /// How long a command took until it was durable, in seconds.
    pub command_seconds: Histogram,
    /// Live connections.
    pub connections: Gauge,
    /// Games that wait for the computer.
    pub computer_waiting: Gauge,
    /// Moves of the computer.
    pub computer_moves: Counter<u64, AtomicU64>,
    /// Transactions.
    pub commits: Counter<u64, AtomicU64>,
}

/// The status of an answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Status {
    /// The number.
    pub status: u16,
}

/// What became of a command.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Fate {
    /// `done`, or the code of the refusal.
    pub result: String,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("crownhead");
        let requests = Family::default();
        registry.register("http_requests", "Answered requests", requests.clone());
        let commands = Family::default();
        registry.register("commands", "Commands at tables", commands.clone());
        // From a tenth of a millisecond to three seconds.
        let command_seconds = Histogram::new(exponential_buckets(0.0001, 2.0, 16));
        let about = "Time until a command was durable";
        registry.register("command_seconds", about, command_seconds.clone());
        let connections = Gauge::default();
        registry.register("connections", "Live connections", connections.clone());
        let computer_waiting = Gauge::default();
        registry.register("computer_waiting", "Games that wait for the computer", computer_waiting.clone());
        let computer_moves = Counter::default();
        registry.register("computer_moves", "Moves of the computer", computer_moves.clone());
        let commits = Counter::default();
        registry.register("commits", "Transactions made durable", commits.clone());
        Self {
            registry,
            requests,
            commands,
            command_seconds,
            connections,
            computer_waiting,
            computer_moves,
            commits,
        }
    }
}

impl Metrics {
    /// All of it, in the format that Prometheus reads.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into memory does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
