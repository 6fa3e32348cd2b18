//! Telling and hearing that there is something to read.

use std::sync::Arc;

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{broadcast, watch};

use crate::local::LocalBus;
use crate::topic::Topic;
use play::id::GameId;

/// Tells and hears that there is something to read.
pub trait Bus: Send + Sync {
    /// The game has come to this event. Whose request that was is told along, where it is [known](crate::request_id::current).
    fn announce(&self, game: GameId, seq: u64);

    /// The same, and other nodes are told what has happened, a line of text that is made if there are any. It is given to
    /// their [`OnEvents`](crate::local::OnEvents).
    fn announce_events(&self, game: GameId, seq: u64, _news: &dyn Fn() -> String) {
        self.announce(game, seq);
    }

    /// Something has changed.
    fn notify(&self, topic: Topic);

    /// Hears of something from now on. What a slow listener missed is not kept: the newest is what counts.
    fn subscribe(&self, topic: Topic) -> watch::Receiver<u64>;

    /// Tells all other nodes something, in a line of text.
    fn broadcast(&self, text: String);

    /// Hears what other nodes tell from now on.
    fn broadcasts(&self) -> broadcast::Receiver<Arc<str>>;

    /// Are there other nodes to be heard?
    fn is_shared(&self) -> bool;

    /// Does this node hear the others at the moment, as far as it knows?
    fn is_whole(&self) -> bool;

    /// How long announcements of other nodes were under way, where that is counted.
    fn lags(&self) -> Option<Histogram> {
        None
    }

    /// What is heard at this node alone.
    fn local(&self) -> &LocalBus;
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

    fn notify(&self, topic: Topic) {
        self.tell(topic, |times| {
            *times += 1;
            true
        });
    }

    fn subscribe(&self, topic: Topic) -> watch::Receiver<u64> {
        let mut topics = self.topics();
        // Those whom nobody hears any more are forgotten now and then, when the table would have to grow.
        if topics.len() == topics.capacity() {
            topics.retain(|_, sender| !sender.is_closed());
        }
        topics.entry(topic).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    /// There are no others.
    fn broadcast(&self, _: String) {}

    fn broadcasts(&self) -> broadcast::Receiver<Arc<str>> {
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
