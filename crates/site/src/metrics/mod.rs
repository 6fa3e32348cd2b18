//! Prometheus metrics: health, load and latency.
//!
//! Other modules increment the metrics; this module registers them. A scrape reads only values in memory.

mod capacity;
mod health;
mod latency;
mod process;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

pub use capacity::{CapacityMetrics, ConnectionGuard};
pub use health::{CommandResult, HealthMetrics, Status};
pub use latency::{LatencyMetrics, Route};

use play::id::NodeId;
use process::Process;
use store::StoreMetrics;

/// The metrics of a node.
pub struct Metrics {
    registry: Registry,
    /// The health of the node.
    pub health: HealthMetrics,
    /// The load of the node.
    pub capacity: CapacityMetrics,
    /// The latency of requests and commands.
    pub latency: LatencyMetrics,
}

/// The labels of `crownhead_node_info`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct NodeInfo {
    node: String,
    version: &'static str,
}

impl Metrics {
    /// Creates the metrics of a node, with those of its store.
    #[must_use]
    pub fn new(node: NodeId, store: &StoreMetrics) -> Self {
        let mut registry = Registry::with_prefix("crownhead");
        let info = NodeInfo { node: node.to_string(), version: env!("CARGO_PKG_VERSION") };
        registry.register("node", "The id of this node, as in its log", Info::new(info));
        let health = HealthMetrics::new(&mut registry, store);
        let capacity = CapacityMetrics::new(&mut registry);
        let latency = LatencyMetrics::new(&mut registry, store);
        registry.register_collector(Box::new(Process));
        Self { registry, health, capacity, latency }
    }

    /// Registers a metric.
    pub fn register(&mut self, name: &str, help: &str, metric: impl Metric) {
        self.registry.register(name, help, metric);
    }

    /// Encodes all metrics in the text format of Prometheus.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Registers a metric, and returns it.
fn register<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}
