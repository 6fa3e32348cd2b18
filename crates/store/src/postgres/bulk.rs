//! Connections without timeouts, for reading and writing whole tables.

use deadpool_postgres::{ClientWrapper, Object};
use tokio_postgres::Client;

use super::address::Address;
use super::error::PostgresError;
use super::pool::{Pool, PoolConfig};
use crate::error::StoreError;

pub(crate) use super::migrate::LATEST;

/// Connects to a server, without timeouts of statements and transactions.
pub(crate) async fn connect(url: &str) -> Result<ClientWrapper, StoreError> {
    let pool = Pool::new(&Address::parse(url)?, PoolConfig::with_size(1))?;
    let client = Object::take(pool.take().await?);
    let setup = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";
    client.batch_execute(setup).await.map_err(store_error)?;
    Ok(client)
}

/// Migrates the tables.
pub(crate) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    super::migrate::migrate_client(client).await
}

/// Returns the version of the tables; none if the database has no tables of this program.
pub(crate) async fn version(client: &Client) -> Result<Option<u32>, StoreError> {
    if !has_table(client, "migration").await? {
        return Ok(None);
    }
    let row = client.query_one("select max(version) from migration", &[]).await;
    let found: i32 = row.and_then(|row| row.try_get(0)).map_err(store_error)?;
    Ok(Some(u32::try_from(found).unwrap_or_default()))
}

/// Returns whether a table exists.
pub(crate) async fn has_table(client: &Client, table: &str) -> Result<bool, StoreError> {
    let row = client.query_one("select to_regclass($1) is not null", &[&table]).await;
    row.and_then(|row| row.try_get(0)).map_err(store_error)
}

/// Converts an error of the driver.
pub(crate) fn store_error(error: tokio_postgres::Error) -> StoreError {
    PostgresError::from(error).into()
}
