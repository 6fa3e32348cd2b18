//! A connection for as long as it takes: for whoever moves whole tables.

use deadpool_postgres::{ClientWrapper, Object};
use tokio_postgres::Client;

use super::address::Address;
use super::failed::Failed;
use super::pool::{Pool, Wish};
use crate::error::StoreError;

pub(crate) use super::migrate::KNOWN;

/// Connects to a server. Statements and transactions take as long as they take.
pub(crate) async fn connect(url: &str) -> Result<ClientWrapper, StoreError> {
    let pool = Pool::new(&Address::parse(url)?, Wish::of(1))?;
    let client = Object::take(pool.take().await?);
    let patient = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";
    client.batch_execute(patient).await.map_err(trouble)?;
    Ok(client)
}

/// Brings the tables up to date.
pub(crate) async fn up_to_date(client: &mut Client) -> Result<(), StoreError> {
    super::migrate::up_to_date(client).await
}

/// The version of the tables; none: there are no tables of ours.
pub(crate) async fn version(client: &Client) -> Result<Option<u32>, StoreError> {
    if !has(client, "migration").await? {
        return Ok(None);
    }
    let row = client.query_one("select max(version) from migration", &[]).await;
    let found: i32 = row.and_then(|row| row.try_get(0)).map_err(trouble)?;
    Ok(Some(u32::try_from(found).unwrap_or_default()))
}

/// Is there a table with this name?
pub(crate) async fn has(client: &Client, table: &str) -> Result<bool, StoreError> {
    let row = client.query_one("select to_regclass($1) is not null", &[&table]).await;
    row.and_then(|row| row.try_get(0)).map_err(trouble)
}

/// What the server complains about, in our words.
pub(crate) fn trouble(error: tokio_postgres::Error) -> StoreError {
    Failed::from(error).into()
}
