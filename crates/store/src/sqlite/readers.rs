//! The reader threads.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{connect, keep_log_on_close, store_error};
use crate::error::StoreError;
use crate::operations::StoreFuture;

/// Number of reader threads. Reads rarely wait for the disk, so a few are enough.
const THREADS: usize = 2;

/// Maximum time of a query, as in PostgreSQL: a slow one must not keep a thread from all others.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Number of instructions of SQLite's virtual machine between two checks of the time, about a millisecond.
const CHECK_INTERVAL: i32 = 100_000;

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
            keep_log_on_close(&connection)?;
            connection.pragma_update(None, "query_only", true).map_err(store_error)?;
            let deadline = Deadline::watch(&connection, TIMEOUT).map_err(store_error)?;
            let thread = std::thread::Builder::new().name(format!("reader {number}"));
            let started = thread.spawn(move || {
                loop {
                    // The lock is held while waiting for a job, not while running it.
                    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = job else { return };
                    deadline.start();
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
        let job: Job = Box::new(move |connection| {
            // The caller may have given up while the query waited.
            if !sender.is_closed() {
                drop(sender.send(query(connection).map_err(store_error)));
            }
        });
        let sent = self.jobs.send(job).is_ok();
        Box::pin(async move {
            if !sent {
                return Err(StoreError::Closed);
            }
            answer.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}

/// Interrupts the queries of a connection that take too long.
struct Deadline {
    /// When the current query started.
    started: Arc<Mutex<Instant>>,
}

impl Deadline {
    fn watch(connection: &Connection, timeout: Duration) -> rusqlite::Result<Self> {
        let started = Arc::new(Mutex::new(Instant::now()));
        let watched = Arc::clone(&started);
        let is_over = move || watched.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > timeout;
        connection.progress_handler(CHECK_INTERVAL, Some(is_over))?;
        Ok(Self { started })
    }

    /// Gives the next query its time.
    fn start(&self) {
        *self.started.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_queries_are_interrupted_and_the_next_runs() {
        let connection = Connection::open_in_memory().expect("a database");
        let deadline = Deadline::watch(&connection, Duration::from_millis(20)).expect("watched");
        let endless = "with recursive n (x) as (select 1 union all select x + 1 from n) select max(x) from n";
        let query = |text: &str| {
            deadline.start();
            connection.query_row(text, [], |row| row.get::<_, i64>(0)).map_err(store_error)
        };
        assert_eq!(query(endless), Err(StoreError::Timeout));
        assert_eq!(query("select 7"), Ok(7));
    }
}
