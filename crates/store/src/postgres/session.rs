//! What every connection begins with, and how a statement is asked over it.

use std::time::Duration;

use deadpool_postgres::{ClientWrapper, GenericClient};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::address::Address;
use super::failed::Failed;

/// For so long a new connection may take, with all that is said at its beginning.
pub(super) const MADE: Duration = Duration::from_secs(4);
/// For so long one waits for an answer if nothing else is said. The server gives up a little sooner.
pub(super) const ANSWER: Duration = Duration::from_secs(6);

/// What every connection begins with. The server gives up a statement that takes too long, and a transaction whose node
/// says nothing any more, because others wait for its locks. Whatever the server is set to, it answers when the disk has
/// it. Short statements gain nothing from being compiled.
pub(super) const BEGINNING: &str = "set statement_timeout = '5s'; set idle_in_transaction_session_timeout = '3s'; set jit = off; \
     select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/// Values for a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Asks over a connection, or within a transaction.
pub(super) async fn rows(on: &impl GenericClient, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.query(&statement, values).await?)
}

/// Makes a connection that belongs to no pool.
pub(super) async fn connect(address: &Address) -> Result<ClientWrapper, Failed> {
    let client = address.connect().await?;
    client.batch_execute(BEGINNING).await?;
    Ok(client)
}
