//! Hints that were lost are healed by looking: once a second for all who listen at a node, not for each of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use tracing::Instrument;

use crate::bus::Bus;
use store::{Store, StoreError};

/// So often it is asked how far games have come.
const LOOK: Duration = Duration::from_secs(1);
/// So many games are asked about at a time.
const CHUNK: usize = 10_000;
/// While others are not heard, all who listen look again, every so many times.
const STIR: u32 = 2;

/// Looks for what a bus should have told. It ends when this is dropped.
pub struct CatchUp(JoinHandle<()>);

impl CatchUp {
    /// Looks in this store; nothing need be healed where there are no other nodes.
    #[must_use]
    pub fn start(bus: Arc<dyn Bus>, store: Arc<dyn Store>) -> Option<Self> {
        bus.is_shared().then(|| Self(tokio::spawn(heal(bus, store).in_current_span())))
    }
}

impl Drop for CatchUp {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn heal(bus: Arc<dyn Bus>, store: Arc<dyn Store>) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut alone = 0;
    loop {
        ticks.tick().await;
        if let Err(error) = look(bus.as_ref(), store.as_ref()).await {
            tracing::debug!(%error, "it cannot be looked for news");
        }
        if bus.is_whole() {
            // What was told while the others came back may have been missed, too.
            if alone > 0 {
                bus.local().notify_all();
            }
            alone = 0;
        } else {
            if alone % STIR == 0 {
                bus.local().notify_all();
            }
            alone += 1;
        }
    }
}

/// Announces here how far the games have come that somebody here listens to.
async fn look(bus: &dyn Bus, store: &dyn Store) -> Result<(), StoreError> {
    for games in bus.local().games_heard().chunks(CHUNK) {
        for (game, seq) in store.heads(games.to_vec()).await? {
            bus.local().announce(game, seq);
        }
    }
    Ok(())
}
