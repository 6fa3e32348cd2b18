//! A site: everything that serves it, in one process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{Instrument, Span, error_span};

use crate::analyst::{Analyst, Elsewhere, Serving};
use crate::bus::{Bus, Healing, Line};
use crate::computer::{Computer, Late};
use crate::config::Config;
use crate::hall::Hall;
use crate::heart::Heart;
use crate::http;
use crate::id::{GameId, NodeId};
use crate::limits::{Limits, SharedLimits};
use crate::metrics::Metrics;
use crate::people::PeopleOffice;
use crate::store::{Metered, Store, StoreError, StoreFigures};
use crate::time::Timestamp;
use crate::work::Work;

/// So often it is looked for flags that have fallen while nobody asked.
const FLAGS: Duration = Duration::from_millis(50);
/// So much later than the clock says a flag falls that nobody has noticed.
const GRACE: Duration = Duration::from_millis(200);
/// So often what is not needed any more is forgotten.
const TIDYING: Duration = Duration::from_secs(20);
/// So often it is looked for turns of the computer that a node or a worker has died with.
const RESUMING: Duration = Duration::from_secs(5);
/// For so long the queue may take to hear that work is given back.
const SETTLING: Duration = Duration::from_millis(300);
/// A store that has taken no heartbeat for so long cannot be written.
const LATE: Duration = Duration::from_secs(5);
/// Who left so many milliseconds ago need not be remembered.
const LONG_AGO: i64 = 3_600_000;
/// For so long live connections may take to hear that the site is closed.
const FAREWELL: Duration = Duration::from_secs(2);
/// For so long what is under way may take to finish when the site is closed.
const CLOSING: Duration = Duration::from_secs(3);

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

/// Everything that serves a site.
pub struct Site {
    node: NodeId,
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) hall: Arc<Hall>,
    pub(crate) people: PeopleOffice,
    pub(crate) limits: Arc<Limits>,
    pub(crate) metrics: Metrics,
    pub(crate) computer: Computer,
    pub(crate) analyst: Analyst,
    /// Thinks about questions that were asked elsewhere.
    serving: Option<Serving>,
    work: Option<Arc<Work>>,
    pub(crate) heart: Heart,
    /// Whatever is logged here is told by this node.
    pub(crate) span: Span,
    /// It is about to end, and says so to those who ask whether they should come.
    leaving: AtomicBool,
    late: Mutex<Late>,
    _healing: Option<Healing>,
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

    async fn open_as(node: NodeId, config: Config, span: Span) -> Result<Arc<Self>, StoreError> {
        let figures = StoreFigures::default();
        let mut metrics = Metrics::new(node, &figures);
        let store: Arc<dyn Store> = Arc::new(Metered::new(config.database.open().await?, &figures));
        // Within a process nobody else speaks.
        let shared = config.bus.is_some() || config.database.is_shared();
        let secret = if shared { Line::secret(store.as_ref()).await? } else { String::new() };
        let line = Line::open(node, &secret, config.bus.as_deref(), &config.database).await;
        let Line { bus, nats } = line.map_err(StoreError::Other)?;
        let work = nats.map(|client| Arc::new(Work::new(client)));
        let healing = Healing::start(Arc::clone(&bus), Arc::clone(&store));
        let hall = Arc::new(Hall::new(Arc::clone(&store), Arc::clone(&bus), config.patience));
        hall.share_presence(node);
        let heart = Heart::new(node, Arc::clone(&store), Arc::clone(&hall), &metrics.health);
        match heart.begin().await {
            // A file that may only be read is there to be looked at: nobody can be charged for what cannot be written.
            Err(error @ StoreError::Unwritable(_)) if !config.database.is_shared() => {
                tracing::warn!(%error, "the site can only be looked at");
            }
            begun => begun?,
        }
        // Where there is no queue, nobody else can think.
        let threads = if work.is_some() { config.engine_threads } else { config.engine_threads.max(1) };
        let computer = Computer::start(&hall, threads, work.as_ref()).map_err(StoreError::Other)?;
        let resumed = Computer::resume(&hall, store.as_ref()).await?;
        if !resumed.is_empty() {
            tracing::info!(games = resumed.len(), "the computer goes on with its games");
        }
        let limits = Arc::new(Limits::new(&config.rates));
        let shared_limits = limits.share(Arc::clone(&bus));
        let elsewhere = work.as_ref().map(|work| Elsewhere::new(node, Arc::clone(work)));
        let analyst = Analyst::new(threads, elsewhere);
        let serve = |work: &Arc<Work>| Serving::start(work, threads, analyst.seconds());
        let serving = work.as_ref().filter(|_| threads > 0).map(serve);
        metrics.offer("thinking_seconds", "Time the computer thought about a move", Some(computer.seconds()));
        metrics.offer("analysis_seconds", "Time the engine thought for a visitor", Some(analyst.seconds()));
        let about = "Jobs that became durable together";
        metrics.offer("store_batch_size", about, store.batch_sizes());
        let about = "Time from an append to its announcement at another node";
        metrics.offer("announcement_lag_seconds", about, bus.lags());
        let (close, closing) = watch::channel(false);
        Ok(Arc::new(Self {
            node,
            people: PeopleOffice::new(Arc::clone(&store)),
            limits,
            metrics,
            config,
            store,
            bus,
            hall,
            computer,
            analyst,
            serving,
            work,
            heart,
            span,
            leaving: AtomicBool::new(false),
            late: Mutex::default(),
            _healing: healing,
            _shared_limits: shared_limits,
            closing,
            close,
        }))
    }

    /// Serves whoever comes, until it is closed; what is under way then is finished.
    pub async fn serve(self: &Arc<Self>, listener: TcpListener) -> std::io::Result<()> {
        let chores = [
            self.spawn(self.clone().drop_flags()),
            self.spawn(self.clone().tidy_up()),
            self.spawn(self.clone().resume_computer()),
            self.spawn(self.clone().measure_lag()),
            self.spawn(self.clone().count_games()),
            self.spawn(self.heart.clone().beat_on()),
        ];
        let mut closing = self.closing.clone();
        let closing_begins = async move { closed(&mut closing).await };
        // An event and the acknowledgement are two short messages: the second must not wait for the first to be confirmed.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = axum::serve(listener, http::service(self)).with_graceful_shutdown(closing_begins);
        let mut closing = self.closing.clone();
        let late = async move {
            closed(&mut closing).await;
            tokio::time::sleep(CLOSING).await;
        };
        let served = tokio::select! {
            served = async { serving.await } => served,
            () = late => Ok(()),
        };
        // Live connections are told that the site restarts; they need a moment for it.
        let farewell = Instant::now() + FAREWELL;
        while self.metrics.fullness.connections.get() > 0 && Instant::now() < farewell {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        self.hall.presence().farewell().await;
        if let Some(work) = &self.work {
            work.settled(SETTLING).await;
        }
        chores.iter().for_each(JoinHandle::abort);
        served
    }

    /// Tells those who look after the site what a node counts and whether it is ready, until the process ends.
    pub async fn serve_monitors(self: &Arc<Self>, listener: TcpListener) -> std::io::Result<()> {
        axum::serve(listener, http::monitors(self)).await
    }

    /// Its name in the log and in its metrics.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Should anybody be sent here?
    pub fn readiness(&self) -> Result<(), NotReady> {
        if self.is_leaving() {
            return Err(NotReady::Leaving);
        }
        let is_well = self.hall.gate().is_open() && self.heart.age() < LATE;
        if is_well { Ok(()) } else { Err(NotReady::Recovering) }
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Says that it is not ready any more, and takes no new live connections; all else goes on until it is closed.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Closes the site: no new requests are taken, and [`serve`](Self::serve) ends soon.
    pub fn close(&self) {
        self.leave();
        self.computer.stop();
        self.serving.iter().for_each(Serving::finish);
        self.analyst.stop();
        // Whoever serves it listens; if nobody does, there is nothing to close.
        let _ = self.close.send(true);
    }

    fn spawn(&self, chore: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        tokio::spawn(chore.instrument(self.span.clone()))
    }

    async fn drop_flags(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(FLAGS);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            ticks.tick().await;
            if !self.hall.gate().is_open() {
                continue;
            }
            // A move that was received in time may still be on its way to the disk.
            let now = Timestamp(Timestamp::now().0 - GRACE.as_millis() as i64);
            match self.hall.drop_flags(now).await {
                Ok(fallen) => {
                    self.metrics.health.flags_dropped.inc_by(fallen as u64);
                    failing = false;
                }
                // It is tried many times a second, and told once.
                Err(error) if !std::mem::replace(&mut failing, true) => {
                    tracing::warn!(%error, "flags cannot be dropped");
                }
                Err(_) => {}
            }
        }
    }

    async fn resume_computer(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(if self.bus.is_shared() { RESUMING } else { TIDYING });
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match Computer::resume(&self.hall, self.store.as_ref()).await {
                Ok(asked) => self.look_whether_late(&asked),
                Err(error) => tracing::debug!(%error, "it cannot be looked for games of the computer"),
            }
        }
    }

    fn look_whether_late(&self, asked: &[(GameId, u64)]) {
        let mut late = self.late();
        late.look(asked, Instant::now());
        let (games, seconds) = (late.waiting(), late.oldest().as_secs());
        match late.news() {
            Some(true) => tracing::warn!(
                games,
                seconds,
                "games wait for the computer: it has too much to do, or workers are missing or do not reach NATS"
            ),
            Some(false) => tracing::warn!("no game waits for the computer any more"),
            None => {}
        }
    }

    /// Games that have waited for the computer, wherever it thinks.
    pub(crate) fn late(&self) -> MutexGuard<'_, Late> {
        self.late.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn tidy_up(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(TIDYING);
        loop {
            ticks.tick().await;
            self.limits.forget_the_quiet();
            let tidied = async {
                let now = Timestamp::now();
                self.store.forget_absent(Timestamp(now.0 - LONG_AGO)).await?;
                self.store.forget_expired(now).await
            };
            if let Err(error) = tidied.await {
                tracing::warn!(%error, "it cannot be tidied up");
            }
        }
    }
}
