//! Catches up with lost announcements by polling the store: once a second for all subscribers of a node.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use tracing::Instrument;

use crate::bus::Bus;
use store::{Store, StoreError};

/// The polling interval.
const INTERVAL: Duration = Duration::from_secs(1);
/// The maximum number of games per query.
const MAX_GAMES_PER_QUERY: usize = 10_000;
/// The number of polls from one notification of all subscribers to the next, while the bus is disconnected.
const DISCONNECTED_NOTIFY_INTERVAL: u32 = 2;

/// A background task that polls the store. It ends when this is dropped.
pub struct CatchUp(JoinHandle<()>);

impl CatchUp {
    /// Starts polling. Returns `None` if the bus is not shared with other nodes.
    #[must_use]
    pub fn start(bus: Arc<dyn Bus>, store: Arc<dyn Store>) -> Option<Self> {
        bus.is_shared().then(|| Self(tokio::spawn(run(bus, store).in_current_span())))
    }
}

impl Drop for CatchUp {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn run(bus: Arc<dyn Bus>, store: Arc<dyn Store>) {
    let mut ticks = interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut polls_disconnected = 0;
    loop {
        ticks.tick().await;
        if let Err(error) = poll(bus.as_ref(), store.as_ref()).await {
            tracing::debug!(%error, "catch_up_failed");
        }
        if bus.is_connected() {
            // Announcements during the reconnect may have been lost.
            if polls_disconnected > 0 {
                bus.local().notify_all();
            }
            polls_disconnected = 0;
        } else {
            if polls_disconnected % DISCONNECTED_NOTIFY_INTERVAL == 0 {
                bus.local().notify_all();
            }
            polls_disconnected += 1;
        }
    }
}

/// Announces the last events of the games that have a subscriber on this node.
async fn poll(bus: &dyn Bus, store: &dyn Store) -> Result<(), StoreError> {
    for games in bus.local().subscribed_games().chunks(MAX_GAMES_PER_QUERY) {
        for (game, seq) in store.last_event_numbers(games.to_vec()).await? {
            bus.local().announce(game, seq);
        }
    }
    Ok(())
}
