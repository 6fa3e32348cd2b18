//! A site: everything that serves it, in one process, without what it is asked over.

mod background;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tracing::{Instrument, Span, error_span};

use crate::config::Config;
use crate::engine_jobs::EngineJobs;
use crate::error::{SiteError, Sort};
use crate::error_code::ErrorCode;
use crate::heartbeat::Heartbeat;
use crate::limits::{Limits, SharedLimits};
use crate::metrics::Metrics;
use crate::node::Node;
use crate::repository::GameRepository;
use crate::services::{
    AccountService, AnalysisService, ChallengeService, CommandCounts, GameService, ModerationService, Parts,
    PlayerService, SavedRules,
};
use bus::queue::Work;
use bus::{Bus, CatchUp};
use play::id::NodeId;
use store::{Store, StoreError};

/// The time that the shared queue gets to hear that jobs are given back.
const SETTLING: Duration = Duration::from_millis(300);
/// A store that has taken no heartbeat for so long cannot be written.
const LATE: Duration = Duration::from_secs(5);

/// Ends when the site is being closed.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // Who could close it is gone: that is as good.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Why nobody should be sent to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotReady {
    /// It is about to end.
    Leaving,
    /// The store has not answered for a while, or the clocks are not right yet.
    Recovering,
}

impl From<NotReady> for SiteError {
    fn from(reason: NotReady) -> Self {
        let (code, message) = match reason {
            NotReady::Leaving => {
                (ErrorCode::Leaving, "This node is about to end. Others serve, or it is back soon.")
            }
            NotReady::Recovering => (
                ErrorCode::Recovering,
                "The database has not answered for a while, or the clocks are not right yet.",
            ),
        };
        Self::later(code, Sort::Unavailable, message.to_owned(), Duration::from_secs(1))
    }
}

/// Everything that serves a site.
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
    pub(crate) saved_rules: SavedRules,
    limits: Arc<Limits>,
    pub(crate) metrics: Metrics,
    engine: Arc<EngineJobs>,
    /// The engine jobs of all nodes, where there is NATS.
    queue: Option<Arc<Work>>,
    heartbeat: Heartbeat,
    /// Whatever is logged here is told by this node.
    pub(crate) span: Span,
    /// It is about to end, and says so to those who ask whether they should come.
    leaving: AtomicBool,
    _healing: Option<CatchUp>,
    _shared_limits: Option<SharedLimits>,
    /// Turns true when the site is being closed.
    pub(crate) closing: watch::Receiver<bool>,
    close: watch::Sender<bool>,
}

impl Site {
    /// Opens the database and starts what a site needs, but does not listen yet.
    pub async fn open(config: Config) -> Result<Arc<Self>, StoreError> {
        let node = NodeId::new().map_err(|error| StoreError::Other(error.to_string()))?;
        // Of the highest level, so that it is there whatever is told.
        let span = error_span!("node", %node);
        Self::open_as(node, config, span.clone()).instrument(span).await
    }

    async fn open_as(id: NodeId, config: Config, span: Span) -> Result<Arc<Self>, StoreError> {
        let patience = Some(config.patience);
        let node = Node::open(id, &config.database, config.bus.as_deref(), patience).await?;
        let Node { mut metrics, store, bus, queue, repository, asked } = node;
        let healing = CatchUp::start(Arc::clone(&bus), Arc::clone(&store));
        let heartbeat = Heartbeat::new(id, Arc::clone(&store), Arc::clone(&repository), &metrics.health);
        match heartbeat.begin().await {
            // A file that may only be read is there to be looked at: nobody can be charged for what cannot be written.
            Err(error @ StoreError::Unwritable(_)) if !config.database.is_shared() => {
                tracing::warn!(%error, "the site can only be looked at");
            }
            begun => begun?,
        }
        // Where there is no queue, nobody else can think.
        let workers = if queue.is_some() { config.engine_threads } else { config.engine_threads.max(1) };
        let engine = EngineJobs::start(&repository, asked, workers, queue.as_ref());
        let engine = Arc::new(engine.map_err(|error| StoreError::Other(error.to_string()))?);
        let resumed = repository.resume_computer().await?;
        if !resumed.is_empty() {
            tracing::info!(games = resumed.len(), "the computer goes on with its games");
        }
        let limits = Arc::new(Limits::new(&config.rates));
        let shared_limits = limits.share(Arc::clone(&bus));
        engine.register(&mut metrics);
        let about = "Jobs that became durable together";
        metrics.offer("store_batch_size", about, store.batch_sizes());
        let about = "Time from an append to its announcement at another node";
        metrics.offer("announcement_lag_seconds", about, bus.lags());
        let counts = CommandCounts {
            seconds: metrics.times.commands.clone(),
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
            games: GameService::new(parts.clone(), counts),
            challenges: ChallengeService::new(parts.clone()),
            analysis: AnalysisService::new(parts.clone(), Arc::clone(&engine), workers.max(1) * 2),
            moderation: ModerationService::new(parts.clone()),
            saved_rules: SavedRules::new(parts),
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
            leaving: AtomicBool::new(false),
            _healing: healing,
            _shared_limits: shared_limits,
            closing,
            close,
        }))
    }

    /// Its name in the log and in its metrics.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Counts a request from an address, and refuses it if there were too many.
    pub(crate) fn admit(&self, address: IpAddr) -> Result<(), SiteError> {
        Ok(self.limits.request(address)?)
    }

    /// Should anybody be sent here?
    pub fn readiness(&self) -> Result<(), NotReady> {
        if self.is_leaving() {
            return Err(NotReady::Leaving);
        }
        let is_well = self.repository.gate().is_open() && self.heartbeat.age() < LATE;
        if is_well { Ok(()) } else { Err(NotReady::Recovering) }
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Says that it is not ready any more, and takes no new live connections; all else goes on until it is closed.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Closes the site: no new requests are taken, and `server::serve` ends soon.
    pub fn close(&self) {
        self.leave();
        self.engine.stop();
        // Whoever serves it listens; if nobody does, there is nothing to close.
        let _ = self.close.send(true);
    }

    /// Says goodbye to other nodes, once nothing is served any more.
    pub(crate) async fn farewell(&self) {
        self.repository.presence().farewell().await;
        if let Some(queue) = &self.queue {
            queue.settled(SETTLING).await;
        }
    }
}
