//! The store in a PostgreSQL server, which any number of nodes may share.
//!
//! Waiting appends are written in batches, many games with one statement: see `append/`. Every other write is a
//! statement or a short transaction. Short reads share connections: see `shared_connections.rs`. Everything has a
//! timeout, after which the caller gets an error and may try again.

mod address;
mod append;
pub(crate) mod bulk;
mod error;
mod migrate;
mod operations;
mod pool;
mod queries;
mod replicas;
mod session;
mod shared_connections;

use std::time::Duration;

use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::error::StoreError;
pub use address::{Address, MessageStream};
use append::Appender;
use pool::{Pool, PoolConfig};
use replicas::Replicas;

/// Maximum number of exclusive connections. A server allows 100 by default, and there are other nodes.
const MAX_CONNECTIONS: usize = 12;
/// Number of shared connections for short reads.
const SHARED_CONNECTIONS: usize = 3;
/// Maximum time for a heartbeat.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(2);

/// A store in a PostgreSQL server.
pub struct PostgresStore {
    pool: Pool,
    /// A separate connection, so that a busy node does not count as dead.
    heartbeat_pool: Pool,
    appender: Appender,
    replicas: Replicas,
}

impl PostgresStore {
    /// Connects to a server and migrates its tables. Replicas answer reads that may be slightly old.
    pub async fn open(url: &str, replicas: &[String]) -> Result<Self, StoreError> {
        let address = Address::parse(url)?;
        let pool = Pool::new(
            &address,
            PoolConfig { shared: SHARED_CONNECTIONS, ..PoolConfig::with_size(MAX_CONNECTIONS) },
        )?;
        migrate::migrate(&pool).await?;
        if bulk::has_table(&**pool.take().await?, COPY_PROGRESS_TABLE).await? {
            return Err(StoreError::IncompleteCopy);
        }
        let replicas = Replicas::new(&pool, replicas)?;
        let heartbeat_pool =
            Pool::new(&address, PoolConfig { timeout: HEARTBEAT_TIMEOUT, ..PoolConfig::with_size(1) })?;
        Ok(Self { appender: Appender::start(&address, &pool)?, pool, heartbeat_pool, replicas })
    }
}
