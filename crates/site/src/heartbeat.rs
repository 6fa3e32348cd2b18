//! The heartbeat of a node: reports to the store that it serves, synchronises the time, and compensates clocks for outages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use tracing::Instrument;

use crate::metrics::HealthMetrics;
use crate::repository::{GameError, GameRepository, Gate};
use bus::request_id::{self, RequestId};
use play::id::NodeId;
use store::clock::{self, Reading};
use store::{HeartbeatOutcome, Outage, Store, StoreError};

/// The time between heartbeats.
const INTERVAL: Duration = Duration::from_secs(1);
/// The time between heartbeats while the gate is closed.
const CLOSED_INTERVAL: Duration = Duration::from_millis(200);

/// The heartbeat of a node.
#[derive(Clone)]
pub(crate) struct Heartbeat {
    node: NodeId,
    store: Arc<dyn Store>,
    repository: Arc<GameRepository>,
    /// Whether this node is compensating clocks.
    compensating: Arc<AtomicBool>,
    /// When the store last accepted a heartbeat.
    last: Arc<Mutex<Instant>>,
    /// Why the store did not accept the last heartbeat; none if it did.
    failure: Arc<Mutex<Option<StoreError>>>,
    outages: Counter<u64, AtomicU64>,
    clocks_compensated: Counter<u64, AtomicU64>,
}

/// Since when the store is unavailable. Logs when that begins and ends.
#[derive(Default)]
struct Unavailability(Option<Instant>);

impl Unavailability {
    fn observe<T>(&mut self, result: &Result<T, StoreError>) {
        match (result, self.0) {
            (Err(error), None) => {
                tracing::warn!(%error, "store_unavailable");
                self.0 = Some(Instant::now());
            }
            (Ok(_), Some(since)) => {
                tracing::warn!(seconds = since.elapsed().as_secs_f64(), "store_available");
                self.0 = None;
            }
            _ => {}
        }
    }
}

/// Sets the clock by the time of the store.
///
/// To the next heartbeat, a jump of that time looks like an outage, for which clocks are compensated. The gate is closed
/// before the new time is adopted, and opened after that heartbeat: no flag falls in between.
async fn sync_clock(store: &dyn Store, gate: &Gate) -> Result<(), StoreError> {
    let asked = Instant::now();
    let reading = Reading::new(store.time().await?, asked);
    if let Some(jump) = reading.jump() {
        gate.close();
        tracing::warn!(seconds = jump.as_secs_f64(), "clock_jumped");
    }
    reading.adopt();
    Ok(())
}

/// Watches the heartbeats of nodes, for a worker, which has none of its own.
pub(crate) struct HeartbeatWatch {
    store: Arc<dyn Store>,
    repository: Arc<GameRepository>,
}

impl HeartbeatWatch {
    pub(crate) fn new(store: Arc<dyn Store>, repository: Arc<GameRepository>) -> Self {
        repository.gate().close();
        Self { store, repository }
    }

    /// Checks whether a node serves, and synchronises the time.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let sent = tokio::time::Instant::now();
        sync_clock(&*self.store, self.repository.gate()).await?;
        if self.store.is_served(clock::now()).await? {
            self.repository.gate().open(sent);
        } else {
            self.repository.gate().close();
        }
        Ok(())
    }

    /// Checks periodically until it is aborted.
    pub(crate) async fn run(self) {
        let mut unavailability = Unavailability::default();
        loop {
            unavailability.observe(&self.check().await);
            tokio::time::sleep(if self.repository.gate().is_open() { INTERVAL } else { CLOSED_INTERVAL })
                .await;
        }
    }
}

impl Heartbeat {
    pub(crate) fn new(
        node: NodeId,
        store: Arc<dyn Store>,
        repository: Arc<GameRepository>,
        health: &HealthMetrics,
    ) -> Self {
        Self {
            node,
            store,
            repository,
            compensating: Arc::default(),
            last: Arc::new(Mutex::new(Instant::now())),
            failure: Arc::default(),
            outages: health.outages.clone(),
            clocks_compensated: health.clocks_compensated.clone(),
        }
    }

    /// Returns the time since the store last accepted a heartbeat.
    pub(crate) fn age(&self) -> Duration {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Returns why the store did not accept the last heartbeat; none if it did.
    pub(crate) fn failure(&self) -> Option<StoreError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends the first heartbeat. Afterwards clocks are compensated, or another node compensates them.
    pub(crate) async fn start(&self) -> Result<(), StoreError> {
        if let Some(outage) = self.beat().await? {
            self.compensate_clocks(outage).await;
            self.beat().await?;
        }
        Ok(())
    }

    /// Sends heartbeats until it is aborted.
    pub(crate) async fn run(self) {
        let mut unavailability = Unavailability::default();
        loop {
            let beat = self.beat().await;
            unavailability.observe(&beat);
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = beat.as_ref().err().cloned();
            match beat {
                Ok(None) | Err(_) => {}
                Ok(Some(outage)) => {
                    let heartbeat = self.clone();
                    // Heartbeats must go on meanwhile, or other nodes would take this one for dead.
                    tokio::spawn(async move { heartbeat.compensate_clocks(outage).await }.in_current_span());
                }
            }
            tokio::time::sleep(if self.repository.gate().is_open() { INTERVAL } else { CLOSED_INTERVAL })
                .await;
        }
    }

    /// Sends a heartbeat. Returns an outage if this node is to compensate clocks for it.
    async fn beat(&self) -> Result<Option<Outage>, StoreError> {
        let (asked, sent) = (Instant::now(), tokio::time::Instant::now());
        sync_clock(&*self.store, self.repository.gate()).await?;
        let beat = self.store.heartbeat(self.node, clock::now()).await?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        match beat {
            HeartbeatOutcome::Healthy => {
                self.repository.gate().open(sent);
                Ok(None)
            }
            HeartbeatOutcome::AwaitRecovery => {
                self.repository.gate().close();
                Ok(None)
            }
            HeartbeatOutcome::LeadRecovery(outage) => {
                self.repository.gate().close();
                Ok((!self.compensating.swap(true, Ordering::Relaxed)).then_some(outage))
            }
        }
    }

    async fn compensate_clocks(&self, outage: Outage) {
        let compensate = async {
            let games = self.repository.compensate_clocks(outage, clock::now()).await?;
            self.store.finish_recovery(self.node).await?;
            Ok::<usize, GameError>(games)
        };
        match request_id::within(RequestId::next(), compensate).await {
            Ok(games) => {
                self.outages.inc();
                self.clocks_compensated.inc_by(games as u64);
                let outage = outage.to.since(outage.from);
                tracing::info!(games, ?outage, "clocks_compensated");
            }
            // The next heartbeat tries again.
            Err(error) => tracing::error!(%error, "clock_compensation_failed"),
        }
        self.compensating.store(false, Ordering::Relaxed);
    }
}
