//! Engine jobs: turns of the computer, and analysis requests of visitors.
//!
//! A job waits in the queue that nodes and workers share, or, if there is none or it cannot be reached, in this process.
//! Each process has a pool of engine workers, threads of the lowest priority, half of them for each kind of job. A job of
//! the shared queue belongs to the process that took it until it is settled; if that process dies, another one takes it.

mod backlog;
mod intake;
mod job;
mod messages;
mod queue;
mod remote;
mod remote_requests;
mod stop;
mod turn;
mod visitors;
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
use crate::slots::Visitor;
use crate::study::error::AnalysisError;
use crate::study::request::{AnalysisRequest, AnalysisResponse};
use backlog::Backlog;
use bus::queue::{JobKind, SharedQueue};
use engine::network::NetworkChoice;
use job::{AnalysisJob, Job};
use play::id::GameId;
use queue::JobQueue;
use remote::RemoteAnalysis;
use remote_requests::RemoteRequests;
use store::histograms::seconds;
use visitors::Visitors;
use worker::EngineWorker;

/// Maximum time to wait for threads to end.
const THREAD_TIMEOUT: Duration = Duration::from_millis(300);

/// Receives the games in which the engine is to act, with the number of their last event.
pub(crate) type EngineTurns = mpsc::UnboundedReceiver<(GameId, u64)>;

/// The engine jobs of a process.
pub(crate) struct EngineJobs {
    shared: Arc<Shared>,
    visitors: Visitors,
    /// Workers at other processes, if there is a shared queue.
    remote: Option<RemoteAnalysis>,
    backlog: Mutex<Backlog>,
    threads: Vec<JoinHandle<()>>,
    /// The tasks that take jobs from the shared queue.
    tasks: Vec<AbortHandle>,
}

/// The state that the workers share.
struct Shared {
    queue: JobQueue,
    /// The number of workers for each kind of job.
    workers: usize,
    /// The number of games in the shared queue when the last one was taken.
    shared_queue_games: AtomicUsize,
    /// The analysis requests of other nodes.
    remote_requests: Arc<RemoteRequests>,
    /// The number of running jobs.
    running: watch::Sender<usize>,
    /// Stops the searches for turns.
    stop: AtomicBool,
    turns_played: AtomicU64,
    turn_seconds: Histogram,
    analysis_seconds: Histogram,
}

impl EngineJobs {
    /// Starts `workers` workers for each kind of job. They play the turns that the repository requests.
    pub(crate) fn start(
        repository: &Arc<GameRepository>,
        turns: EngineTurns,
        workers: usize,
        networks: &NetworkChoice,
        shared_queue: Option<&Arc<SharedQueue>>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: JobQueue::default(),
            workers,
            shared_queue_games: AtomicUsize::new(0),
            remote_requests: Arc::default(),
            running: watch::channel(0).0,
            stop: AtomicBool::new(false),
            turns_played: AtomicU64::new(0),
            turn_seconds: seconds(),
            analysis_seconds: seconds(),
        });
        let threads = [JobKind::Turn, JobKind::Analysis].into_iter().flat_map(|kind| {
            let (repository, shared) = (repository, &shared);
            (0..workers).map(move |number| {
                let (repository, shared) = (Arc::clone(repository), Arc::clone(shared));
                let (runtime, node) = (Handle::current(), Span::current());
                let networks = networks.clone();
                let worker = EngineWorker { kind, networks, repository, shared, runtime, node };
                let thread = std::thread::Builder::new().name(format!("{} {number}", kind.name()));
                thread.spawn(move || worker.run())
            })
        });
        let threads = threads.collect::<Result<_, _>>()?;
        // The repository owns the sender of the channel, which must close when the repository is dropped.
        let enqueue =
            Arc::clone(&shared).enqueue_turns(Arc::downgrade(repository), turns, shared_queue.cloned());
        tokio::spawn(enqueue.in_current_span());
        let consumed = shared_queue.filter(|_| workers > 0);
        let tasks = consumed.map_or_else(Vec::new, |queue| shared.consume(queue));
        let remote = shared_queue.cloned().map(RemoteAnalysis);
        let (visitors, backlog) = (Visitors::default(), Mutex::default());
        Ok(Self { shared, visitors, remote, backlog, threads, tasks })
    }

    /// Registers the durations of searches.
    pub(crate) fn register_metrics(&self, metrics: &mut Metrics) {
        let turns = self.shared.turn_seconds.clone();
        metrics.register("computer_move_seconds", "Time the computer took for a move", turns);
        let analyses = self.shared.analysis_seconds.clone();
        metrics.register("analysis_seconds", "Time the engine took for a visitor", analyses);
    }

    /// Answers an analysis request, and cancels the previous one of the same visitor and kind.
    pub(crate) async fn analyse(
        &self,
        visitor: Visitor,
        request: AnalysisRequest,
    ) -> Result<AnalysisResponse, AnalysisError> {
        let admission = self.visitors.admit(visitor, request.kind_name())?;
        if let Some(remote) = &self.remote
            && let Some(outcome) = remote.analyse(&admission, &request).await
        {
            return outcome;
        }
        if self.shared.workers == 0 {
            return Err(AnalysisError::Busy);
        }
        let (reply, receiver) = oneshot::channel();
        let (stop, visitor_count) = (Arc::clone(admission.stop()), admission.visitor_count().clone());
        let job = AnalysisJob { request, stop, visitor_count, reply };
        self.shared.queue.add(Job::Analysis(Box::new(job)), Some(visitor));
        // The sender is dropped when the process shuts down.
        receiver.await.unwrap_or(Err(AnalysisError::Busy))
    }

    /// Records the games in which the engine is to act, and logs when they begin or cease to be late.
    pub(crate) fn observe_backlog(&self, games: &[(GameId, u64)]) {
        let mut backlog = self.backlog();
        backlog.observe(games, Instant::now());
        let (games, seconds) = (backlog.waiting(), backlog.longest_wait().as_secs());
        match backlog.take_change() {
            // Workers are overloaded, missing, or cannot reach NATS.
            Some(true) => tracing::warn!(games, seconds, "engine_backlog"),
            Some(false) => tracing::warn!("engine_backlog_cleared"),
            None => {}
        }
    }

    fn backlog(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of games that wait here, or have waited for some time at any process.
    pub(crate) fn games_waiting(&self) -> usize {
        self.shared.waiting().max(self.backlog().waiting())
    }

    /// Returns the longest wait of a game.
    pub(crate) fn longest_wait(&self) -> Duration {
        self.shared.queue.longest_wait().max(self.backlog().longest_wait())
    }

    /// Returns the number of turns played.
    pub(crate) fn turns_played(&self) -> u64 {
        self.shared.turns_played.load(Ordering::Relaxed)
    }

    /// Returns the number of open analysis requests of visitors.
    pub(crate) fn open_requests(&self) -> usize {
        self.visitors.count()
    }

    /// Takes no more jobs, answers requests with the results so far, and finishes turns within this time.
    pub(crate) async fn finish(&self, within: Duration) {
        self.close();
        let mut running = self.shared.running.subscribe();
        let _ = timeout(within, running.wait_for(|running| *running == 0)).await;
        self.stop();
    }

    fn close(&self) {
        self.tasks.iter().for_each(AbortHandle::abort);
        self.shared.queue.close();
        self.shared.remote_requests.stop();
        self.visitors.stop();
    }

    /// Stops at once. Turns are returned, or taken again after the next start; requests are answered with the results so
    /// far.
    pub(crate) fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.close();
    }
}

impl Drop for EngineJobs {
    fn drop(&mut self) {
        self.stop();
        // A search that does not react to the stop flag must not keep the process alive.
        let deadline = Instant::now() + THREAD_TIMEOUT;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Shared {
    /// Returns the number of games that wait here and in the shared queue.
    fn waiting(&self) -> usize {
        self.queue.games() + self.shared_queue_games.load(Ordering::Relaxed)
    }
}
