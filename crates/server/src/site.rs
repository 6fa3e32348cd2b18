//! A site: everything that serves it, in one process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::analyst::{Analyst, Elsewhere, Serving};
use crate::bus::{Bus, Healing, Line};
use crate::computer::Computer;
use crate::config::Config;
use crate::hall::Hall;
use crate::heart::Heart;
use crate::http;
use crate::id::NodeId;
use crate::limits::{Limits, SharedLimits};
use crate::metrics::Metrics;
use crate::people::PeopleOffice;
use crate::store::{Store, StoreError};
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
/// Who left so many milliseconds ago need not be remembered.
const LONG_AGO: i64 = 3_600_000;
/// For so long live connections may take to hear that the site is closed.
const FAREWELL: Duration = Duration::from_millis(300);
/// For so long what is under way may take to finish when the site is closed.
const CLOSING: Duration = Duration::from_millis(1200);

/// Ends when the site is being closed.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // Who could close it is gone: that is as good.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Everything that serves a site.
pub struct Site {
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
    heart: Heart,
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
        let store = config.database.open().await?;
        let line = Line::open(node, config.bus.as_deref(), &config.database).await;
        let Line { bus, nats } = line.map_err(StoreError::Other)?;
        let work = nats.map(|client| Arc::new(Work::new(client)));
        let healing = Healing::start(Arc::clone(&bus), Arc::clone(&store));
        let hall = Arc::new(Hall::new(Arc::clone(&store), Arc::clone(&bus), config.patience));
        hall.share_presence(node);
        let heart = Heart::new(node, Arc::clone(&store), Arc::clone(&hall));
        heart.begin().await?;
        // Where there is no queue, nobody else can think.
        let threads = if work.is_some() { config.engine_threads } else { config.engine_threads.max(1) };
        let computer = Computer::start(&hall, threads, work.as_ref()).map_err(StoreError::Other)?;
        let resumed = Computer::resume(&hall, store.as_ref()).await?;
        if resumed > 0 {
            tracing::info!(games = resumed, "the computer goes on with its games");
        }
        let limits = Arc::new(Limits::new(&config.rates));
        let shared_limits = limits.share(Arc::clone(&bus));
        let elsewhere = work.as_ref().map(|work| Elsewhere::new(node, Arc::clone(work)));
        let analyst = Analyst::new(threads, elsewhere);
        let serving = work.as_ref().filter(|_| threads > 0).map(|work| Serving::start(work, threads));
        let (close, closing) = watch::channel(false);
        Ok(Arc::new(Self {
            people: PeopleOffice::new(Arc::clone(&store)),
            limits,
            metrics: Metrics::default(),
            config,
            store,
            bus,
            hall,
            computer,
            analyst,
            serving,
            work,
            heart,
            _healing: healing,
            _shared_limits: shared_limits,
            closing,
            close,
        }))
    }

    /// Serves whoever comes, until it is closed; what is under way then is finished.
    pub async fn serve(self: &Arc<Self>, listener: TcpListener) -> std::io::Result<()> {
        let chores =
            [self.spawn_flags(), self.spawn_tidying(), self.spawn_resuming(), self.heart.clone().spawn()];
        let mut closing = self.closing.clone();
        let closing_begins = async move { closed(&mut closing).await };
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
        while self.metrics.connections.get() > 0 && Instant::now() < farewell {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        self.hall.presence().farewell().await;
        if let Some(work) = &self.work {
            work.settled(SETTLING).await;
        }
        chores.iter().for_each(JoinHandle::abort);
        served
    }

    /// Closes the site: no new requests are taken, and [`serve`](Self::serve) ends soon.
    pub fn close(&self) {
        self.computer.stop();
        self.serving.iter().for_each(Serving::finish);
        // Whoever serves it listens; if nobody does, there is nothing to close.
        let _ = self.close.send(true);
    }

    fn spawn_flags(self: &Arc<Self>) -> JoinHandle<()> {
        let site = Arc::clone(self);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(FLAGS);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                if !site.hall.gate().is_open() {
                    continue;
                }
                // A move that was received in time may still be on its way to the disk.
                let now = Timestamp(Timestamp::now().0 - GRACE.as_millis() as i64);
                if let Err(error) = site.hall.drop_flags(now).await {
                    tracing::warn!(%error, "flags cannot be dropped");
                }
            }
        })
    }

    fn spawn_resuming(self: &Arc<Self>) -> JoinHandle<()> {
        let site = Arc::clone(self);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(if site.bus.is_shared() { RESUMING } else { TIDYING });
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                if let Err(error) = Computer::resume(&site.hall, site.store.as_ref()).await {
                    tracing::warn!(%error, "it cannot be looked for games of the computer");
                }
            }
        })
    }

    fn spawn_tidying(self: &Arc<Self>) -> JoinHandle<()> {
        let site = Arc::clone(self);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(TIDYING);
            loop {
                ticks.tick().await;
                site.limits.forget_the_quiet();
                let tidied = async {
                    let now = Timestamp::now();
                    site.store.forget_absent(Timestamp(now.0 - LONG_AGO)).await?;
                    site.store.forget_expired(now).await
                };
                if let Err(error) = tidied.await {
                    tracing::warn!(%error, "it cannot be tidied up");
                }
            }
        })
    }
}
