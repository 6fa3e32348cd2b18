//! Connection pools.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool_postgres::{Client, ClientWrapper, Hook, HookError, Object, Runtime};
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tokio_postgres::Row;

use super::address::Address;
use super::error::PostgresError;
use super::session::{ANSWER_TIMEOUT, CONNECT_TIMEOUT, SESSION_SETUP, Values, rows};
use super::shared_connections::SharedConnections;
use crate::error::StoreError;
use crate::operations;

/// Maximum time to wait for a connection while all are in use.
const WAIT_TIMEOUT: Duration = Duration::from_secs(3);

/// Connections to one server.
#[derive(Clone)]
pub(super) struct Pool {
    connections: deadpool_postgres::Pool,
    /// None if reads use exclusive connections.
    shared: Option<Arc<SharedConnections>>,
    timeout: Duration,
    /// The number of commits.
    commits: Arc<AtomicU64>,
}

/// The configuration of a pool.
#[derive(Clone, Copy)]
pub(super) struct PoolConfig {
    /// Maximum number of exclusive connections.
    pub(super) max_size: usize,
    /// Number of shared connections, over which reads are pipelined.
    pub(super) shared: usize,
    /// Maximum time for a statement or a transaction.
    pub(super) timeout: Duration,
    /// Statements that every new connection executes after the usual setup.
    pub(super) extra_setup: &'static str,
}

impl PoolConfig {
    /// Returns the default configuration with at most `max_size` connections.
    pub(super) fn with_size(max_size: usize) -> Self {
        Self { max_size, shared: 0, timeout: ANSWER_TIMEOUT, extra_setup: "" }
    }
}

impl Pool {
    /// Creates a pool. Connections are opened when they are needed.
    pub(super) fn new(address: &Address, config: PoolConfig) -> Result<Self, StoreError> {
        let PoolConfig { max_size, shared, timeout, extra_setup } = config;
        let setup = Hook::async_fn(move |client: &mut ClientWrapper, _| {
            Box::pin(async move {
                client.batch_execute(SESSION_SETUP).await.map_err(HookError::Backend)?;
                if extra_setup.is_empty() {
                    return Ok(());
                }
                client.batch_execute(extra_setup).await.map_err(HookError::Backend)
            })
        });
        let connections = deadpool_postgres::Pool::builder(address.manager())
            .max_size(max_size)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(WAIT_TIMEOUT))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .recycle_timeout(Some(CONNECT_TIMEOUT))
            .post_create(setup)
            .build()
            .map_err(|error| StoreError::Other(error.to_string()))?;
        let shared = (shared > 0).then(|| Arc::new(SharedConnections::new(address, shared)));
        Ok(Self { connections, shared, timeout, commits: Arc::default() })
    }

    /// Returns the number of commits.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Returns the state of the pool.
    pub(super) fn status(&self) -> operations::PoolStatus {
        let status = self.connections.status();
        let used = status.size.saturating_sub(status.available);
        operations::PoolStatus { used, idle: status.available, waiting: status.waiting }
    }

    /// Counts a commit.
    pub(super) fn record_commit(&self) {
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns an exclusive connection. Give it back with [`give_back`](Self::give_back).
    pub(super) async fn take(&self) -> Result<Client, PostgresError> {
        Ok(self.connections.get().await?)
    }

    /// Runs work over a connection with the timeout of this pool.
    pub(super) async fn with_timeout<T>(&self, work: impl Future<Output = T>) -> Result<T, Elapsed> {
        timeout(self.timeout, work).await
    }

    /// Gives a connection back, or closes it if the result of its work shows that it is unusable.
    pub(super) fn give_back<T>(
        client: Client,
        result: Result<Result<T, PostgresError>, Elapsed>,
    ) -> Result<T, PostgresError> {
        let result = result.unwrap_or(Err(PostgresError::Timeout));
        if result.as_ref().is_err_and(|error| error.is_connection_lost() || error.is_read_only()) {
            drop(Object::take(client));
        }
        result
    }

    /// Returns the rows of a short read.
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, PostgresError> {
        match &self.shared {
            Some(shared) => shared.read(sql, values).await,
            None => self.read_exclusive(sql, values).await,
        }
    }

    /// Returns the rows of a read over an exclusive connection. It is retried once if the connection was lost.
    pub(super) async fn read_exclusive(
        &self,
        sql: &str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, PostgresError> {
        match self.query(sql, values).await {
            Err(error) if error.can_retry_read() => self.query(sql, values).await,
            result => result,
        }
    }

    /// Executes a statement that changes data, and returns its rows. It is durable when this returns.
    ///
    /// It is not retried: if the connection is lost before the answer, it may or may not have been committed.
    pub(super) async fn write(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, PostgresError> {
        let rows = self.query(sql, values).await?;
        self.record_commit();
        Ok(rows)
    }

    async fn query(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, PostgresError> {
        let client = self.take().await?;
        let result = self.with_timeout(rows(&client, sql, values)).await;
        Self::give_back(client, result)
    }
}
