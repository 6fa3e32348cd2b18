//! Games in a server of PostgreSQL, which any number of nodes may share.
//!
//! Appends that wait are written together, many games with one statement: see `appending/`. What else is written is a statement
//! of its own, or a short transaction. Quick questions share connections: see `lines.rs`. Everything has an end: who asked is told
//! that the store cannot be written at the moment, and may ask again.

mod address;
mod appending;
pub(crate) mod bulk;
mod failed;
mod lines;
mod migrate;
mod operations;
mod pool;
mod queries;
mod replicas;
mod session;

use std::time::Duration;

use crate::copying::COPYING;
use crate::error::StoreError;
pub use address::{Address, Said};
use appending::Appending;
use pool::{Pool, Wish};
use replicas::Replicas;

/// So many connections for all but appends and quick questions. A server lets in a hundred if nothing else is said, and there
/// are other nodes.
const CONNECTIONS: usize = 12;
/// So many connections over which quick questions are asked.
const SHARED: usize = 3;
/// A heartbeat that takes longer is lost; the next may find another way.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// A store in a server of PostgreSQL.
pub struct PostgresStore {
    pool: Pool,
    /// For the heartbeat alone: a node that is busy is not taken for dead.
    heart: Pool,
    appending: Appending,
    replicas: Replicas,
}

impl PostgresStore {
    /// Connects to a server, and brings its tables up to date. What may lag a little is asked of its replicas.
    pub async fn open(url: &str, replicas: &[String]) -> Result<Self, StoreError> {
        let address = Address::parse(url)?;
        let pool = Pool::new(&address, Wish { shared: SHARED, ..Wish::of(CONNECTIONS) })?;
        migrate::migrate(&pool).await?;
        if bulk::has(&**pool.take().await?, COPYING).await? {
            return Err(StoreError::HalfACopy);
        }
        let replicas = Replicas::new(&pool, replicas)?;
        let heart = Pool::new(&address, Wish { answer: HEARTBEAT, ..Wish::of(1) })?;
        Ok(Self { appending: Appending::start(&address, &pool)?, pool, heart, replicas })
    }
}
