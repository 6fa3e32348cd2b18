//! Servers that follow the first, and answer what may lag a little.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout};
use tokio_postgres::Row;

use super::address::Address;
use super::failed::Failed;
use super::pool::{Pool, Wish};
use super::session::Values;
use crate::error::StoreError;

/// So many connections to each.
const CONNECTIONS: usize = 8;
/// A replica that takes longer is not worth waiting for: the first server has the same.
const ANSWER: Duration = Duration::from_secs(1);
/// The same, if it has to be connected to first.
const CONNECTED: Duration = Duration::from_secs(2);
/// For so long one that did not answer is left alone.
const LEFT_ALONE: Duration = Duration::from_secs(3);

pub(super) struct Replicas {
    /// The server that they follow.
    first: Pool,
    all: Vec<Replica>,
    next: AtomicUsize,
}

struct Replica {
    pool: Pool,
    /// Until when it is not asked.
    left_alone: Mutex<Option<Instant>>,
}

impl Replicas {
    pub(super) fn new(first: &Pool, urls: &[String]) -> Result<Self, StoreError> {
        let replica = |url: &String| {
            let pool = Pool::new(&Address::parse(url)?, Wish { answer: ANSWER, ..Wish::of(CONNECTIONS) })?;
            Ok(Replica { pool, left_alone: Mutex::default() })
        };
        let all = urls.iter().map(replica).collect::<Result<_, StoreError>>()?;
        Ok(Self { first: first.clone(), all, next: AtomicUsize::new(0) })
    }

    /// The rows of a question to which the answer may be a little old: from a replica if one answers, else from the first.
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
        let begin = self.next.fetch_add(1, Ordering::Relaxed);
        for turn in 0..self.all.len() {
            let replica = &self.all[begin.wrapping_add(turn) % self.all.len()];
            if replica.is_left_alone() {
                continue;
            }
            match timeout(CONNECTED, replica.pool.read_alone(sql, values)).await {
                Ok(Ok(rows)) => return Ok(rows),
                // It may have been in the way of what it follows, or not have a new table yet.
                Ok(Err(failed)) if !failed.is_lost() => {}
                Ok(Err(failed)) => replica.leave_alone(&failed),
                Err(_) => replica.leave_alone(&Failed::Late),
            }
        }
        self.first.read_alone(sql, values).await
    }
}

impl Replica {
    fn is_left_alone(&self) -> bool {
        let until = *self.left_alone.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn leave_alone(&self, failed: &Failed) {
        tracing::warn!(%failed, "a replica does not answer, and is left alone for a while");
        *self.left_alone.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + LEFT_ALONE);
    }
}
