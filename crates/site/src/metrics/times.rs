//! Where is the time going?

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::register;
use store::StoreFigures;
use store::histograms::seconds;

/// What tells where the time goes.
pub struct Times {
    /// How long a request took until the answer began, by route.
    pub requests: Family<Route, Histogram, fn() -> Histogram>,
    /// How long it took to make a page.
    pub pages: Histogram,
    /// How long a command took until it was durable.
    pub commands: Histogram,
    /// How much later than asked for a timer goes off: what waits on the machine waits as long.
    pub lag: Histogram,
}

/// Where a request went.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Route {
    /// GET, POST, …; `other` for what nobody uses.
    pub method: &'static str,
    /// The path, with names in the place of what differs: `/games/{id}`.
    pub route: String,
}

impl Times {
    pub(super) fn new(all: &mut Registry, store: &StoreFigures) -> Self {
        let about = "Time until the store has answered, by what it was asked for";
        all.register("store_seconds", about, store.seconds.clone());
        Self {
            requests: register(
                all,
                "http_request_seconds",
                "Time until an answer began, by route",
                Family::new_with_constructor(seconds as fn() -> Histogram),
            ),
            pages: register(all, "page_seconds", "Time to make a page", seconds()),
            commands: register(all, "command_seconds", "Time until a command was durable", seconds()),
            lag: register(
                all,
                "event_loop_lag_seconds",
                "How much later than asked for a timer goes off",
                seconds(),
            ),
        }
    }
}
