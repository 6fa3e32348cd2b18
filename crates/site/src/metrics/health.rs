//! Is it healthy?

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::register;
use store::StoreFigures;

/// What tells whether a node is healthy.
pub struct Health {
    /// Is it ready to serve? 1 or 0.
    pub ready: Gauge,
    /// Are commands let through? 1 or 0.
    pub gate_open: Gauge,
    /// How long ago the store last took a heartbeat.
    pub heartbeat_age: Gauge<f64, AtomicU64>,
    /// Do announcements reach all nodes? 1 or 0.
    pub bus_whole: Gauge,
    /// How far the clock of this machine is behind that of the store.
    pub clock_offset: Gauge<f64, AtomicU64>,
    /// Outages that this node has made up for.
    pub outages: Counter<u64, AtomicU64>,
    /// Clocks that were given time back after them.
    pub clocks_mended: Counter<u64, AtomicU64>,
    /// Flags that this node has let fall.
    pub flags_dropped: Counter<u64, AtomicU64>,
    /// Requests by status.
    pub requests: Family<Status, Counter>,
    /// Commands at tables, by what became of them.
    pub commands: Family<Fate, Counter>,
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

impl Health {
    pub(super) fn new(all: &mut Registry, store: &StoreFigures) -> Self {
        let about = "Store errors by kind";
        all.register("store_errors", about, store.errors.clone());
        let requests: Family<Status, Counter> = Family::default();
        let commands: Family<Fate, Counter> = Family::default();
        // What is asked for by name is there from the beginning: a rate needs a first value.
        drop(requests.get_or_create(&Status { status: 200 }));
        drop(commands.get_or_create(&Fate { result: "done".to_owned() }));
        Self {
            ready: register(all, "ready", "Ready to serve: 1, or 0", Gauge::default()),
            gate_open: register(all, "gate_open", "Commands are let through: 1, or 0", Gauge::default()),
            heartbeat_age: register(
                all,
                "heartbeat_age_seconds",
                "Time since the store last took a heartbeat of this node",
                Gauge::default(),
            ),
            bus_whole: register(all, "bus_whole", "Announcements reach all nodes: 1, or 0", Gauge::default()),
            clock_offset: register(
                all,
                "clock_offset_seconds",
                "How far the clock of this machine is behind that of the store",
                Gauge::default(),
            ),
            outages: register(all, "outages", "Outages that this node has made up for", Counter::default()),
            clocks_mended: register(
                all,
                "clocks_mended",
                "Games whose clocks were given time back after an outage",
                Counter::default(),
            ),
            flags_dropped: register(all, "flags_dropped", "Flags let fall by this node", Counter::default()),
            requests: register(all, "http_requests", "Answered requests", requests),
            commands: register(all, "commands", "Commands at tables", commands),
        }
    }
}
