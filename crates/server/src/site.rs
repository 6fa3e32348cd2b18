//! A site: everything that serves it, in one process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::analyst::Analyst;
use crate::bus::{Bus, LocalBus};
use crate::computer::Computer;
use crate::config::Config;
use crate::hall::Hall;
use crate::http;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::people::PeopleOffice;
use crate::store::sqlite::SqliteStore;
use crate::store::{Store, StoreError};
use crate::time::Timestamp;

/// So often it is looked for flags that have fallen while nobody asked.
const FLAGS: Duration = Duration::from_millis(50);
/// So much later than the clock says a flag falls that nobody has noticed.
const GRACE: Duration = Duration::from_millis(200);
/// So often it is noted that the site serves.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// A shorter outage is not made up for: it cannot be told from a heartbeat that was late.
const SHORT_OUTAGE: Duration = Duration::from_secs(3);
/// So often what is not needed any more is forgotten.
const TIDYING: Duration = Duration::from_secs(20);
/// For so long live connections may take to hear that the site is closed.
const FAREWELL: Duration = Duration::from_millis(300);
/// For so long what is under way may take to finish when the site is closed.
const CLOSING: Duration = Duration::from_millis(1200);

/// Nobody loses on time because nobody served: after an outage the clocks that ran are given it back.
async fn make_up(hall: &Hall, store: &dyn Store) -> Result<(), StoreError> {
    let now = Timestamp::now();
    let Some(last) = store.last_beat().await? else { return Ok(()) };
    let away = now.since(last);
    if away < SHORT_OUTAGE {
        return Ok(());
    }
    match hall.make_up_for(away, now).await {
        Ok(0) => {}
        Ok(games) => tracing::info!(games, ?away, "clocks are made up for an outage"),
        Err(error) => tracing::error!(%error, "clocks cannot be made up for an outage"),
    }
    Ok(())
}

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
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) computer: Computer,
    pub(crate) analyst: Analyst,
    /// Turns true when the site is being closed.
    pub(crate) closing: watch::Receiver<bool>,
    close: watch::Sender<bool>,
}

impl Site {
    /// Opens the database and starts what a site needs, but does not listen yet.
    pub async fn open(config: Config) -> Result<Arc<Self>, StoreError> {
        let path = config.database.clone();
        let opened = tokio::task::spawn_blocking(move || SqliteStore::open(&path)).await;
        let store: Arc<dyn Store> = Arc::new(opened.map_err(|error| StoreError::Other(error.to_string()))??);
        let bus: Arc<dyn Bus> = Arc::new(LocalBus::default());
        let hall = Arc::new(Hall::new(Arc::clone(&store), Arc::clone(&bus), config.patience));
        make_up(&hall, store.as_ref()).await?;
        let computer = Computer::start(&hall, config.engine_threads).map_err(StoreError::Other)?;
        let resumed = Computer::resume(&hall, store.as_ref()).await?;
        if resumed > 0 {
            tracing::info!(games = resumed, "the computer goes on with its games");
        }
        let analyst = Analyst::new(config.engine_threads);
        let (close, closing) = watch::channel(false);
        Ok(Arc::new(Self {
            people: PeopleOffice::new(Arc::clone(&store)),
            limits: Limits::new(&config.rates),
            metrics: Metrics::default(),
            config,
            store,
            bus,
            hall,
            computer,
            analyst,
            closing,
            close,
        }))
    }

    /// Serves whoever comes, until it is closed; what is under way then is finished.
    pub async fn serve(self: &Arc<Self>, listener: TcpListener) -> std::io::Result<()> {
        let chores = [self.spawn_flags(), self.spawn_tidying(), self.spawn_heartbeat()];
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
        chores.iter().for_each(JoinHandle::abort);
        served
    }

    /// Closes the site: no new requests are taken, and [`serve`](Self::serve) ends soon.
    pub fn close(&self) {
        self.computer.stop();
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
                // A move that was received in time may still be on its way to the disk.
                let now = Timestamp(Timestamp::now().0 - GRACE.as_millis() as i64);
                if let Err(error) = site.hall.drop_flags(now).await {
                    tracing::warn!(%error, "flags cannot be dropped");
                }
            }
        })
    }

    fn spawn_heartbeat(self: &Arc<Self>) -> JoinHandle<()> {
        let site = Arc::clone(self);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(HEARTBEAT);
            loop {
                ticks.tick().await;
                if let Err(error) = site.store.beat(Timestamp::now()).await {
                    tracing::warn!(%error, "nothing can be written");
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
                    Computer::resume(&site.hall, site.store.as_ref()).await?;
                    site.store.forget_expired(Timestamp::now()).await
                };
                if let Err(error) = tidied.await {
                    tracing::warn!(%error, "it cannot be tidied up");
                }
            }
        })
    }
}
