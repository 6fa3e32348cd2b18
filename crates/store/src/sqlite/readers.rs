//! The reader threads.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{connect, store_error};
use crate::error::StoreError;
use crate::operations::StoreFuture;

/// Number of reader threads. Reads rarely wait for the disk, so a few are enough.
const THREADS: usize = 2;

type Job = Box<dyn FnOnce(&Connection) + Send>;

pub(super) struct Readers {
    jobs: mpsc::Sender<Job>,
}

impl Readers {
    pub(super) fn start(path: &Path) -> Result<Self, StoreError> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..THREADS {
            let (connection, waiting) = (connect(path)?, Arc::clone(&waiting));
            connection.pragma_update(None, "query_only", true).map_err(store_error)?;
            let thread = std::thread::Builder::new().name(format!("reader {number}"));
            let started = thread.spawn(move || {
                loop {
                    // The lock is held while waiting for a job, not while running it.
                    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = job else { return };
                    job(&connection);
                }
            });
            started.map_err(|error| StoreError::Other(error.to_string()))?;
        }
        Ok(Self { jobs })
    }

    /// Runs a query on the next free thread.
    pub(super) fn run<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let (sender, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| drop(sender.send(query(connection).map_err(store_error))));
        let sent = self.jobs.send(job).is_ok();
        Box::pin(async move {
            if !sent {
                return Err(StoreError::Closed);
            }
            answer.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}
