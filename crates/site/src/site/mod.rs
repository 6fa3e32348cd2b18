//! A node of the site, without its HTTP server.

mod background;
mod cleanup;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tracing::{Instrument, Span, error_span};

use crate::config::Config;
use crate::engine_jobs::EngineJobs;
use crate::error::{ErrorCategory, SiteError};
use crate::error_code::ErrorCode;
use crate::heartbeat::Heartbeat;
use crate::limits::{BodyBytes, Limits, SharedLimits};
use crate::metrics::Metrics;
use crate::node::Node;
use crate::repository::{CachedGames, GameRepository};
use crate::services::{
    AccountService, AnalysisService, ChallengeService, CommandMetrics, GameService, ModerationService, Parts,
    PlayerService, SavedRulesService,
};
use crate::views::game_views::GameViews;
use bus::queue::SharedQueue;
use bus::{Bus, CatchUp};
use play::id::{AccountId, NodeId};
use store::{Store, StoreError};
use texts::sentence;

/// Maximum time to return jobs to the shared queue.
const SETTLE_TIMEOUT: Duration = Duration::from_millis(300);
/// Number of games whose moves are computed for viewers at the same time.
const VIEW_SLOTS: usize = 2;
/// The age of the last heartbeat at which a node stops being ready.
const MAX_HEARTBEAT_AGE: Duration = Duration::from_secs(5);

/// Waits until the site is being closed.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // Without a sender, the site has been dropped.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Why a node is not ready to serve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotReady {
    /// The node is shutting down.
    ShuttingDown,
    /// The database file rejects heartbeats: the reason.
    Unwritable(String),
    /// The store is unavailable, or clocks are not yet compensated for an outage.
    Recovering,
}

impl From<NotReady> for SiteError {
    fn from(reason: NotReady) -> Self {
        let (code, message) = match reason {
            NotReady::ShuttingDown => (
                ErrorCode::ShuttingDown,
                "This node is shutting down. Other nodes serve, or it restarts soon.".to_owned(),
            ),
            NotReady::Unwritable(reason) => (ErrorCode::Unavailable, sentence(&reason)),
            NotReady::Recovering => (
                ErrorCode::Recovering,
                "The database is not available, or the clocks are being corrected after an outage."
                    .to_owned(),
            ),
        };
        Self::retry_later(code, ErrorCategory::Unavailable, message, Duration::from_secs(1))
    }
}

/// A node of the site, without its HTTP server.
pub struct Site {
    node: NodeId,
    pub(crate) config: Config,
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    repository: Arc<GameRepository>,
    pub(crate) accounts: AccountService,
    pub(crate) players: PlayerService,
    pub(crate) games: GameService,
    pub(crate) challenges: ChallengeService,
    pub(crate) analysis: AnalysisService,
    pub(crate) moderation: ModerationService,
    pub(crate) saved_rules: SavedRulesService,
    pub(crate) views: GameViews,
    limits: Arc<Limits>,
    pub(crate) metrics: Metrics,
    engine: Arc<EngineJobs>,
    /// The shared queue of engine jobs, if there is NATS.
    queue: Option<Arc<SharedQueue>>,
    heartbeat: Heartbeat,
    /// The span with the id of this node, for the log.
    pub(crate) span: Span,
    /// Whether the node is shutting down and thus not ready.
    draining: AtomicBool,
    // These tasks end when they are dropped.
    _catch_up: Option<CatchUp>,
    _shared_limits: Option<SharedLimits>,
    /// Becomes true when the site is being closed.
    pub(crate) closing: watch::Receiver<bool>,
    close: watch::Sender<bool>,
}

impl Site {
    /// Opens the database and starts the parts of a site, but does not listen yet.
    pub async fn open(config: Config) -> Result<Arc<Self>, StoreError> {
        let node = NodeId::new().map_err(|error| StoreError::Other(error.to_string()))?;
        // A span of the highest level is enabled at every log level.
        let span = error_span!("node", %node);
        Self::open_as(node, config, span.clone()).instrument(span).await
    }

    async fn open_as(id: NodeId, config: Config, span: Span) -> Result<Arc<Self>, StoreError> {
        let patience = Some(config.patience);
        let games = CachedGames::with_capacity(config.game_cache_bytes);
        let node = Node::open(id, &config.database, config.bus.as_deref(), patience, games).await?;
        let Node { mut metrics, store, bus, queue, repository, turns } = node;
        let catch_up = CatchUp::start(Arc::clone(&bus), Arc::clone(&store));
        let heartbeat = Heartbeat::new(
            id,
            !config.database.is_shared(),
            Arc::clone(&store),
            Arc::clone(&repository),
            &metrics.health,
        );
        match heartbeat.start().await {
            // A read-only file can be served for reading: no clock runs in it.
            Err(error @ StoreError::Unwritable(_)) if !config.database.is_shared() => {
                tracing::warn!(%error, "site_is_read_only");
            }
            started => started?,
        }
        // Without a shared queue, no other process takes engine jobs.
        let workers = if queue.is_some() { config.engine_threads } else { config.engine_threads.max(1) };
        let engine = EngineJobs::start(&repository, turns, workers, &config.networks, queue.as_ref());
        let engine = Arc::new(engine.map_err(|error| StoreError::Other(error.to_string()))?);
        let resumed = repository.resume_engine_turns().await?;
        if !resumed.is_empty() {
            tracing::info!(games = resumed.len(), "engine_turns_resumed");
        }
        let limits = Arc::new(Limits::new(&config.rates));
        let shared_limits = limits.share(Arc::clone(&bus));
        engine.register_metrics(&mut metrics);
        if let Some(sizes) = store.batch_sizes() {
            metrics.register("store_batch_size", "Writes per commit", sizes);
        }
        if let Some(lags) = bus.latency() {
            let help = "Time from an append to its announcement at another node";
            metrics.register("announcement_lag_seconds", help, lags);
        }
        let command_metrics = CommandMetrics {
            seconds: metrics.latency.commands.clone(),
            results: metrics.health.commands.clone(),
        };
        let parts = Parts {
            store: Arc::clone(&store),
            bus: Arc::clone(&bus),
            repository: Arc::clone(&repository),
            limits: Arc::clone(&limits),
        };
        let (close, closing) = watch::channel(false);
        Ok(Arc::new(Self {
            node: id,
            accounts: AccountService::new(parts.clone()),
            players: PlayerService::new(parts.clone()),
            games: GameService::new(parts.clone(), command_metrics),
            challenges: ChallengeService::new(parts.clone()),
            analysis: AnalysisService::new(parts.clone(), Arc::clone(&engine), workers.max(1) * 2),
            moderation: ModerationService::new(parts.clone()),
            saved_rules: SavedRulesService::new(parts),
            views: GameViews::new(VIEW_SLOTS),
            limits,
            metrics,
            config,
            store,
            bus,
            repository,
            engine,
            queue,
            heartbeat,
            span,
            draining: AtomicBool::new(false),
            _catch_up: catch_up,
            _shared_limits: shared_limits,
            closing,
            close,
        }))
    }

    /// Returns the id of this node, as in its log and metrics.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Counts a request from an address, and rejects it if there were too many.
    pub(crate) fn admit(&self, address: IpAddr) -> Result<(), SiteError> {
        Ok(self.limits.check_request(address)?)
    }

    /// Counts a live connection that an account opens, and rejects it if there were too many.
    pub(crate) fn admit_connection(&self, account: AccountId) -> Result<(), SiteError> {
        Ok(self.limits.check_connection(account)?)
    }

    /// Starts counting the bytes of a long body from an address. The count ends when the returned value is dropped.
    pub(crate) fn begin_body(&self, address: IpAddr) -> BodyBytes {
        self.limits.begin_body(address)
    }

    /// Returns whether the node is ready to serve, or why not.
    pub fn readiness(&self) -> Result<(), NotReady> {
        if self.is_draining() {
            return Err(NotReady::ShuttingDown);
        }
        // The errors of a database server may name hosts.
        if !self.config.database.is_shared()
            && let Some(error) = self.heartbeat.failure()
        {
            return Err(NotReady::Unwritable(error.to_string()));
        }
        let is_ready = self.repository.gate().is_open() && self.heartbeat.age() < MAX_HEARTBEAT_AGE;
        if is_ready { Ok(()) } else { Err(NotReady::Recovering) }
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Makes the node not ready and accepts no new live connections. Serves other requests until the site is closed.
    pub fn start_draining(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Closes the site: no new requests are taken, and `server::serve` ends soon.
    pub fn close(&self) {
        self.start_draining();
        self.engine.stop();
        // The site itself holds a receiver: this cannot fail.
        let _ = self.close.send(true);
    }

    /// Signs off at other nodes and returns jobs, once nothing is served any more.
    pub(crate) async fn sign_off(&self) {
        self.repository.presence().sign_off().await;
        if let Some(queue) = &self.queue {
            queue.wait_settled(SETTLE_TIMEOUT).await;
        }
    }
}
