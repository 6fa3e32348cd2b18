//! Announcements: what has been written is told to whoever listens.
//!
//! An announcement is only a hint. It says that there is something to read, and who needs it reads it from the store; so a
//! lost announcement is healed by the next one, or by looking.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::watch;

use crate::id::{AccountId, GameId};

/// What one can hear of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// How far a game has come: the number of its last event.
    Game(GameId),
    /// That the offers in the lobby have changed.
    Lobby,
    /// That somebody was challenged, or is to move.
    Account(AccountId),
    /// That keys of somebody were revoked.
    Keys(AccountId),
}

/// Tells and hears that there is something to read.
pub trait Bus: Send + Sync {
    /// The game has come to this event.
    fn announce(&self, game: GameId, seq: u64);

    /// Something has changed.
    fn stir(&self, topic: Topic);

    /// Hears of something from now on. What a slow listener missed is not kept: the newest is what counts.
    fn listen(&self, topic: Topic) -> watch::Receiver<u64>;

    /// Does what is told here reach everybody who listens, at all nodes?
    fn is_whole(&self) -> bool {
        true
    }

    /// How long announcements of other nodes were under way, where that is counted.
    fn lags(&self) -> Option<Histogram> {
        None
    }
}

/// Announcements within one process.
#[derive(Clone, Default)]
pub struct LocalBus {
    topics: Arc<Mutex<HashMap<Topic, watch::Sender<u64>>>>,
}

impl LocalBus {
    fn topics(&self) -> MutexGuard<'_, HashMap<Topic, watch::Sender<u64>>> {
        // Nothing in here can be left half done.
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many topics somebody listens to.
    #[must_use]
    pub fn topics_heard(&self) -> usize {
        self.topics().values().filter(|sender| !sender.is_closed()).count()
    }

    fn tell(&self, topic: Topic, change: impl FnOnce(&mut u64) -> bool) {
        let mut topics = self.topics();
        let Some(sender) = topics.get(&topic) else { return };
        if sender.is_closed() {
            topics.remove(&topic);
        } else {
            sender.send_if_modified(change);
        }
    }
}

impl Bus for LocalBus {
    fn announce(&self, game: GameId, seq: u64) {
        // Announcements may overtake each other; a game never goes back.
        self.tell(Topic::Game(game), |last| {
            let newer = seq > *last;
            *last = seq.max(*last);
            newer
        });
    }

    fn stir(&self, topic: Topic) {
        self.tell(topic, |times| {
            *times += 1;
            true
        });
    }

    fn listen(&self, topic: Topic) -> watch::Receiver<u64> {
        let mut topics = self.topics();
        // Those whom nobody hears any more are forgotten now and then, when the table would have to grow.
        if topics.len() == topics.capacity() {
            topics.retain(|_, sender| !sender.is_closed());
        }
        topics.entry(topic).or_insert_with(|| watch::channel(0).0).subscribe()
    }
}
