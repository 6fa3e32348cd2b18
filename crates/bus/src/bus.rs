//! The interface of a bus.

use std::sync::Arc;

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{broadcast, watch};

use crate::local::LocalBus;
use crate::topic::Topic;
use play::id::GameId;

/// Announces that there is something new to read, and notifies subscribers.
pub trait Bus: Send + Sync {
    /// Announces that a game has reached an event. The [current request](crate::request_id::current), if any, is included.
    fn announce(&self, game: GameId, seq: u64);

    /// Announces that a game has reached an event, and sends the events to other nodes, as one line of text for their
    /// [`OnEvents`](crate::local::OnEvents). `events` is called only if there are other nodes.
    fn announce_events(&self, game: GameId, seq: u64, _events: &dyn Fn() -> String) {
        self.announce(game, seq);
    }

    /// Notifies the subscribers of a topic that something has changed.
    fn notify(&self, topic: Topic);

    /// Subscribes to a topic. A slow subscriber sees only the newest value.
    fn subscribe(&self, topic: Topic) -> watch::Receiver<u64>;

    /// Sends a line of text to all other nodes.
    fn broadcast(&self, text: String);

    /// Receives the broadcasts of other nodes.
    fn broadcasts(&self) -> broadcast::Receiver<Arc<str>>;

    /// Returns whether other nodes can be connected.
    fn is_shared(&self) -> bool;

    /// Returns whether this node is connected to the others, as far as it knows.
    fn is_connected(&self) -> bool;

    /// Returns the latency of the announcements of other nodes, if it is measured.
    fn latency(&self) -> Option<Histogram> {
        None
    }

    /// Returns the bus within this process.
    fn local(&self) -> &LocalBus;
}

impl Bus for LocalBus {
    fn announce(&self, game: GameId, seq: u64) {
        // Announcements may arrive out of order; the number never decreases.
        self.update(Topic::Game(game), |last| {
            let newer = seq > *last;
            *last = seq.max(*last);
            newer
        });
    }

    fn notify(&self, topic: Topic) {
        self.update(topic, |times| {
            *times += 1;
            true
        });
    }

    fn subscribe(&self, topic: Topic) -> watch::Receiver<u64> {
        let mut topics = self.topics();
        // Topics without subscribers are removed when the map would have to grow.
        if topics.len() == topics.capacity() {
            topics.retain(|_, sender| !sender.is_closed());
        }
        topics.entry(topic).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    /// Does nothing: there are no other nodes.
    fn broadcast(&self, _: String) {}

    fn broadcasts(&self) -> broadcast::Receiver<Arc<str>> {
        self.broadcasts.subscribe()
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn is_connected(&self) -> bool {
        true
    }

    fn local(&self) -> &LocalBus {
        self
    }
}
