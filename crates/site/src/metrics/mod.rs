//! What a monitor reads: is it healthy, how full is it, and where is the time going?
//!
//! Who does something counts it; here it gets a name. Nothing is looked up when a monitor asks but what lies in memory.

mod capacity;
mod health;
mod process;
mod times;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

pub use capacity::{CapacityMetrics, OneMore};
pub use health::{Fate, Health, Status};
pub use times::{Route, Times};

use play::id::NodeId;
use process::Process;
use store::StoreFigures;

/// What is counted. Each site has its own.
pub struct Metrics {
    registry: Registry,
    /// Is it healthy?
    pub health: Health,
    /// How full is it?
    pub capacity: CapacityMetrics,
    /// Where is the time going?
    pub times: Times,
}

/// Which node it is that tells this.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Node {
    node: String,
    version: &'static str,
}

impl Metrics {
    /// Those of a node, with what its store counts.
    #[must_use]
    pub fn new(node: NodeId, store: &StoreFigures) -> Self {
        let mut registry = Registry::with_prefix("crownhead");
        let who = Node { node: node.to_string(), version: env!("CARGO_PKG_VERSION") };
        registry.register("node", "Which process this is, as its log calls it", Info::new(who));
        let health = Health::new(&mut registry, store);
        let capacity = CapacityMetrics::new(&mut registry);
        let times = Times::new(&mut registry, store);
        registry.register_collector(Box::new(Process));
        Self { registry, health, capacity, times }
    }

    /// Tells something more, where there is something that counts it.
    pub fn offer<M: Metric + Clone>(&mut self, name: &str, about: &str, metric: Option<M>) {
        if let Some(metric) = metric {
            self.registry.register(name, about, metric);
        }
    }

    /// All of it, in the format that Prometheus reads.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into memory does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Registers a metric, and gives it back.
fn register<M: Metric + Clone>(registry: &mut Registry, name: &str, about: &str, metric: M) -> M {
    registry.register(name, about, metric.clone());
    metric
}
