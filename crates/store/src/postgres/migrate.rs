//! Migrations.

use tokio_postgres::Client;

use super::error::PostgresError;
use super::pool::Pool;
use crate::error::StoreError;

/// All migrations, from an empty database on. A released migration is never changed.
const MIGRATIONS: [&str; 10] = [
    include_str!("../../migrations/postgres/0001_games.sql"),
    include_str!("../../migrations/postgres/0002_people.sql"),
    include_str!("../../migrations/postgres/0003_shelf.sql"),
    include_str!("../../migrations/postgres/0004_nodes.sql"),
    include_str!("../../migrations/postgres/0005_rule_sets.sql"),
    include_str!("../../migrations/postgres/0006_cleanup.sql"),
    include_str!("../../migrations/postgres/0007_archive.sql"),
    include_str!("../../migrations/postgres/0008_similar_names.sql"),
    include_str!("../../migrations/postgres/0009_final_states.sql"),
    include_str!("../../migrations/postgres/0010_sorted_lists.sql"),
];

/// The advisory lock of migrations, since several nodes may start at once.
const LOCK: i64 = 0x63_72_6f_77_6e;

/// The newest version of the tables.
pub(crate) const LATEST: u32 = MIGRATIONS.len() as u32;

/// Applies the missing migrations, each in a transaction with its number.
pub(super) async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    // A migration of many rows needs more than the usual timeout, so this connection does not return to the pool.
    let mut client = deadpool_postgres::Object::take(pool.take().await?);
    client.batch_execute("set statement_timeout = 0").await.map_err(PostgresError::from)?;
    migrate_client(&mut client).await
}

/// Applies the missing migrations over a connection without statement timeout.
pub(super) async fn migrate_client(client: &mut Client) -> Result<(), StoreError> {
    while apply_next(client).await? {}
    Ok(())
}

/// Applies the next migration. Returns false if none was missing.
async fn apply_next(client: &mut Client) -> Result<bool, StoreError> {
    let transaction = client.transaction().await.map_err(PostgresError::from)?;
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(PostgresError::from)?;
    let row = transaction.query_one("select to_regclass('migration') is not null", &[]).await;
    let has_table: bool = row.and_then(|row| row.try_get(0)).map_err(PostgresError::from)?;
    if !has_table {
        let table = "create table migration (version integer not null); insert into migration values (0)";
        transaction.batch_execute(table).await.map_err(PostgresError::from)?;
    }
    let row = transaction.query_one("select max(version) from migration", &[]).await;
    let found: i32 = row.and_then(|row| row.try_get(0)).map_err(PostgresError::from)?;
    let found = u32::try_from(found).unwrap_or_default();
    if found > LATEST {
        return Err(StoreError::Newer { found, known: LATEST });
    }
    let Some(migration) = MIGRATIONS.get(found as usize) else { return Ok(false) };
    transaction.batch_execute(migration).await.map_err(PostgresError::from)?;
    transaction
        .execute("update migration set version = version + 1", &[])
        .await
        .map_err(PostgresError::from)?;
    transaction.commit().await.map_err(PostgresError::from)?;
    Ok(true)
}
