//! Announcements within one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{broadcast, watch};

use crate::topic::Topic;
use play::id::GameId;

/// The number of broadcasts that are kept for a slow receiver.
const BROADCASTS: usize = 256;

/// Receives the events of a game that another node has sent, before the game is announced on this node.
pub type OnEvents = Arc<dyn Fn(GameId, &str) + Send + Sync>;

/// A bus within one process.
#[derive(Clone)]
pub struct LocalBus {
    topics: Arc<Mutex<HashMap<Topic, watch::Sender<u64>>>>,
    pub(super) broadcasts: broadcast::Sender<Arc<str>>,
    on_events: Option<OnEvents>,
}

impl Default for LocalBus {
    fn default() -> Self {
        Self { topics: Arc::default(), broadcasts: broadcast::channel(BROADCASTS).0, on_events: None }
    }
}

impl LocalBus {
    /// Creates a bus that passes the events of other nodes to `on_events`.
    #[must_use]
    pub fn new(on_events: OnEvents) -> Self {
        Self { on_events: Some(on_events), ..Self::default() }
    }

    pub(super) fn topics(&self) -> MutexGuard<'_, HashMap<Topic, watch::Sender<u64>>> {
        // A panic cannot leave the map inconsistent.
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the topics that have a subscriber.
    #[must_use]
    pub fn subscribed(&self) -> Vec<Topic> {
        let topics = self.topics();
        topics.iter().filter(|(_, sender)| !sender.is_closed()).map(|(topic, _)| *topic).collect()
    }

    /// Returns the games that have a subscriber.
    #[must_use]
    pub fn subscribed_games(&self) -> Vec<GameId> {
        let game = |topic| if let Topic::Game(game) = topic { Some(game) } else { None };
        self.subscribed().into_iter().filter_map(game).collect()
    }

    /// Notifies all subscribers, except those of games: they need the number of the last event.
    pub(super) fn notify_all(&self) {
        for (topic, sender) in self.topics().iter() {
            if !matches!(topic, Topic::Game(_)) {
                sender.send_modify(|times| *times += 1);
            }
        }
    }

    /// Passes on events of a game that another node has sent.
    pub(super) fn deliver_events(&self, game: GameId, events: &str) {
        if let Some(on_events) = &self.on_events {
            on_events(game, events);
        }
    }

    /// Passes on a broadcast of another node.
    pub(super) fn deliver_broadcast(&self, text: &str) {
        // Without receivers there is nothing to do.
        let _ = self.broadcasts.send(text.into());
    }

    pub(super) fn update(&self, topic: Topic, change: impl FnOnce(&mut u64) -> bool) {
        let mut topics = self.topics();
        let Some(sender) = topics.get(&topic) else { return };
        if sender.is_closed() {
            topics.remove(&topic);
        } else {
            sender.send_if_modified(change);
        }
    }
}
