//! The setup of connections, and the execution of statements.

use std::time::Duration;

use deadpool_postgres::{ClientWrapper, GenericClient};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::address::Address;
use super::error::PostgresError;

/// Maximum time to open a connection, including its setup.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// Default maximum time for an answer. The timeout of the server is a little shorter.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(6);

/// The setup of every connection. The server cancels statements that take too long, and transactions whose node has
/// stopped, because others wait for their locks. Commits wait for the disk, whatever the server is set to. JIT
/// compilation does not pay for short statements.
pub(super) const SESSION_SETUP: &str = "set statement_timeout = '5s'; set idle_in_transaction_session_timeout = '3s'; set jit = off; \
     select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/// The parameters of a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Returns the rows of a statement, over a connection or within a transaction.
pub(super) async fn rows(
    client: &impl GenericClient,
    sql: &str,
    values: Values<'_>,
) -> Result<Vec<Row>, PostgresError> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.query(&statement, values).await?)
}

/// Opens a connection outside of a pool.
pub(super) async fn connect(address: &Address) -> Result<ClientWrapper, PostgresError> {
    let client = address.connect().await?;
    client.batch_execute(SESSION_SETUP).await?;
    Ok(client)
}
