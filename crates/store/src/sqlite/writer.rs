//! The thread that writes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::trouble;
use crate::error::StoreError;
use crate::histograms::batch_sizes;
use crate::operations::Answer;

/// So many jobs are committed together at the most, so that the first does not wait for ever.
const TOGETHER: usize = 1000;

/// Does its part inside the transaction, if there is one, and gives back how its answer is sent, once it is known
/// whether that was committed.
type Job = Box<dyn FnOnce(Result<&Connection, StoreError>) -> Reply + Send>;
type Reply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub(super) struct Writer {
    /// None when it is being closed.
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    commits: Arc<AtomicU64>,
    batch_sizes: Histogram,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Result<Self, StoreError> {
        let (jobs, waiting) = mpsc::channel();
        let commits = Arc::new(AtomicU64::new(0));
        let batch_sizes = batch_sizes();
        let counted = (Arc::clone(&commits), batch_sizes.clone());
        let thread = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || write(&connection, &waiting, &counted.0, &counted.1));
        let thread = thread.map_err(|error| StoreError::Other(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), commits, batch_sizes })
    }

    /// How many transactions were committed.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// How many jobs each transaction had.
    pub(super) fn batch_sizes(&self) -> Histogram {
        self.batch_sizes.clone()
    }

    /// Does something in the next transaction. The answer comes when that is durable.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        let (sender, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let done = connection.and_then(|connection| in_savepoint(connection, job).map_err(trouble));
            // Who asked may have gone away; what was done stays done.
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

/// A job that fails leaves nothing behind, and the others are not touched.
fn in_savepoint<T>(
    connection: &Connection,
    job: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("savepoint job")?;
    match job(connection) {
        Ok(done) => connection.execute_batch("release job").map(|()| done),
        Err(error) => {
            // Some errors end the whole transaction; then there is nothing to roll back to.
            let _ = connection.execute_batch("rollback to job; release job");
            Err(error)
        }
    }
}

fn write(
    connection: &Connection,
    waiting: &mpsc::Receiver<Job>,
    commits: &AtomicU64,
    batch_sizes: &Histogram,
) {
    while let Ok(first) = waiting.recv() {
        let jobs = std::iter::once(first).chain(waiting.try_iter().take(TOGETHER - 1));
        let begun = connection.execute_batch("begin immediate").map_err(trouble).map(|()| connection);
        let mut state = begun;
        let replies: Vec<Reply> = jobs
            .map(|job| {
                let reply = job(state.clone());
                // A full disk, for example, ends the transaction by itself. What would come now would be on its own.
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
        let committed = connection.execute_batch("commit").map_err(trouble);
        commits.fetch_add(u64::from(committed.is_ok()), Ordering::Relaxed);
        batch_sizes.observe(replies.len() as f64);
        if committed.is_err() {
            // A transaction that could not be committed may still be open.
            let _ = connection.execute_batch("rollback");
        }
        replies.into_iter().for_each(|reply| reply(committed.clone()));
    }
}

impl Drop for Writer {
    /// What waits is still written.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
