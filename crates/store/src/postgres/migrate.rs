//! Tables, brought up to date step by step.

use tokio_postgres::Client;

use super::failed::Failed;
use super::pool::Pool;
use crate::error::StoreError;

/// Every step, from an empty database on. A step that was released is never changed.
const STEPS: [&str; 4] = [
    include_str!("../../migrations/postgres/0001_games.sql"),
    include_str!("../../migrations/postgres/0002_people.sql"),
    include_str!("../../migrations/postgres/0003_shelf.sql"),
    include_str!("../../migrations/postgres/0004_nodes.sql"),
];

/// Several nodes may start at once: who holds this looks what is missing, and does it.
const LOCK: i64 = 0x63_72_6f_77_6e;

/// The newest version of the tables.
pub(crate) const KNOWN: u32 = STEPS.len() as u32;

/// Takes the steps that are missing, each in a transaction with its number.
pub(super) async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    // A step over many rows takes as long as it takes; so this connection is not used for anything else.
    let mut client = deadpool_postgres::Object::take(pool.take().await?);
    client.batch_execute("set statement_timeout = 0").await.map_err(Failed::from)?;
    up_to_date(&mut client).await
}

/// The same over a connection whose statements may take as long as they take.
pub(super) async fn up_to_date(client: &mut Client) -> Result<(), StoreError> {
    while step(client).await? {}
    Ok(())
}

/// Takes one step; false: none was missing.
async fn step(client: &mut Client) -> Result<bool, StoreError> {
    let transaction = client.transaction().await.map_err(Failed::from)?;
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(Failed::from)?;
    let row = transaction.query_one("select to_regclass('migration') is not null", &[]).await;
    let is_there: bool = row.and_then(|row| row.try_get(0)).map_err(Failed::from)?;
    if !is_there {
        let table = "create table migration (version integer not null); insert into migration values (0)";
        transaction.batch_execute(table).await.map_err(Failed::from)?;
    }
    let row = transaction.query_one("select max(version) from migration", &[]).await;
    let found: i32 = row.and_then(|row| row.try_get(0)).map_err(Failed::from)?;
    let found = u32::try_from(found).unwrap_or_default();
    if found > KNOWN {
        return Err(StoreError::Newer { found, known: KNOWN });
    }
    let Some(step) = STEPS.get(found as usize) else { return Ok(false) };
    transaction.batch_execute(step).await.map_err(Failed::from)?;
    transaction.execute("update migration set version = version + 1", &[]).await.map_err(Failed::from)?;
    transaction.commit().await.map_err(Failed::from)?;
    Ok(true)
}
