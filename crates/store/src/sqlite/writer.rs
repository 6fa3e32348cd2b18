//! The writer thread.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::file_watch::FileWatch;
use super::store_error;
use crate::error::StoreError;
use crate::histograms::batch_sizes;
use crate::operations::StoreFuture;

/// Maximum number of jobs per commit, which limits how long the first one waits.
const MAX_BATCH: usize = 1000;

/// Runs a job inside the transaction, if that could be opened. Returns a function that sends the answer once the
/// transaction is committed or has failed.
type Job = Box<dyn FnOnce(Result<&Connection, StoreError>) -> Reply + Send>;
type Reply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub(super) struct Writer {
    /// None while the writer is being closed.
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    commits: Arc<AtomicU64>,
    batch_sizes: Histogram,
}

impl Writer {
    pub(super) fn start(connection: Connection, files: FileWatch) -> Result<Self, StoreError> {
        let (jobs, waiting) = mpsc::channel();
        let commits = Arc::new(AtomicU64::new(0));
        let batch_sizes = batch_sizes();
        let counted = (Arc::clone(&commits), batch_sizes.clone());
        let thread = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || write(&connection, files, &waiting, &counted.0, &counted.1));
        let thread = thread.map_err(|error| StoreError::Other(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), commits, batch_sizes })
    }

    /// Returns the number of committed transactions.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Returns the histogram of jobs per transaction.
    pub(super) fn batch_sizes(&self) -> Histogram {
        self.batch_sizes.clone()
    }

    /// Runs a job in the next transaction. The answer is sent when it is durable.
    pub(super) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let (sender, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let done = connection.and_then(|connection| in_savepoint(connection, job).map_err(store_error));
            // The caller may be gone; ignore the error.
            Box::new(move |committed| drop(sender.send(committed.and(done))))
        });
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        Box::pin(async move {
            if !sent {
                return Err(StoreError::Closed);
            }
            answer.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}

/// Runs a job in a savepoint, so that a job that fails changes nothing and does not affect the others.
fn in_savepoint<T>(
    connection: &Connection,
    job: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("savepoint job")?;
    match job(connection) {
        Ok(done) => connection.execute_batch("release job").map(|()| done),
        Err(error) => {
            // Some errors end the whole transaction, and the savepoint with it.
            let _ = connection.execute_batch("rollback to job; release job");
            Err(error)
        }
    }
}

/// Runs waiting jobs, many per transaction, until the writer is closed.
fn write(
    connection: &Connection,
    mut files: FileWatch,
    waiting: &mpsc::Receiver<Job>,
    commits: &AtomicU64,
    batch_sizes: &Histogram,
) {
    while let Ok(first) = waiting.recv() {
        let jobs = std::iter::once(first).chain(waiting.try_iter().take(MAX_BATCH - 1));
        let mut state = connection.execute_batch("begin immediate").map_err(store_error).map(|()| connection);
        let replies: Vec<Reply> = jobs
            .map(|job| {
                let reply = job(state.clone());
                // Some errors, such as a full disk, end the transaction. Later jobs would run outside of it.
                if state.is_ok() && connection.is_autocommit() {
                    state = Err(StoreError::Unwritable("the transaction could not be finished".to_owned()));
                }
                reply
            })
            .collect();
        if let Err(error) = state {
            replies.into_iter().for_each(|reply| reply(Err(error.clone())));
            continue;
        }
        let committed = connection.execute_batch("commit").map_err(store_error);
        commits.fetch_add(u64::from(committed.is_ok()), Ordering::Relaxed);
        batch_sizes.observe(replies.len() as f64);
        if committed.is_err() {
            // A transaction whose commit failed may still be open.
            let _ = connection.execute_batch("rollback");
        }
        // Checked after the commit: what was written to a deleted file must not be acknowledged.
        let committed = committed.and_then(|()| files.check());
        replies.into_iter().for_each(|reply| reply(committed.clone()));
    }
}

impl Drop for Writer {
    /// Writes the waiting jobs, and ends the thread.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
