//! Workers: processes that run engine jobs for the nodes of a site, and serve no clients.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use engine::network::NetworkChoice;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tracing::{Instrument, error_span};

use crate::engine_jobs::EngineJobs;
use crate::heartbeat::HeartbeatWatch;
use crate::metrics::Metrics;
use crate::node::Node;
use crate::repository::{CachedGames, GameRepository};
use bus::Bus;
use bus::queue::SharedQueue;
use play::id::NodeId;
use store::{Database, StoreError};

/// Maximum time to finish turns when the worker stops.
const FINISH_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum time to report the results to the shared queue.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(1);

/// The configuration of a worker.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// The database.
    pub database: Database,
    /// The address of NATS.
    pub bus: String,
    /// The number of turns, and of analysis requests, that it searches at a time.
    pub threads: usize,
    /// The networks that the engine evaluates with.
    pub networks: NetworkChoice,
    /// The address that serves metrics and health checks, if any.
    pub metrics_listen: Option<SocketAddr>,
}

/// A running worker.
pub struct Worker {
    shared: Arc<Shared>,
    watching: JoinHandle<()>,
}

/// The state that the monitoring endpoints share.
struct Shared {
    engine: EngineJobs,
    queue: Arc<SharedQueue>,
    repository: Arc<GameRepository>,
    bus: Arc<dyn Bus>,
    metrics: Metrics,
}

impl Worker {
    /// Opens the database and starts to take jobs.
    pub async fn start(config: &WorkerConfig) -> Result<Self, StoreError> {
        let node = NodeId::new().map_err(|error| StoreError::Other(error.to_string()))?;
        Self::start_as(node, config).instrument(error_span!("worker", %node)).await
    }

    async fn start_as(id: NodeId, config: &WorkerConfig) -> Result<Self, StoreError> {
        let node = Node::open(id, &config.database, Some(&config.bus), None, CachedGames::default()).await?;
        let Node { mut metrics, store, bus, queue, repository, turns } = node;
        let queue = queue.ok_or(StoreError::Other("there is no connection to NATS".to_owned()))?;
        let heartbeats = HeartbeatWatch::new(store, Arc::clone(&repository));
        heartbeats.check().await?;
        let (threads, networks) = (config.threads.max(1), &config.networks);
        let engine = EngineJobs::start(&repository, turns, threads, networks, Some(&queue));
        let engine = engine.map_err(|error| StoreError::Other(error.to_string()))?;
        engine.register_metrics(&mut metrics);
        let watching = tokio::spawn(heartbeats.run().in_current_span());
        Ok(Self { shared: Arc::new(Shared { engine, queue, repository, bus, metrics }), watching })
    }

    /// Waits until it can take jobs.
    pub async fn connected(&self) {
        while !self.shared.bus.is_connected() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Serves metrics and health checks until the process ends.
    pub fn serve_monitoring(&self, listener: TcpListener) -> impl Future<Output = ()> + Send + 'static {
        let shared = Arc::clone(&self.shared);
        let router = Router::new()
            .route("/healthz", get(async || "alive\n"))
            .route("/readyz", get(ready))
            .route("/metrics", get(async |State(shared): State<Arc<Shared>>| shared.read_metrics()))
            .with_state(shared);
        async move { drop(axum::serve(listener, router).await) }
    }

    /// Takes no more jobs, finishes those it has, and returns those that take too long.
    pub async fn finish(self) {
        self.shared.engine.finish(FINISH_TIMEOUT).await;
        self.shared.queue.wait_settled(SETTLE_TIMEOUT).await;
    }
}

impl Shared {
    fn is_ready(&self) -> bool {
        self.bus.is_connected() && self.repository.gate().is_open()
    }

    fn read_metrics(&self) -> String {
        let (health, capacity) = (&self.metrics.health, &self.metrics.capacity);
        health.ready.set(self.is_ready().into());
        health.gate_open.set(self.repository.gate().is_open().into());
        health.bus_connected.set(self.bus.is_connected().into());
        capacity
            .computer_moves
            .inc_by(self.engine.turns_played().saturating_sub(capacity.computer_moves.get()));
        self.metrics.encode()
    }
}

async fn ready(State(shared): State<Arc<Shared>>) -> (StatusCode, &'static str) {
    if shared.is_ready() {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "NATS, the database or a serving node cannot be reached\n")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.watching.abort();
    }
}
