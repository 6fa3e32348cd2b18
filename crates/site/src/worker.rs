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

use crate::engine_jobs::EngineJobs;
use crate::heartbeat::HeartbeatWatch;
use crate::metrics::Metrics;
use crate::node::Node;
use crate::repository::GameRepository;
use bus::Bus;
use bus::queue::Work;
use play::id::NodeId;
use store::{Database, StoreError};

/// The time that turns get to be finished when the worker is stopped.
const FINISHING: Duration = Duration::from_secs(3);
/// The time that the shared queue gets to hear what became of them.
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
    watching: JoinHandle<()>,
}

/// What its monitors look at, too.
struct Shared {
    engine: EngineJobs,
    queue: Arc<Work>,
    repository: Arc<GameRepository>,
    bus: Arc<dyn Bus>,
    metrics: Metrics,
}

impl Worker {
    /// Opens the database and begins to work as soon as there is something to do.
    pub async fn start(config: &WorkerConfig) -> Result<Self, StoreError> {
        let node = NodeId::new().map_err(|error| StoreError::Other(error.to_string()))?;
        Self::start_as(node, config).instrument(error_span!("worker", %node)).await
    }

    async fn start_as(id: NodeId, config: &WorkerConfig) -> Result<Self, StoreError> {
        let node = Node::open(id, &config.database, Some(&config.bus), None).await?;
        let Node { mut metrics, store, bus, queue, repository, asked } = node;
        let queue = queue.ok_or(StoreError::Other("there is no queue".to_owned()))?;
        let heartbeats = HeartbeatWatch::new(store, Arc::clone(&repository));
        heartbeats.check().await?;
        let engine = EngineJobs::start(&repository, asked, config.threads.max(1), Some(&queue));
        let engine = engine.map_err(|error| StoreError::Other(error.to_string()))?;
        engine.register(&mut metrics);
        let watching = tokio::spawn(heartbeats.run().in_current_span());
        Ok(Self { shared: Arc::new(Shared { engine, queue, repository, bus, metrics }), watching })
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
        self.shared.engine.finish(FINISHING).await;
        self.shared.queue.settled(SETTLING).await;
    }
}

impl Shared {
    fn is_ready(&self) -> bool {
        self.bus.is_whole() && self.repository.gate().is_open()
    }

    fn read_metrics(&self) -> String {
        let (health, full) = (&self.metrics.health, &self.metrics.capacity);
        health.ready.set(self.is_ready().into());
        health.gate_open.set(self.repository.gate().is_open().into());
        health.bus_whole.set(self.bus.is_whole().into());
        full.computer_moves.inc_by(self.engine.turns_made().saturating_sub(full.computer_moves.get()));
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
        self.watching.abort();
    }
}
