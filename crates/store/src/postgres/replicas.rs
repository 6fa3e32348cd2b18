//! Replicas, which answer reads that may be slightly old.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout};
use tokio_postgres::Row;

use super::address::Address;
use super::error::PostgresError;
use super::pool::{Pool, PoolConfig};
use super::session::Values;
use crate::error::StoreError;

/// Maximum number of connections to each replica.
const MAX_CONNECTIONS: usize = 8;
/// Maximum time for an answer: the primary has the same data.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum time for an answer, including the time to connect.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for which a replica that did not answer is not asked again.
const BACKOFF: Duration = Duration::from_secs(3);

pub(super) struct Replicas {
    primary: Pool,
    replicas: Vec<Replica>,
    next: AtomicUsize,
}

struct Replica {
    pool: Pool,
    /// The time until which it is not asked.
    backoff_until: Mutex<Option<Instant>>,
}

impl Replicas {
    pub(super) fn new(primary: &Pool, urls: &[String]) -> Result<Self, StoreError> {
        let replica = |url: &String| {
            let pool = Pool::new(
                &Address::parse(url)?,
                PoolConfig { timeout: ANSWER_TIMEOUT, ..PoolConfig::with_size(MAX_CONNECTIONS) },
            )?;
            Ok(Replica { pool, backoff_until: Mutex::default() })
        };
        let replicas = urls.iter().map(replica).collect::<Result<_, StoreError>>()?;
        Ok(Self { primary: primary.clone(), replicas, next: AtomicUsize::new(0) })
    }

    /// Returns the rows of a read, from a replica if one answers, else from the primary.
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, PostgresError> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        for offset in 0..self.replicas.len() {
            let replica = &self.replicas[first.wrapping_add(offset) % self.replicas.len()];
            if replica.is_backing_off() {
                continue;
            }
            match timeout(TOTAL_TIMEOUT, replica.pool.read_exclusive(sql, values)).await {
                Ok(Ok(rows)) => return Ok(rows),
                // The read may have conflicted with replication, or the replica may lack a new table.
                Ok(Err(error)) if !error.is_connection_lost() => {}
                Ok(Err(error)) => replica.back_off(&error),
                Err(_) => replica.back_off(&PostgresError::Timeout),
            }
        }
        self.primary.read_exclusive(sql, values).await
    }
}

impl Replica {
    fn is_backing_off(&self) -> bool {
        let until = *self.backoff_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn back_off(&self, error: &PostgresError) {
        tracing::warn!(%error, "replica_unavailable");
        *self.backoff_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + BACKOFF);
    }
}
