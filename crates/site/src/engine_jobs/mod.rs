//! Jobs for engines: turns of the computer, and questions of visitors about studies.
//!
//! A job waits in the queue that nodes and workers share, or, where there is none or it cannot be reached, in this process.
//! Each process has a pool of engine workers, threads of the lowest priority, half of them for each kind of job. A job of
//! the shared queue belongs to whoever took it until it is settled; whoever dies with it loses only time.

mod backlog;
mod intake;
mod job;
mod messages;
mod queue;
mod remote;
mod serving;
mod stop;
mod turn;
pub(crate) mod visitors;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use prometheus_client::metrics::histogram::Histogram;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tracing::{Instrument, Span};

use crate::metrics::Metrics;
use crate::repository::GameRepository;
use crate::study::error::AnalysisError;
use crate::study::question::{Answer, Question};
use backlog::Backlog;
use bus::queue::{Kind, Work};
use job::{AnalysisJob, Job};
use play::id::GameId;
use queue::JobQueue;
use remote::RemoteAnalysis;
use serving::Serving;
use store::histograms::seconds;
use visitors::{Visitor, Visitors};
use worker::EngineWorker;

/// The time that threads get to end.
const ENDING: Duration = Duration::from_millis(300);

/// The games in which the computer is asked, with the number of their last event.
pub(crate) type AskedGames = mpsc::UnboundedReceiver<(GameId, u64)>;

/// The engine jobs of a process.
pub(crate) struct EngineJobs {
    shared: Arc<Shared>,
    visitors: Visitors,
    /// Workers elsewhere, if there are any.
    remote: Option<RemoteAnalysis>,
    backlog: Mutex<Backlog>,
    threads: Vec<JoinHandle<()>>,
    /// Take jobs from the shared queue.
    tasks: Vec<AbortHandle>,
}

/// What the workers have in common.
struct Shared {
    queue: JobQueue,
    /// The number of workers for each kind of job.
    workers: usize,
    /// The number of games in the shared queue, as of the last that was taken.
    games_elsewhere: AtomicUsize,
    /// The questions of other nodes.
    serving: Arc<Serving>,
    /// The number of jobs that are being done.
    running: watch::Sender<usize>,
    /// Ends the searches for turns.
    stop: AtomicBool,
    turns_made: AtomicU64,
    turn_seconds: Histogram,
    question_seconds: Histogram,
}

impl EngineJobs {
    /// Starts so many workers for each kind of job. They play at the tables of this repository, in the games that it asks for.
    pub(crate) fn start(
        repository: &Arc<GameRepository>,
        asked: AskedGames,
        workers: usize,
        shared_queue: Option<&Arc<Work>>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: JobQueue::default(),
            workers,
            games_elsewhere: AtomicUsize::new(0),
            serving: Arc::default(),
            running: watch::channel(0).0,
            stop: AtomicBool::new(false),
            turns_made: AtomicU64::new(0),
            turn_seconds: seconds(),
            question_seconds: seconds(),
        });
        let threads = [Kind::Computer, Kind::Analysis].into_iter().flat_map(|kind| {
            let (repository, shared) = (repository, &shared);
            (0..workers).map(move |number| {
                let (repository, shared) = (Arc::clone(repository), Arc::clone(shared));
                let (runtime, node) = (Handle::current(), Span::current());
                let worker = EngineWorker { kind, repository, shared, runtime, node };
                let thread = std::thread::Builder::new().name(format!("{} {number}", kind.name()));
                thread.spawn(move || worker.run())
            })
        });
        let threads = threads.collect::<Result<_, _>>()?;
        // The repository owns the other end of the channel: it must not be kept alive from here.
        let enqueuing =
            Arc::clone(&shared).enqueue_turns(Arc::downgrade(repository), asked, shared_queue.cloned());
        tokio::spawn(enqueuing.in_current_span());
        let taking = shared_queue.filter(|_| workers > 0);
        let tasks = taking.map_or_else(Vec::new, |queue| shared.take_from(queue));
        let remote = shared_queue.cloned().map(RemoteAnalysis);
        let (visitors, backlog) = (Visitors::default(), Mutex::default());
        Ok(Self { shared, visitors, remote, backlog, threads, tasks })
    }

    /// Registers how long searches take.
    pub(crate) fn register(&self, metrics: &mut Metrics) {
        let turns = Some(self.shared.turn_seconds.clone());
        metrics.offer("thinking_seconds", "Time the computer thought about a move", turns);
        let questions = Some(self.shared.question_seconds.clone());
        metrics.offer("analysis_seconds", "Time the engine thought for a visitor", questions);
    }

    /// Answers a question; the visitor's last one of that kind is given up.
    pub(crate) async fn ask(&self, visitor: Visitor, question: Question) -> Result<Answer, AnalysisError> {
        let admission = self.visitors.admit(visitor, question.kind())?;
        if let Some(remote) = &self.remote
            && let Some(outcome) = remote.ask(&admission, &question).await
        {
            return outcome;
        }
        if self.shared.workers == 0 {
            return Err(AnalysisError::Busy);
        }
        let (reply, answered) = oneshot::channel();
        let (stop, askers) = (Arc::clone(admission.stop()), admission.askers().clone());
        let job = AnalysisJob { question, stop, askers, reply };
        self.shared.queue.add(Job::Question(Box::new(job)), Some(visitor));
        // Nobody answers when the process is about to end.
        answered.await.unwrap_or(Err(AnalysisError::Busy))
    }

    /// Compares the games in which the computer is asked with those of the last time, and logs when some have waited for
    /// too long.
    pub(crate) fn watch_backlog(&self, asked: &[(GameId, u64)]) {
        let mut backlog = self.backlog();
        backlog.observe(asked, Instant::now());
        let (games, seconds) = (backlog.waiting(), backlog.oldest().as_secs());
        match backlog.change() {
            Some(true) => tracing::warn!(
                games,
                seconds,
                "games wait for the computer: it has too much to do, or workers are missing or do not reach NATS"
            ),
            Some(false) => tracing::warn!("no game waits for the computer any more"),
            None => {}
        }
    }

    fn backlog(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many games wait here, or have waited for some time anywhere.
    pub(crate) fn games_waiting(&self) -> usize {
        self.shared.waiting().max(self.backlog().waiting())
    }

    /// Returns how long the game that has waited longest has waited.
    pub(crate) fn oldest_game(&self) -> Duration {
        self.shared.queue.oldest_game().max(self.backlog().oldest())
    }

    /// Returns how many turns were made.
    pub(crate) fn turns_made(&self) -> u64 {
        self.shared.turns_made.load(Ordering::Relaxed)
    }

    /// Returns how many questions of visitors are open.
    pub(crate) fn questions_open(&self) -> usize {
        self.visitors.count()
    }

    /// Takes no more jobs, answers questions with what was found, and finishes turns within this time.
    pub(crate) async fn finish(&self, within: Duration) {
        self.close();
        let mut running = self.shared.running.subscribe();
        let _ = timeout(within, running.wait_for(|running| *running == 0)).await;
        self.stop();
    }

    fn close(&self) {
        self.tasks.iter().for_each(AbortHandle::abort);
        self.shared.queue.close();
        self.shared.serving.stop();
        self.visitors.stop();
    }

    /// Stops at once. Turns are given back, or taken again after the next start; questions are answered with what was found.
    pub(crate) fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.close();
    }
}

impl Drop for EngineJobs {
    fn drop(&mut self) {
        self.stop();
        // A search that does not hear the call to stop must not keep the process.
        let deadline = Instant::now() + ENDING;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Shared {
    /// Returns how many games wait.
    fn waiting(&self) -> usize {
        self.queue.games() + self.games_elsewhere.load(Ordering::Relaxed)
    }
}
