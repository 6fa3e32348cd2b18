//! A worker: a process that serves nobody, and thinks for all nodes of a site.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tracing::{Instrument, error_span};

use crate::analyst::Serving;
use crate::bus::{Bus, Line};
use crate::computer::Computer;
use crate::hall::Hall;
use crate::heart::Pulse;
use crate::id::NodeId;
use crate::metrics::{Metrics, seconds};
use crate::store::{Database, Metered, Store, StoreError, StoreFigures};
use crate::work::Work;

/// For so long what is thought about may take to be finished when the worker is stopped.
const LAST_THOUGHTS: Duration = Duration::from_secs(3);
/// For so long the queue may take to hear what became of it.
const SETTLING: Duration = Duration::from_secs(1);

/// How a worker is set up.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Where everything is kept.
    pub database: Database,
    /// The address of NATS.
    pub bus: String,
    /// How many turns, and how many questions, it thinks about at a time.
    pub threads: usize,
    /// Where monitors read what it counts, if they do.
    pub metrics_listen: Option<SocketAddr>,
}

/// A running worker.
pub struct Worker {
    shared: Arc<Shared>,
    serving: Serving,
    pulse: JoinHandle<()>,
}

/// What its monitors look at, too.
struct Shared {
    computer: Computer,
    work: Arc<Work>,
    hall: Arc<Hall>,
    bus: Arc<dyn Bus>,
    metrics: Metrics,
}

impl Worker {
    /// Opens the database and begins to work as soon as there is something to do.
    pub async fn start(config: &WorkerConfig) -> Result<Self, StoreError> {
        let node = NodeId::new().map_err(|error| StoreError::Other(error.to_string()))?;
        Self::start_as(node, config).instrument(error_span!("worker", %node)).await
    }

    async fn start_as(node: NodeId, config: &WorkerConfig) -> Result<Self, StoreError> {
        let figures = StoreFigures::default();
        let mut metrics = Metrics::new(node, &figures);
        let store: Arc<dyn Store> = Arc::new(Metered::new(config.database.open().await?, &figures));
        let secret = Line::secret(store.as_ref()).await?;
        let line = Line::open(node, &secret, Some(&config.bus), &config.database).await;
        let Line { bus, nats } = line.map_err(StoreError::Other)?;
        let work = nats.map(Work::new).ok_or(StoreError::Other("there is no queue".to_owned()))?;
        let work = Arc::new(work);
        // It claims no games from people.
        let hall = Arc::new(Hall::new(Arc::clone(&store), Arc::clone(&bus), Duration::MAX));
        let pulse = Pulse::new(store, Arc::clone(&hall));
        pulse.feel().await?;
        let threads = config.threads.max(1);
        let computer = Computer::start(&hall, threads, Some(&work)).map_err(StoreError::Other)?;
        let thinking = seconds();
        let serving = Serving::start(&work, threads, thinking.clone());
        metrics.offer("thinking_seconds", "Time the computer thought about a move", Some(computer.seconds()));
        metrics.offer("analysis_seconds", "Time the engine thought for a visitor", Some(thinking));
        let pulse = tokio::spawn(pulse.feel_on().in_current_span());
        Ok(Self { shared: Arc::new(Shared { computer, work, hall, bus, metrics }), serving, pulse })
    }

    /// Waits until it can take work.
    pub async fn connected(&self) {
        while !self.shared.bus.is_whole() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Tells those who look after the site what it counts and whether it is ready, until the process ends.
    pub fn monitors(&self, listener: TcpListener) -> impl Future<Output = ()> + Send + 'static {
        let shared = Arc::clone(&self.shared);
        let router = Router::new()
            .route("/healthz", get(async || "alive\n"))
            .route("/readyz", get(ready))
            .route("/metrics", get(async |State(shared): State<Arc<Shared>>| shared.read_metrics()))
            .with_state(shared);
        async move { drop(axum::serve(listener, router).await) }
    }

    /// Takes no more work, finishes what it has, and gives back what takes too long.
    pub async fn finish(self) {
        self.serving.finish();
        self.shared.computer.finish(LAST_THOUGHTS).await;
        self.shared.work.settled(SETTLING).await;
    }
}

impl Shared {
    fn is_ready(&self) -> bool {
        self.bus.is_whole() && self.hall.gate().is_open()
    }

    fn read_metrics(&self) -> String {
        let (health, full) = (&self.metrics.health, &self.metrics.fullness);
        health.ready.set(self.is_ready().into());
        health.gate_open.set(self.hall.gate().is_open().into());
        health.bus_whole.set(self.bus.is_whole().into());
        full.computer_moves.inc_by(self.computer.played().saturating_sub(full.computer_moves.get()));
        self.metrics.text()
    }
}

async fn ready(State(shared): State<Arc<Shared>>) -> (StatusCode, &'static str) {
    if shared.is_ready() {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "NATS, the database or a node that serves is missing\n")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.pulse.abort();
    }
}
