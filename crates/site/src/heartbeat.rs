//! The heartbeat of a node: it tells the store that somebody serves, learns the time, and compensates clocks for outages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use tracing::Instrument;

use crate::metrics::Health;
use crate::repository::{GameError, GameRepository};
use bus::request_id::{self, RequestId};
use play::id::NodeId;
use store::{Beat, Outage, Store, StoreError, clock};

/// The time between heartbeats.
const BEAT: Duration = Duration::from_secs(1);
/// The time between heartbeats while the gate is shut.
const IMPATIENT: Duration = Duration::from_millis(200);

/// The heartbeat of a node.
#[derive(Clone)]
pub(crate) struct Heartbeat {
    node: NodeId,
    store: Arc<dyn Store>,
    repository: Arc<GameRepository>,
    /// Whether this node compensates clocks now.
    compensating: Arc<AtomicBool>,
    /// When the store last took a heartbeat.
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

/// The heartbeats of others, by which a process goes that does not serve.
pub(crate) struct HeartbeatWatch {
    store: Arc<dyn Store>,
    repository: Arc<GameRepository>,
}

impl HeartbeatWatch {
    pub(crate) fn new(store: Arc<dyn Store>, repository: Arc<GameRepository>) -> Self {
        repository.gate().close();
        Self { store, repository }
    }

    /// Looks once whether somebody serves, and learns the time.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let (asked, begun) = (Instant::now(), tokio::time::Instant::now());
        clock::agree(self.store.time().await?, asked);
        if self.store.is_served(clock::now()).await? {
            self.repository.gate().open(begun);
        } else {
            self.repository.gate().close();
        }
        Ok(())
    }

    /// Looks until it is aborted.
    pub(crate) async fn run(self) {
        let mut silence = Silence::default();
        loop {
            silence.heard(&self.check().await);
            tokio::time::sleep(if self.repository.gate().is_open() { BEAT } else { IMPATIENT }).await;
        }
    }
}

impl Heartbeat {
    pub(crate) fn new(
        node: NodeId,
        store: Arc<dyn Store>,
        repository: Arc<GameRepository>,
        health: &Health,
    ) -> Self {
        Self {
            node,
            store,
            repository,
            compensating: Arc::default(),
            last: Arc::new(Mutex::new(Instant::now())),
            outages: health.outages.clone(),
            clocks_mended: health.clocks_mended.clone(),
        }
    }

    /// Returns how long ago the store last took a heartbeat.
    pub(crate) fn age(&self) -> Duration {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Sends the first heartbeat. Afterwards the clocks are right, or another node sees to it.
    pub(crate) async fn begin(&self) -> Result<(), StoreError> {
        if let Some(outage) = self.beat().await? {
            self.compensate_clocks(outage).await;
            self.beat().await?;
        }
        Ok(())
    }

    /// Sends heartbeats until it is aborted.
    pub(crate) async fn run(self) {
        let mut silence = Silence::default();
        loop {
            let beat = self.beat().await;
            silence.heard(&beat);
            match beat {
                Ok(None) | Err(_) => {}
                Ok(Some(outage)) => {
                    let heartbeat = self.clone();
                    // It may take a while, and who does not beat is taken for dead.
                    tokio::spawn(async move { heartbeat.compensate_clocks(outage).await }.in_current_span());
                }
            }
            tokio::time::sleep(if self.repository.gate().is_open() { BEAT } else { IMPATIENT }).await;
        }
    }

    /// Tells the store that this node serves; returns an outage for which it is to compensate clocks.
    async fn beat(&self) -> Result<Option<Outage>, StoreError> {
        let (asked, begun) = (Instant::now(), tokio::time::Instant::now());
        clock::agree(self.store.time().await?, asked);
        let beat = self.store.beat(self.node, clock::now()).await?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        match beat {
            Beat::Fine => {
                self.repository.gate().open(begun);
                Ok(None)
            }
            Beat::Wait => {
                self.repository.gate().close();
                Ok(None)
            }
            Beat::MakeUp(outage) => {
                self.repository.gate().close();
                Ok((!self.compensating.swap(true, Ordering::Relaxed)).then_some(outage))
            }
        }
    }

    async fn compensate_clocks(&self, outage: Outage) {
        let done = async {
            let games = self.repository.compensate_clocks(outage, clock::now()).await?;
            self.store.finish_recovery(self.node).await?;
            Ok::<usize, GameError>(games)
        };
        match request_id::within(RequestId::next(), done).await {
            Ok(games) => {
                self.outages.inc();
                self.clocks_mended.inc_by(games as u64);
                let away = outage.to.since(outage.from);
                tracing::info!(games, ?away, "clocks are made up for an outage");
            }
            // The next beat tries again.
            Err(error) => tracing::error!(%error, "clocks cannot be made up for an outage"),
        }
        self.compensating.store(false, Ordering::Relaxed);
    }
}
