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

/// Maximum time of a query with the time that it waits for a thread. A slow one must not keep a thread from all others,
/// and if there are too many, the last ones are not run when nobody waits for them any more.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Number of instructions of SQLite's virtual machine between two checks of the time, about a millisecond.
const CHECK_INTERVAL: i32 = 100_000;

/// Runs a query, unless its time was over before.
type Job = Box<dyn FnOnce(Result<&Connection, StoreError>) + Send>;

pub(super) struct Readers {
    /// Jobs, each with the time at which it began to wait.
    jobs: mpsc::Sender<(Instant, Job)>,
}

impl Readers {
    pub(super) fn start(path: &Path) -> Result<Self, StoreError> {
        Self::start_with_timeout(path, TIMEOUT)
    }

    fn start_with_timeout(path: &Path, timeout: Duration) -> Result<Self, StoreError> {
        let (jobs, waiting) = mpsc::channel::<(Instant, Job)>();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..THREADS {
            let (connection, waiting) = (connect(path)?, Arc::clone(&waiting));
            keep_log_on_close(&connection)?;
            connection.pragma_update(None, "query_only", true).map_err(store_error)?;
            let deadline = Deadline::watch(&connection, timeout).map_err(store_error)?;
            let thread = std::thread::Builder::new().name(format!("reader {number}"));
            let started = thread.spawn(move || {
                loop {
                    // The lock is held while waiting for a job, not while running it.
                    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((since, job)) = job else { return };
                    deadline.start(since);
                    job(if since.elapsed() >= timeout { Err(StoreError::Timeout) } else { Ok(&connection) });
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
                drop(sender.send(connection.and_then(|connection| query(connection).map_err(store_error))));
            }
        });
        let sent = self.jobs.send((Instant::now(), job)).is_ok();
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
    /// When the current query began to wait for a thread.
    since: Arc<Mutex<Instant>>,
}

impl Deadline {
    fn watch(connection: &Connection, timeout: Duration) -> rusqlite::Result<Self> {
        let since = Arc::new(Mutex::new(Instant::now()));
        let watched = Arc::clone(&since);
        let is_over = move || watched.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > timeout;
        connection.progress_handler(CHECK_INTERVAL, Some(is_over))?;
        Ok(Self { since })
    }

    /// Gives the next query its time, counted from an instant.
    fn start(&self, since: Instant) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = since;
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
            deadline.start(Instant::now());
            connection.query_row(text, [], |row| row.get::<_, i64>(0)).map_err(store_error)
        };
        assert_eq!(query(endless), Err(StoreError::Timeout));
        assert_eq!(query("select 7"), Ok(7));
    }

    #[tokio::test]
    async fn queries_that_waited_too_long_are_not_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let readers = Readers::start_with_timeout(&folder.path().join("site.db"), Duration::ZERO);
        let readers = readers.expect("readers");
        let answer = readers.run(|_| -> rusqlite::Result<()> { panic!("the query was run") }).await;
        assert_eq!(answer, Err(StoreError::Timeout));
    }
}
