//! Shared connections, over which short reads are pipelined.
//!
//! A short read needs no exclusive connection: it is sent after the reads of other callers, and the answers return in
//! the same order. So a few connections serve all callers, and several reads need only one wake-up on each side.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadpool_postgres::ClientWrapper;
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::Row;

use super::address::Address;
use super::error::PostgresError;
use super::session::{self, ANSWER_TIMEOUT, CONNECT_TIMEOUT, Values};

pub(super) struct SharedConnections {
    address: Address,
    /// Each is opened when it is first needed, and again after it was lost.
    connections: Vec<Mutex<Option<Arc<ClientWrapper>>>>,
    next: AtomicUsize,
}

impl SharedConnections {
    pub(super) fn new(address: &Address, count: usize) -> Self {
        let connections = std::iter::repeat_with(Mutex::default).take(count).collect();
        Self { address: address.clone(), connections, next: AtomicUsize::new(0) }
    }

    /// Returns the rows of a read. It is retried once over a new connection if the connection was lost.
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, PostgresError> {
        let index = self.next.fetch_add(1, Ordering::Relaxed) % self.connections.len();
        match self.query(index, sql, values).await {
            Err(error) if error.can_retry_read() => self.query(index, sql, values).await,
            result => result,
        }
    }

    async fn query(&self, index: usize, sql: &str, values: Values<'_>) -> Result<Vec<Row>, PostgresError> {
        let connection =
            timeout(CONNECT_TIMEOUT, self.connection(index)).await.map_err(|_| PostgresError::Timeout)??;
        let query = async {
            let statement = connection.prepare_cached(sql).await?;
            Ok(connection.query(&statement, values).await?)
        };
        let result = timeout(ANSWER_TIMEOUT, query).await.unwrap_or(Err(PostgresError::Timeout));
        if result.as_ref().is_err_and(PostgresError::is_connection_lost) {
            self.discard(index, &connection).await;
        }
        result
    }

    async fn connection(&self, index: usize) -> Result<Arc<ClientWrapper>, PostgresError> {
        // Callers that arrive while it is being opened wait for the lock, and share it.
        let mut slot = self.connections[index].lock().await;
        if let Some(connection) = slot.as_ref().filter(|connection| !connection.is_closed()) {
            return Ok(Arc::clone(connection));
        }
        *slot = None;
        let connection = session::connect(&self.address).await?;
        Ok(Arc::clone(slot.insert(Arc::new(connection))))
    }

    /// Discards a lost connection, unless it was replaced already.
    async fn discard(&self, index: usize, lost: &Arc<ClientWrapper>) {
        let mut slot = self.connections[index].lock().await;
        if slot.as_ref().is_some_and(|connection| Arc::ptr_eq(connection, lost)) {
            *slot = None;
        }
    }
}
