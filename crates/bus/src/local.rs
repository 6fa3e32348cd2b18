//! Announcements within one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{broadcast, watch};

use crate::topic::Topic;
use play::id::GameId;

/// So much gossip is kept for a slow listener.
const GOSSIP: usize = 256;

/// Receives what other nodes report of a game, before it is announced here that there is something to read.
pub type OnEvents = Arc<dyn Fn(GameId, &str) + Send + Sync>;

/// Announcements within one process.
#[derive(Clone)]
pub struct LocalBus {
    topics: Arc<Mutex<HashMap<Topic, watch::Sender<u64>>>>,
    pub(super) gossip: broadcast::Sender<Arc<str>>,
    on_events: Option<OnEvents>,
}

impl Default for LocalBus {
    fn default() -> Self {
        Self { topics: Arc::default(), gossip: broadcast::channel(GOSSIP).0, on_events: None }
    }
}

impl LocalBus {
    /// Creates a bus that passes on what other nodes report of games.
    #[must_use]
    pub fn new(on_events: OnEvents) -> Self {
        Self { on_events: Some(on_events), ..Self::default() }
    }

    pub(super) fn topics(&self) -> MutexGuard<'_, HashMap<Topic, watch::Sender<u64>>> {
        // Nothing in here can be left half done.
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What somebody listens to.
    #[must_use]
    pub fn heard(&self) -> Vec<Topic> {
        let topics = self.topics();
        topics.iter().filter(|(_, sender)| !sender.is_closed()).map(|(topic, _)| *topic).collect()
    }

    /// The games that somebody listens to.
    #[must_use]
    pub fn games_heard(&self) -> Vec<GameId> {
        let game = |topic| if let Topic::Game(game) = topic { Some(game) } else { None };
        self.heard().into_iter().filter_map(game).collect()
    }

    /// Lets all who listen look again. How far games have come must be told.
    pub(super) fn notify_all(&self) {
        for (topic, sender) in self.topics().iter() {
            if !matches!(topic, Topic::Game(_)) {
                sender.send_modify(|times| *times += 1);
            }
        }
    }

    /// Another node has told what happened in a game.
    pub(super) fn deliver_events(&self, game: GameId, news: &str) {
        if let Some(on_events) = &self.on_events {
            on_events(game, news);
        }
    }

    /// Another node has told something.
    pub(super) fn deliver_broadcast(&self, text: &str) {
        // Nobody need listen.
        let _ = self.gossip.send(text.into());
    }

    pub(super) fn tell(&self, topic: Topic, change: impl FnOnce(&mut u64) -> bool) {
        let mut topics = self.topics();
        let Some(sender) = topics.get(&topic) else { return };
        if sender.is_closed() {
            topics.remove(&topic);
        } else {
            sender.send_if_modified(change);
        }
    }
}
