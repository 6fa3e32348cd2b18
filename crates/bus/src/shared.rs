//! A bus between nodes: what is announced at one is heard at all, whatever carries it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{broadcast, mpsc, watch};
use tracing::Span;

use crate::announcement::Announcement;
use crate::bus::Bus;
use crate::local::LocalBus;
use crate::signature::Signature;
use crate::topic::Topic;
use play::id::{GameId, NodeId};
use store::clock;
use store::histograms::seconds;

/// So many announcements may wait to be sent; more are dropped, and made up for.
const OUTBOX: usize = 10_000;
/// So many new listeners may wait to be noticed; who comes in vain is noticed a little later.
const COMING: usize = 1_000;

/// A bus between nodes. Those at this node are told at once, those at others by what carries it.
pub struct SharedBus {
    transport: Transport,
    outbox: mpsc::Sender<Announcement>,
    coming: mpsc::Sender<Topic>,
}

/// What a carrier carries to and from.
#[derive(Clone)]
pub(super) struct Transport {
    node: NodeId,
    signature: Signature,
    pub(super) local: LocalBus,
    whole: Arc<AtomicBool>,
    /// Was it told that others are not heard?
    lost: Arc<AtomicBool>,
    /// The node that tells it.
    span: Span,
    /// Were announcements dropped that others should have heard?
    owing: Arc<AtomicBool>,
    /// How long announcements were under way.
    lags: Histogram,
}

/// What a carrier has to do, until the bus is gone.
pub(super) struct Duties {
    pub(super) outbox: mpsc::Receiver<Announcement>,
    /// What somebody has begun to listen to.
    pub(super) coming: mpsc::Receiver<Topic>,
}

impl SharedBus {
    /// The bus of a node, and what its carrier needs.
    pub(super) fn new(node: NodeId, signature: Signature, local: LocalBus) -> (Self, Transport, Duties) {
        let (sender, outbox) = mpsc::channel(OUTBOX);
        let (listeners, coming) = mpsc::channel(COMING);
        let (whole, lost, owing) = (Arc::default(), Arc::default(), Arc::default());
        let (span, lags) = (Span::current(), seconds());
        let transport = Transport { node, signature, local, whole, lost, span, owing, lags };
        let bus = Self { transport: transport.clone(), outbox: sender, coming: listeners };
        (bus, transport, Duties { outbox, coming })
    }

    fn send(&self, announcement: Announcement) {
        if !self.is_whole() || self.outbox.try_send(announcement).is_err() {
            self.transport.owing.store(true, Ordering::Relaxed);
        }
    }
}

impl Transport {
    /// A message with these announcements, one a line, that other nodes believe.
    pub(super) fn signed(&self, announcements: &str) -> String {
        self.signature.sign(self.node, announcements)
    }

    /// A message has come.
    pub(super) fn on_message(&self, message: &str) {
        // One's own are known, and others' are not believed without the signature.
        let Some(announcements) = self.signature.read(message, self.node) else { return };
        for announcement in announcements.lines().filter_map(|line| line.parse::<Announcement>().ok()) {
            if let Announcement::Game { at, .. } = &announcement {
                self.lags.observe(clock::now().since(*at).as_secs_f64());
            }
            announcement.tell(&self.local);
        }
    }

    /// Others are heard again. What they told meanwhile was missed.
    pub(super) fn mended(&self) {
        let _node = self.span.enter();
        let was_lost = self.lost.swap(false, Ordering::Relaxed);
        if !self.whole.swap(true, Ordering::Relaxed) && was_lost {
            tracing::warn!("other nodes are heard again");
        }
        self.local.notify_all();
    }

    /// Others are not heard any more, and what was on its way to them may be lost.
    pub(super) fn broken(&self) {
        if self.whole.swap(false, Ordering::Relaxed) {
            self.tell_loss("the connection is gone");
        }
        self.owing.store(true, Ordering::Relaxed);
    }

    /// Tells that others are not heard, for this reason; once, until they are.
    pub(super) fn tell_loss(&self, reason: &str) {
        let _node = self.span.enter();
        if !self.lost.swap(true, Ordering::Relaxed) {
            tracing::warn!(reason, "other nodes are not heard; what they do is looked for in the database");
        }
    }

    /// Are others heard?
    pub(super) fn is_whole(&self) -> bool {
        self.whole.load(Ordering::Relaxed)
    }

    /// The announcement that makes up for those that were dropped, if there were any.
    pub(super) fn owed(&self) -> Option<Announcement> {
        (self.whole.load(Ordering::Relaxed) && self.owing.swap(false, Ordering::Relaxed))
            .then_some(Announcement::Everything)
    }
}

impl Bus for SharedBus {
    fn announce(&self, game: GameId, seq: u64) {
        self.transport.local.announce(game, seq);
        self.send(Announcement::game(game, seq));
    }

    fn announce_events(&self, game: GameId, seq: u64, news: &dyn Fn() -> String) {
        self.transport.local.announce(game, seq);
        self.send(Announcement::game(game, seq).with_news(news()));
    }

    fn notify(&self, topic: Topic) {
        self.transport.local.notify(topic);
        self.send(Announcement::Changed(topic));
    }

    fn subscribe(&self, topic: Topic) -> watch::Receiver<u64> {
        let receiver = self.transport.local.subscribe(topic);
        let _ = self.coming.try_send(topic);
        receiver
    }

    fn broadcast(&self, text: String) {
        // It is about this moment: what cannot be told now is not worth telling later.
        if self.is_whole() {
            let _ = self.outbox.try_send(Announcement::Broadcast(text));
        }
    }

    fn broadcasts(&self) -> broadcast::Receiver<Arc<str>> {
        self.transport.local.broadcasts()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn is_whole(&self) -> bool {
        self.transport.is_whole()
    }

    fn lags(&self) -> Option<Histogram> {
        Some(self.transport.lags.clone())
    }

    fn local(&self) -> &LocalBus {
        &self.transport.local
    }
}
