//! Metrics of latency.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::register;
use store::StoreMetrics;
use store::histograms::seconds;

/// The latency of requests, commands and timers, in seconds.
pub struct LatencyMetrics {
    /// The time until the response to an HTTP request begins, by route.
    pub requests: Family<Route, Histogram, fn() -> Histogram>,
    /// The time to render a page.
    pub pages: Histogram,
    /// The time until a command is durable.
    pub commands: Histogram,
    /// The delay of timers, which all tasks of the node share.
    pub lag: Histogram,
}

/// The route of an HTTP request.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Route {
    /// The method; `other` for uncommon ones.
    pub method: &'static str,
    /// The path with placeholders: `/games/{id}`.
    pub route: String,
}

impl LatencyMetrics {
    pub(super) fn new(registry: &mut Registry, store: &StoreMetrics) -> Self {
        let help = "Duration of store operations, by operation";
        registry.register("store_seconds", help, store.seconds.clone());
        Self {
            requests: register(
                registry,
                "http_request_seconds",
                "Time until a response began, by route",
                Family::new_with_constructor(seconds as fn() -> Histogram),
            ),
            pages: register(registry, "page_seconds", "Time to render a page", seconds()),
            commands: register(registry, "command_seconds", "Time until a command was durable", seconds()),
            lag: register(registry, "event_loop_lag_seconds", "Delay of timers", seconds()),
        }
    }
}
