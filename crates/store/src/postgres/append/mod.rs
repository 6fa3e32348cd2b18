//! Appends, written in batches.
//!
//! A few batches are in flight at a time, each over its own connection. Appends that arrive meanwhile form the next
//! batch: a single append is sent at once, and under load one statement and one commit serve hundreds of games.

mod batch;
mod queue;
mod transaction;

use std::time::{Duration, Instant};

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument;

use super::address::Address;
use super::pool::{Pool, PoolConfig};
use crate::error::StoreError;
use crate::histograms::batch_sizes;
use crate::operations;
use crate::records::{Append, AppendOutcome};
use batch::Batcher;
use play::id::GameId;
use queue::Queue;
use transaction::append_in_transaction;

/// Maximum number of batches in flight.
const MAX_BATCHES_IN_FLIGHT: usize = 2;
/// Maximum number of appends per batch.
const MAX_BATCH: usize = 500;
/// Maximum time in the queue. An append that waits longer is rejected, and the caller may try again.
const MAX_QUEUE_TIME: Duration = Duration::from_secs(5);

/// The setup of connections for batches. The planner must look up games by id in the given order, whatever its
/// statistics are: so two nodes that write the same games lock them in the same order, and a table that has just grown
/// is not scanned. The generic plan is always good, so it is made once. The lock timeout keeps a locked game from
/// delaying the others for long.
const BATCH_SETUP: &str = "set enable_seqscan = off; set enable_mergejoin = off; set enable_hashjoin = off; \
     set plan_cache_mode = force_generic_plan; set lock_timeout = '1s'";

/// A waiting append.
struct Job {
    append: Append,
    since: Instant,
    reply: oneshot::Sender<Result<AppendOutcome, StoreError>>,
}

/// Accepts appends and writes them in batches.
pub(super) struct Appender {
    jobs: mpsc::UnboundedSender<Job>,
    pool: Pool,
    /// Connections for transactions and lookups.
    others: Pool,
    batch_sizes: Histogram,
}

impl Appender {
    /// Starts the task that writes batches over its own connections. Appends with further changes use the other pool,
    /// and so do lookups of the outcomes of appends that a batch did not write.
    pub(super) fn start(address: &Address, others: &Pool) -> Result<Self, StoreError> {
        let pool = Pool::new(
            address,
            PoolConfig { extra_setup: BATCH_SETUP, ..PoolConfig::with_size(MAX_BATCHES_IN_FLIGHT) },
        )?;
        let (jobs, waiting) = mpsc::unbounded_channel();
        let batch_sizes = batch_sizes();
        let batcher = Batcher { pool: pool.clone(), lookups: others.clone() };
        // The task ends when the sender is dropped and all waiting appends are written.
        tokio::spawn(write(batcher, waiting, batch_sizes.clone()).in_current_span());
        Ok(Self { jobs, pool, others: others.clone(), batch_sizes })
    }

    /// Returns the histogram of appends per batch.
    pub(super) fn batch_sizes(&self) -> Histogram {
        self.batch_sizes.clone()
    }

    /// Returns the state of the pool for batches.
    pub(super) fn pool_status(&self) -> operations::PoolStatus {
        self.pool.status()
    }

    /// Returns the number of committed batches.
    pub(super) fn commits(&self) -> u64 {
        self.pool.commits()
    }

    /// Appends in a batch, or in its own transaction if there are further changes. Dropping the future does not cancel
    /// the append.
    pub(super) async fn append(&self, append: Append) -> Result<AppendOutcome, StoreError> {
        if append.rated_game.is_some() || append.next_game.is_some() || append.audit_entry.is_some() {
            return append_in_transaction(&self.others, &append).await;
        }
        let (reply, answer) = oneshot::channel();
        let job = Job { append, since: Instant::now(), reply };
        self.jobs.send(job).map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// Forms batches of waiting jobs and starts them.
async fn write(batcher: Batcher, mut waiting: mpsc::UnboundedReceiver<Job>, batch_sizes: Histogram) {
    let mut queue = Queue::default();
    let (finished, mut finished_batches) = mpsc::unbounded_channel::<Vec<GameId>>();
    let (mut in_flight, mut is_open) = (0, true);
    while is_open || in_flight > 0 || queue.ready_len() > 0 {
        tokio::select! {
            job = waiting.recv(), if is_open => match job {
                Some(job) => queue.push(job.append.game, job),
                None => is_open = false,
            },
            Some(games) = finished_batches.recv() => {
                in_flight -= 1;
                games.into_iter().for_each(|game| queue.release(game));
            }
        }
        while let Ok(job) = waiting.try_recv() {
            queue.push(job.append.game, job);
        }
        while in_flight < MAX_BATCHES_IN_FLIGHT && queue.ready_len() > 0 {
            let batch = queue.take(MAX_BATCH);
            let games = batch.iter().map(|(game, _)| *game).collect();
            let guard = BatchGuard { games, finished: finished.clone() };
            in_flight += 1;
            batch_sizes.observe(batch.len() as f64);
            let jobs = batch.into_iter().map(|(_, job)| job).collect();
            tokio::spawn(write_batch(batcher.clone(), jobs, guard).in_current_span());
        }
    }
}

/// Releases the games of a batch when it ends, also if it panics.
struct BatchGuard {
    games: Vec<GameId>,
    finished: mpsc::UnboundedSender<Vec<GameId>>,
}

impl Drop for BatchGuard {
    fn drop(&mut self) {
        // The receiver is gone; ignore the error.
        let _ = self.finished.send(std::mem::take(&mut self.games));
    }
}

/// Writes a batch, and sends every caller the outcome.
async fn write_batch(batcher: Batcher, jobs: Vec<Job>, _guard: BatchGuard) {
    let (mut jobs, late): (Vec<_>, Vec<_>) =
        jobs.into_iter().partition(|job| job.since.elapsed() < MAX_QUEUE_TIME);
    for job in late {
        let reason = "the server does not answer in time, and nothing was sent to it";
        let _ = job.reply.send(Err(StoreError::Unwritable(reason.to_owned())));
    }
    if jobs.is_empty() {
        return;
    }
    jobs.sort_unstable_by_key(|job| job.append.game);
    let (appends, replies): (Vec<_>, Vec<_>) = jobs.into_iter().map(|job| (job.append, job.reply)).unzip();
    let answers = batcher.append_batch(&appends).await;
    for (reply, answer) in replies.into_iter().zip(answers) {
        // The caller may be gone; ignore the error.
        let _ = reply.send(answer);
    }
}
