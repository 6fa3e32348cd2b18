//! The computer at the table: a few threads that step back behind those that serve people, and take the games in turn.
//!
//! Games wait in this process, or, where nodes share work, in a queue from which all of them take; if that cannot be reached,
//! they wait here again. Before a thread thinks about a turn it claims it, so that no two nodes think about the same.

mod late;
mod queue;
mod thinker;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::{Engine, Options};
use prometheus_client::metrics::histogram::Histogram;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::AbortHandle;
use tracing::{Instrument, Span};

use crate::hall::Hall;
use crate::id::GameId;
use crate::metrics::seconds;
use crate::store::{Store, StoreError};
use crate::work::{self, Kind, Piece, Work};
pub(crate) use late::Late;
use queue::{Job, Queue};
use thinker::Thinker;

/// How large the table of each thread is.
const MEBIBYTES: usize = 16;
/// For so long it is waited for threads that end.
const LAST_THOUGHTS: Duration = Duration::from_millis(300);
/// So many games are looked for at a time after a start.
const CHUNK: usize = 1000;
/// So many games are put into the shared queue at a time.
const PUTTING: usize = 64;

/// The computer.
pub struct Computer {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// Takes work from the queue of all nodes.
    draining: Option<AbortHandle>,
}

/// What its threads have in common.
struct Shared {
    queue: Queue,
    /// How many games wait in the queue of all nodes, as it was last told.
    elsewhere: AtomicUsize,
    /// How many thoughts are under way.
    thinking: AtomicUsize,
    stop: AtomicBool,
    played: AtomicU64,
    /// How long it thought about its moves and answers.
    seconds: Histogram,
}

impl Computer {
    /// Starts so many threads. They play at the tables of this hall.
    pub(crate) fn start(hall: &Arc<Hall>, threads: usize, work: Option<&Arc<Work>>) -> Result<Self, String> {
        let shared = Arc::new(Shared {
            queue: Queue::default(),
            elsewhere: AtomicUsize::new(0),
            thinking: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            played: AtomicU64::new(0),
            seconds: seconds(),
        });
        let (asked, heard) = mpsc::unbounded_channel();
        hall.tell_computer(asked);
        let listener = Listener { shared: Arc::clone(&shared), threads, work: work.cloned() };
        // The hall owns the other end of the channel: it must not be kept alive from here.
        tokio::spawn(listener.listen(Arc::downgrade(hall), heard).in_current_span());
        let started: Result<Vec<_>, String> = (0..threads)
            .map(|number| {
                let thinker = Thinker {
                    hall: Arc::clone(hall),
                    shared: Arc::clone(&shared),
                    runtime: Handle::current(),
                    node: Span::current(),
                };
                let engine = Engine::new(Options { mebibytes: MEBIBYTES, ..Options::default() });
                let engine = engine.map_err(|error| error.to_string())?;
                let thread = std::thread::Builder::new().name(format!("computer {number}"));
                thread.spawn(move || thinker.think_on(engine)).map_err(|error| error.to_string())
            })
            .collect();
        let draining = work.filter(|_| threads > 0).map(|work| {
            let shared = Arc::clone(&shared);
            let draining =
                work::drain(Arc::clone(work), Kind::Computer, threads, move |piece| shared.take(piece));
            tokio::spawn(draining.in_current_span()).abort_handle()
        });
        Ok(Self { shared, threads: started?, draining })
    }

    /// Asks it again in all games in which it is to move, and says which, with their last events: after a start, and now and
    /// then, in case something went wrong.
    pub async fn resume(hall: &Hall, store: &dyn Store) -> Result<Vec<(GameId, u64)>, StoreError> {
        let mut found = Vec::new();
        let mut after = 0;
        loop {
            let games = store.games_for_computer(after, CHUNK).await?;
            let Some(last) = games.last() else { return Ok(found) };
            after = last.number;
            for game in games {
                hall.ask_computer(game.id, game.seq);
                found.push((game.id, game.seq));
            }
        }
    }

    /// How many games wait for it.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.shared.waiting()
    }

    /// For how long the one that has waited longest has waited.
    #[must_use]
    pub fn oldest(&self) -> Duration {
        self.shared.queue.oldest()
    }

    /// How long it thought about its moves and answers.
    #[must_use]
    pub fn seconds(&self) -> Histogram {
        self.shared.seconds.clone()
    }

    /// How many moves it has made.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.shared.played.load(Ordering::Relaxed)
    }

    /// Takes no more games, and finishes the thoughts that are under way, if they do not take too long.
    pub(crate) async fn finish(&self, within: Duration) {
        self.close();
        let deadline = Instant::now() + within;
        while self.shared.thinking.load(Ordering::Relaxed) > 0 && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.stop();
    }

    fn close(&self) {
        self.draining.iter().for_each(AbortHandle::abort);
        self.shared.queue.close();
    }

    /// Tells it to stop at once. What it was thinking about is given back, or thought about again after the next start.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.close();
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        self.stop();
        // A search that does not hear the call to stop must not keep the process.
        let deadline = Instant::now() + LAST_THOUGHTS;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Shared {
    fn waiting(&self) -> usize {
        self.queue.len() + self.elsewhere.load(Ordering::Relaxed)
    }

    /// Takes a piece from the queue of all nodes.
    fn take(&self, piece: Piece) {
        self.elsewhere.store(piece.waiting, Ordering::Relaxed);
        match std::str::from_utf8(&piece.what).ok().and_then(|game| game.parse().ok()) {
            // The opponents waited there.
            Some(game) => self.queue.add(Job { game, right: Some((piece.ticket, piece.hand)) }, None),
            // It is of no use to anybody.
            None => piece.ticket.done(),
        }
    }
}

/// Hears of games in which the computer is asked, and lets them wait.
struct Listener {
    shared: Arc<Shared>,
    threads: usize,
    work: Option<Arc<Work>>,
}

impl Listener {
    async fn listen(self, hall: Weak<Hall>, mut heard: mpsc::UnboundedReceiver<(GameId, u64)>) {
        let listener = Arc::new(self);
        let putting = Arc::new(Semaphore::new(PUTTING));
        while let Some((game, seq)) = heard.recv().await {
            let Some(hall) = hall.upgrade() else { return };
            let Some(work) = listener.work.clone().filter(|work| work.is_there()) else {
                listener.wait_here(&hall, game).await;
                continue;
            };
            // It is never closed.
            let Ok(place) = Arc::clone(&putting).acquire_owned().await else { return };
            let listener = Arc::clone(&listener);
            let putting = async move {
                let _place = place;
                let id = format!("{game} {seq}");
                let put = work.put(Kind::Computer, game.as_str(), &id, game.to_string().into());
                if let Err(error) = put.await {
                    tracing::debug!(%game, %error, "the computer is asked here");
                    listener.wait_here(&hall, game).await;
                }
            };
            tokio::spawn(putting.in_current_span());
        }
    }

    /// Lets a game wait in this process; where nobody thinks, it is found again when the queue is back.
    async fn wait_here(&self, hall: &Hall, game: GameId) {
        if self.threads == 0 {
            return;
        }
        // Turns are taken by opponents, so that somebody with many games does not keep others waiting.
        if let Ok(table) = hall.known(game).await {
            self.shared.queue.add(Job { game, right: None }, table.terms().accounts().first().copied());
        }
    }
}
