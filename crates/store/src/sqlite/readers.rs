//! The threads that read.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{connect, trouble};
use crate::error::StoreError;
use crate::operations::Answer;

/// Reading rarely waits for the disk; a few are enough.
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
            connection.pragma_update(None, "query_only", true).map_err(trouble)?;
            let thread = std::thread::Builder::new().name(format!("reader {number}"));
            let started = thread.spawn(move || {
                loop {
                    // The lock is held only while waiting for a job, not while doing it.
                    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = job else { return };
                    job(&connection);
                }
            });
            started.map_err(|error| StoreError::Other(error.to_string()))?;
        }
        Ok(Self { jobs })
    }

    pub(super) fn ask<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        let (sender, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| drop(sender.send(query(connection).map_err(trouble))));
        let sent = self.jobs.send(job).is_ok();
        Box::pin(async move {
            if !sent {
                return Err(StoreError::Closed);
            }
            answer.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}
