//! Metrics of the health of a node.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::register;
use store::StoreMetrics;

/// The health of a node.
#[derive(Default)]
pub struct HealthMetrics {
    /// Whether the node is ready to serve: 1 or 0.
    pub ready: Gauge,
    /// Whether the gate admits commands: 1 or 0.
    pub gate_open: Gauge,
    /// The time since the store last accepted a heartbeat, in seconds.
    pub heartbeat_age: Gauge<f64, AtomicU64>,
    /// Whether announcements reach all nodes: 1 or 0.
    pub bus_connected: Gauge,
    /// How far the clock of this machine is behind that of the store, in seconds.
    pub clock_offset: Gauge<f64, AtomicU64>,
    /// The number of outages that this node has compensated.
    pub outages: Counter<u64, AtomicU64>,
    /// The number of games whose clocks were compensated for an outage.
    pub clocks_compensated: Counter<u64, AtomicU64>,
    /// The number of flag falls that this node has recorded.
    pub flag_falls: Counter<u64, AtomicU64>,
    /// The number of HTTP requests by status.
    pub requests: Family<Status, Counter>,
    /// The number of commands by result.
    pub commands: Family<CommandResult, Counter>,
}

/// The status of an HTTP response.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Status {
    /// The status code.
    pub status: u16,
}

/// The result of a command.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct CommandResult {
    /// `done`, or an error code.
    pub result: String,
}

impl HealthMetrics {
    pub(super) fn new(registry: &mut Registry, store: &StoreMetrics) -> Self {
        let help = "Store errors by kind";
        registry.register("store_errors", help, store.errors.clone());
        let requests: Family<Status, Counter> = Family::default();
        let commands: Family<CommandResult, Counter> = Family::default();
        // Series that queries name exist from the start: a rate needs a first value.
        drop(requests.get_or_create(&Status { status: 200 }));
        drop(commands.get_or_create(&CommandResult { result: "done".to_owned() }));
        Self {
            ready: register(registry, "ready", "Whether the node is ready to serve", Gauge::default()),
            gate_open: register(registry, "gate_open", "Whether the gate admits commands", Gauge::default()),
            heartbeat_age: register(
                registry,
                "heartbeat_age_seconds",
                "Time since the store last accepted a heartbeat of this node",
                Gauge::default(),
            ),
            bus_connected: register(
                registry,
                "bus_connected",
                "Whether announcements reach all nodes",
                Gauge::default(),
            ),
            clock_offset: register(
                registry,
                "clock_offset_seconds",
                "How far the clock of this machine is behind that of the store",
                Gauge::default(),
            ),
            outages: register(
                registry,
                "outages",
                "Outages that this node has compensated",
                Counter::default(),
            ),
            clocks_compensated: register(
                registry,
                "clocks_compensated",
                "Games whose clocks were compensated for an outage",
                Counter::default(),
            ),
            flag_falls: register(
                registry,
                "flag_falls",
                "Flag falls recorded by this node",
                Counter::default(),
            ),
            requests: register(registry, "http_requests", "HTTP requests", requests),
            commands: register(registry, "commands", "Commands in games", commands),
        }
    }
}
