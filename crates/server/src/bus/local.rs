//! Announcements within one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::{broadcast, watch};

use super::{Bus, Topic};
use crate::id::GameId;

/// So much gossip is kept for a slow listener.
const GOSSIP: usize = 256;

type TakeNews = Box<dyn Fn(GameId, &str) + Send + Sync>;

/// Announcements within one process.
#[derive(Clone)]
pub struct LocalBus {
    topics: Arc<Mutex<HashMap<Topic, watch::Sender<u64>>>>,
    gossip: broadcast::Sender<Arc<str>>,
    news: Arc<OnceLock<TakeNews>>,
}

impl Default for LocalBus {
    fn default() -> Self {
        Self { topics: Arc::default(), gossip: broadcast::channel(GOSSIP).0, news: Arc::default() }
    }
}

impl LocalBus {
    fn topics(&self) -> MutexGuard<'_, HashMap<Topic, watch::Sender<u64>>> {
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
    pub(super) fn stir_all(&self) {
        for (topic, sender) in self.topics().iter() {
            if !matches!(topic, Topic::Game(_)) {
                sender.send_modify(|times| *times += 1);
            }
        }
    }

    /// From now on, this takes what other nodes tell of games, before it is announced here that there is something.
    pub fn take_news(&self, take: impl Fn(GameId, &str) + Send + Sync + 'static) {
        // There is one who keeps the tables of a node; a second is not told.
        let _ = self.news.set(Box::new(take));
    }

    /// Another node has told what happened in a game.
    pub(super) fn tell_news(&self, game: GameId, news: &str) {
        if let Some(take) = self.news.get() {
            take(game, news);
        }
    }

    /// Another node has told something.
    pub(super) fn tell_gossip(&self, text: &str) {
        // Nobody need listen.
        let _ = self.gossip.send(text.into());
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

    /// There are no others.
    fn gossip(&self, _: String) {}

    fn overhear(&self) -> broadcast::Receiver<Arc<str>> {
        self.gossip.subscribe()
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn local(&self) -> &LocalBus {
        self
    }
}
