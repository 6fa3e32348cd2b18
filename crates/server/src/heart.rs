//! The heartbeat of a node: it tells the store that somebody serves, learns what time it is, and makes up for outages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use tracing::Instrument;

use crate::hall::{ActError, Hall};
use crate::id::NodeId;
use crate::metrics::Health;
use crate::request::{self, RequestId};
use crate::store::{Beat, Outage, Store, StoreError};
use crate::time::{self, Timestamp};

/// So often it is noted that the node serves.
const BEAT: Duration = Duration::from_secs(1);
/// So often it is tried while the gate is shut.
const IMPATIENT: Duration = Duration::from_millis(200);

/// The heart of a node.
#[derive(Clone)]
pub(crate) struct Heart {
    node: NodeId,
    store: Arc<dyn Store>,
    hall: Arc<Hall>,
    /// Does this node make up for an outage now?
    mending: Arc<AtomicBool>,
    /// When the store last took a beat.
    last: Arc<Mutex<Instant>>,
    outages: Counter<u64, AtomicU64>,
    clocks_mended: Counter<u64, AtomicU64>,
}

/// Whether the store answers: its silence is told when it begins, and when it ends.
#[derive(Default)]
struct Silence(Option<Instant>);

impl Silence {
    fn heard<T>(&mut self, answer: &Result<T, StoreError>) {
        match (answer, self.0) {
            (Err(error), None) => {
                tracing::warn!(%error, "the store does not answer");
                self.0 = Some(Instant::now());
            }
            (Ok(_), Some(since)) => {
                tracing::warn!(seconds = since.elapsed().as_secs_f64(), "the store answers again");
                self.0 = None;
            }
            _ => {}
        }
    }
}

/// What a process goes by that does not serve: it feels the hearts of those that do.
#[derive(Clone)]
pub(crate) struct Pulse {
    store: Arc<dyn Store>,
    hall: Arc<Hall>,
}

impl Pulse {
    pub(crate) fn new(store: Arc<dyn Store>, hall: Arc<Hall>) -> Self {
        hall.gate().close();
        Self { store, hall }
    }

    /// Feels it once: it is known what time it is then.
    pub(crate) async fn feel(&self) -> Result<(), StoreError> {
        let (asked, begun) = (Instant::now(), tokio::time::Instant::now());
        time::agree(self.store.time().await?, asked);
        if self.store.is_served(Timestamp::now()).await? {
            self.hall.gate().open(begun);
        } else {
            self.hall.gate().close();
        }
        Ok(())
    }

    /// Feels it until it is aborted.
    pub(crate) async fn feel_on(self) {
        let mut silence = Silence::default();
        loop {
            silence.heard(&self.feel().await);
            tokio::time::sleep(if self.hall.gate().is_open() { BEAT } else { IMPATIENT }).await;
        }
    }
}

impl Heart {
    pub(crate) fn new(node: NodeId, store: Arc<dyn Store>, hall: Arc<Hall>, health: &Health) -> Self {
        Self {
            node,
            store,
            hall,
            mending: Arc::default(),
            last: Arc::new(Mutex::new(Instant::now())),
            outages: health.outages.clone(),
            clocks_mended: health.clocks_mended.clone(),
        }
    }

    /// How long ago the store last took a beat.
    pub(crate) fn age(&self) -> Duration {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// The first beat: when it is done, the clocks are right, or another node sees to it.
    pub(crate) async fn begin(&self) -> Result<(), StoreError> {
        if let Some(outage) = self.beat().await? {
            self.make_up(outage).await;
            self.beat().await?;
        }
        Ok(())
    }

    /// Beats until it is aborted.
    pub(crate) async fn beat_on(self) {
        let mut silence = Silence::default();
        loop {
            let beat = self.beat().await;
            silence.heard(&beat);
            match beat {
                Ok(None) | Err(_) => {}
                Ok(Some(outage)) => {
                    let heart = self.clone();
                    // It may take a while, and who does not beat is taken for dead.
                    tokio::spawn(async move { heart.make_up(outage).await }.in_current_span());
                }
            }
            tokio::time::sleep(if self.hall.gate().is_open() { BEAT } else { IMPATIENT }).await;
        }
    }

    /// Tells that this node serves; an outage that is given back is for it to make up for.
    async fn beat(&self) -> Result<Option<Outage>, StoreError> {
        let (asked, begun) = (Instant::now(), tokio::time::Instant::now());
        time::agree(self.store.time().await?, asked);
        let beat = self.store.beat(self.node, Timestamp::now()).await?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        match beat {
            Beat::Fine => {
                self.hall.gate().open(begun);
                Ok(None)
            }
            Beat::Wait => {
                self.hall.gate().close();
                Ok(None)
            }
            Beat::MakeUp(outage) => {
                self.hall.gate().close();
                Ok((!self.mending.swap(true, Ordering::Relaxed)).then_some(outage))
            }
        }
    }

    async fn make_up(&self, outage: Outage) {
        let done = async {
            let games = self.hall.make_up_for(outage, Timestamp::now()).await?;
            self.store.mended(self.node).await?;
            Ok::<usize, ActError>(games)
        };
        match request::within(RequestId::next(), done).await {
            Ok(games) => {
                self.outages.inc();
                self.clocks_mended.inc_by(games as u64);
                let away = outage.to.since(outage.from);
                tracing::info!(games, ?away, "clocks are made up for an outage");
            }
            // The next beat tries again.
            Err(error) => tracing::error!(%error, "clocks cannot be made up for an outage"),
        }
        self.mending.store(false, Ordering::Relaxed);
    }
}
