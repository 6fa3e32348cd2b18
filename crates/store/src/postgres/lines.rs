//! Connections over which many ask at once.
//!
//! A question that is quickly answered need not have a connection for itself: it is sent behind those of others, and the
//! answers come back in the same order. So a few connections serve all, and neither side is woken for each of them alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadpool_postgres::ClientWrapper;
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::Row;

use super::address::Address;
use super::failed::Failed;
use super::session::{self, ANSWER, MADE, Values};

pub(super) struct Lines {
    address: Address,
    /// Each is connected when somebody needs it, and again when it was lost.
    lines: Vec<Mutex<Option<Arc<ClientWrapper>>>>,
    next: AtomicUsize,
}

impl Lines {
    pub(super) fn new(address: &Address, count: usize) -> Self {
        let lines = std::iter::repeat_with(Mutex::default).take(count).collect();
        Self { address: address.clone(), lines, next: AtomicUsize::new(0) }
    }

    /// The rows of a question that changes nothing. One that went to a connection that had ended is asked again
    /// over a new one.
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
        let place = self.next.fetch_add(1, Ordering::Relaxed) % self.lines.len();
        match self.ask(place, sql, values).await {
            Err(failed) if failed.may_ask_again() => self.ask(place, sql, values).await,
            answered => answered,
        }
    }

    async fn ask(&self, place: usize, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
        let line = timeout(MADE, self.line(place)).await.map_err(|_| Failed::Late)??;
        let asked = async {
            let statement = line.prepare_cached(sql).await?;
            Ok(line.query(&statement, values).await?)
        };
        let outcome = timeout(ANSWER, asked).await.unwrap_or(Err(Failed::Late));
        if outcome.as_ref().is_err_and(Failed::is_lost) {
            self.hang_up(place, &line).await;
        }
        outcome
    }

    async fn line(&self, place: usize) -> Result<Arc<ClientWrapper>, Failed> {
        // Who comes while it is being made waits for the same one.
        let mut line = self.lines[place].lock().await;
        if let Some(line) = line.as_ref().filter(|line| !line.is_closed()) {
            return Ok(Arc::clone(line));
        }
        *line = None;
        let made = session::connect(&self.address).await?;
        Ok(Arc::clone(line.insert(Arc::new(made))))
    }

    /// A connection was lost; if it was not replaced yet, it is gone now.
    async fn hang_up(&self, place: usize, lost: &Arc<ClientWrapper>) {
        let mut line = self.lines[place].lock().await;
        if line.as_ref().is_some_and(|line| Arc::ptr_eq(line, lost)) {
            *line = None;
        }
    }
}
