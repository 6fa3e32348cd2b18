//! A bus between nodes, over any transport.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{broadcast, mpsc, watch};
use tracing::Span;

use crate::announcement::Announcement;
use crate::bus::Bus;
use crate::local::LocalBus;
use crate::signer::MessageSigner;
use crate::topic::Topic;
use play::id::{GameId, NodeId};
use store::clock;
use store::histograms::seconds;

/// The maximum number of unsent announcements; more are dropped, and replaced by one for everything.
const MAX_UNSENT: usize = 10_000;
/// The maximum number of new topics that wait for the transport; others are found by its next sweep.
const MAX_NEW_TOPICS: usize = 1_000;

/// A bus between nodes. Subscribers on this node are notified at once, those on other nodes by the transport.
pub struct SharedBus {
    transport: Transport,
    outbox: mpsc::Sender<Announcement>,
    new_topics: mpsc::Sender<Topic>,
}

/// The state of a connection to other nodes.
#[derive(Clone)]
pub(super) struct Transport {
    node: NodeId,
    signer: MessageSigner,
    pub(super) local: LocalBus,
    is_up: Arc<AtomicBool>,
    /// Whether the loss of the connection was reported.
    reported: Arc<AtomicBool>,
    /// The tracing span of the node.
    span: Span,
    /// Whether announcements were dropped.
    dropped: Arc<AtomicBool>,
    /// The latency of announcements.
    latency: Histogram,
}

/// The input of a transport task, until the bus is dropped.
pub(super) struct Outgoing {
    pub(super) outbox: mpsc::Receiver<Announcement>,
    /// Topics with a new subscriber.
    pub(super) new_topics: mpsc::Receiver<Topic>,
}

impl SharedBus {
    /// Creates the bus of a node, with the input of its transport task.
    pub(super) fn new(node: NodeId, signer: MessageSigner, local: LocalBus) -> (Self, Transport, Outgoing) {
        let (sender, outbox) = mpsc::channel(MAX_UNSENT);
        let (listeners, new_topics) = mpsc::channel(MAX_NEW_TOPICS);
        let (is_up, reported, dropped) = (Arc::default(), Arc::default(), Arc::default());
        let (span, latency) = (Span::current(), seconds());
        let transport = Transport { node, signer, local, is_up, reported, span, dropped, latency };
        let bus = Self { transport: transport.clone(), outbox: sender, new_topics: listeners };
        (bus, transport, Outgoing { outbox, new_topics })
    }

    fn send(&self, announcement: Announcement) {
        if !self.is_connected() || self.outbox.try_send(announcement).is_err() {
            self.transport.dropped.store(true, Ordering::Relaxed);
        }
    }
}

impl Transport {
    /// Returns a signed message with announcements, one per line.
    pub(super) fn signed(&self, announcements: &str) -> String {
        self.signer.sign(self.node, announcements)
    }

    /// Handles a message of another node.
    pub(super) fn on_message(&self, message: &str) {
        // Messages of this node, and those without a valid signature, are ignored.
        let Some(announcements) = self.signer.verify(message, self.node) else { return };
        for announcement in announcements.lines().filter_map(|line| line.parse::<Announcement>().ok()) {
            if let Announcement::Game { at, .. } = &announcement {
                self.latency.observe(clock::now().since(*at).as_secs_f64());
            }
            announcement.deliver(&self.local);
        }
    }

    /// Records that the connection is back. Announcements of the meantime were missed.
    pub(super) fn connected(&self) {
        let _node = self.span.enter();
        let was_reported = self.reported.swap(false, Ordering::Relaxed);
        if !self.is_up.swap(true, Ordering::Relaxed) && was_reported {
            tracing::warn!("bus_reconnected");
        }
        self.local.notify_all();
    }

    /// Records that the connection is lost, and with it perhaps announcements to other nodes.
    pub(super) fn disconnected(&self) {
        if self.is_up.swap(false, Ordering::Relaxed) {
            self.report_loss("the connection was closed");
        }
        self.dropped.store(true, Ordering::Relaxed);
    }

    /// Logs once, until the connection is back, that other nodes are unreachable.
    pub(super) fn report_loss(&self, reason: &str) {
        let _node = self.span.enter();
        if !self.reported.swap(true, Ordering::Relaxed) {
            // Until it is back, events of other nodes are found by polling the store.
            tracing::warn!(reason, "bus_disconnected");
        }
    }

    /// Returns whether other nodes are reachable.
    pub(super) fn is_connected(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    /// Returns the announcement that replaces dropped ones, if there were any.
    pub(super) fn take_dropped(&self) -> Option<Announcement> {
        (self.is_up.load(Ordering::Relaxed) && self.dropped.swap(false, Ordering::Relaxed))
            .then_some(Announcement::Everything)
    }
}

impl Bus for SharedBus {
    fn announce(&self, game: GameId, seq: u64) {
        self.transport.local.announce(game, seq);
        self.send(Announcement::game(game, seq));
    }

    fn announce_events(&self, game: GameId, seq: u64, events: &dyn Fn() -> String) {
        self.transport.local.announce(game, seq);
        self.send(Announcement::game(game, seq).with_events(events()));
    }

    fn notify(&self, topic: Topic) {
        self.transport.local.notify(topic);
        self.send(Announcement::Changed(topic));
    }

    fn subscribe(&self, topic: Topic) -> watch::Receiver<u64> {
        let receiver = self.transport.local.subscribe(topic);
        let _ = self.new_topics.try_send(topic);
        receiver
    }

    fn broadcast(&self, text: String) {
        // A broadcast is about this moment: it is not worth sending later.
        if self.is_connected() {
            let _ = self.outbox.try_send(Announcement::Broadcast(text));
        }
    }

    fn broadcasts(&self) -> broadcast::Receiver<Arc<str>> {
        self.transport.local.broadcasts()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn is_connected(&self) -> bool {
        self.transport.is_connected()
    }

    fn latency(&self) -> Option<Histogram> {
        Some(self.transport.latency.clone())
    }

    fn local(&self) -> &LocalBus {
        &self.transport.local
    }
}
