//! Appends, written together.
//!
//! A few batches are under way at a time, each over a connection of its own. What comes meanwhile waits and makes up the next
//! one: who is alone goes at once, and under load one statement and one commit serve hundreds of games.

mod alone;
mod queue;
mod together;

use std::time::{Duration, Instant};

use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument;

use super::address::Address;
use super::pool::{Pool, Wish};
use crate::error::StoreError;
use crate::histograms::batch_sizes;
use crate::operations;
use crate::records::{Append, Appended};
use alone::append_alone;
use play::id::GameId;
use queue::Queue;
use together::Batcher;

/// So many batches are under way at a time.
const UNDER_WAY: usize = 2;
/// So many appends at the most are written with one statement.
const TOGETHER: usize = 500;
/// Who has waited for so long without being sent to the server is told to ask again.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a connection that writes batches is told at its beginning. Games are found by their ids in the order in which they are
/// named, whatever is known about the tables: then two nodes that write the same games wait for each other in the same order,
/// and a table that has just grown is not read as a whole. One plan is as good as another, so it is made once. A game that a
/// node has locked and does not let go keeps only itself waiting, not all that are named with it.
const BEGINNING: &str = "set enable_seqscan = off; set enable_mergejoin = off; set enable_hashjoin = off; \
     set plan_cache_mode = force_generic_plan; set lock_timeout = '1s'";

/// An append that waits, and who waits for it.
struct Job {
    append: Append,
    since: Instant,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

/// Where appends are handed in.
pub(super) struct Appending {
    jobs: mpsc::UnboundedSender<Job>,
    pool: Pool,
    /// Connections for all else.
    others: Pool,
    batch_sizes: Histogram,
}

impl Appending {
    /// Batches have connections of their own. Appends with which something else comes about use the other pool, and so do
    /// lookups of what became of appends that a batch left alone.
    pub(super) fn start(address: &Address, others: &Pool) -> Result<Self, StoreError> {
        let pool = Pool::new(address, Wish { also: BEGINNING, ..Wish::of(UNDER_WAY) })?;
        let (jobs, waiting) = mpsc::unbounded_channel();
        // It ends when what was handed in is written, and nobody can hand in more.
        let batch_sizes = batch_sizes();
        let batcher = Batcher { pool: pool.clone(), reading: others.clone() };
        tokio::spawn(write(batcher, waiting, batch_sizes.clone()).in_current_span());
        Ok(Self { jobs, pool, others: others.clone(), batch_sizes })
    }

    /// How many appends each batch had.
    pub(super) fn batch_sizes(&self) -> Histogram {
        self.batch_sizes.clone()
    }

    /// How many connections there are for batches.
    pub(super) fn connections(&self) -> operations::Pool {
        self.pool.connections()
    }

    /// How many batches were made durable.
    pub(super) fn commits(&self) -> u64 {
        self.pool.commits()
    }

    /// Appends together with others, or in a transaction of its own if something else comes about with it. Who stops waiting
    /// for the answer does not undo it.
    pub(super) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        if append.change.is_some() || append.begins.is_some() || append.act.is_some() {
            return append_alone(&self.others, &append).await;
        }
        let (reply, answer) = oneshot::channel();
        let job = Job { append, since: Instant::now(), reply };
        self.jobs.send(job).map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// Makes up batches and sends them off.
async fn write(batcher: Batcher, mut waiting: mpsc::UnboundedReceiver<Job>, batch_sizes: Histogram) {
    let mut queue = Queue::default();
    let (landing, mut landed) = mpsc::unbounded_channel::<Vec<GameId>>();
    let (mut under_way, mut is_open) = (0, true);
    while is_open || under_way > 0 || queue.ready() > 0 {
        tokio::select! {
            job = waiting.recv(), if is_open => match job {
                Some(job) => queue.push(job.append.game, job),
                None => is_open = false,
            },
            Some(games) = landed.recv() => {
                under_way -= 1;
                games.into_iter().for_each(|game| queue.release(game));
            }
        }
        while let Ok(job) = waiting.try_recv() {
            queue.push(job.append.game, job);
        }
        while under_way < UNDER_WAY && queue.ready() > 0 {
            let batch = queue.take(TOGETHER);
            let games = batch.iter().map(|(game, _)| *game).collect();
            let landing = Landing { games, landing: landing.clone() };
            under_way += 1;
            batch_sizes.observe(batch.len() as f64);
            let jobs = batch.into_iter().map(|(_, job)| job).collect();
            tokio::spawn(fly(batcher.clone(), jobs, landing).in_current_span());
        }
    }
}

/// Tells that a batch is through with its games, whatever became of it.
struct Landing {
    games: Vec<GameId>,
    landing: mpsc::UnboundedSender<Vec<GameId>>,
}

impl Drop for Landing {
    fn drop(&mut self) {
        // If nobody listens any more, nothing waits for these games.
        let _ = self.landing.send(std::mem::take(&mut self.games));
    }
}

/// Writes a batch, and tells everybody what became of it.
async fn fly(batcher: Batcher, jobs: Vec<Job>, _landing: Landing) {
    let (mut jobs, late): (Vec<_>, Vec<_>) = jobs.into_iter().partition(|job| job.since.elapsed() < PATIENCE);
    for job in late {
        let reason = "the server does not answer in time, and nothing was sent to it";
        let _ = job.reply.send(Err(StoreError::Unwritable(reason.to_owned())));
    }
    if jobs.is_empty() {
        return;
    }
    jobs.sort_unstable_by_key(|job| job.append.game);
    let (appends, replies): (Vec<_>, Vec<_>) = jobs.into_iter().map(|job| (job.append, job.reply)).unzip();
    let answers = batcher.append_together(&appends).await;
    for (reply, answer) in replies.into_iter().zip(answers) {
        // Who asked may have gone away; what was done stays done.
        let _ = reply.send(answer);
    }
}
