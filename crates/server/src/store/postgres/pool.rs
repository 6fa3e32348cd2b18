//! Connections to a server, kept and renewed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool_postgres::{Client, ClientWrapper, GenericClient, Hook, HookError, Object, Runtime};
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::super::StoreError;
use super::address::Address;
use super::failed::Failed;
use super::lines::Lines;

/// For so long one waits for a connection that others use.
const FREE: Duration = Duration::from_secs(3);
/// For so long a new connection may take, with all that is said at its beginning.
pub(super) const MADE: Duration = Duration::from_secs(4);
/// A statement, or a transaction, that has no answer by then has none. The server gives up a little sooner.
pub(super) const ANSWER: Duration = Duration::from_secs(6);

/// What every connection begins with. The server gives up a statement that takes too long, and a transaction whose node
/// says nothing any more, because others wait for its locks. Whatever the server is set to, it answers when the disk has
/// it. Short statements gain nothing from being compiled.
const BEGINNING: &str = "set statement_timeout = '5s'; set idle_in_transaction_session_timeout = '3s'; set jit = off; \
     select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/// Values for a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Connections to one server.
#[derive(Clone)]
pub(super) struct Pool {
    connections: deadpool_postgres::Pool,
    /// None: who reads has a connection for himself.
    lines: Option<Arc<Lines>>,
    /// How many times something was made durable.
    commits: Arc<AtomicU64>,
}

impl Pool {
    /// So many connections at the most, each of which is told this at its beginning, too; and so many that are shared.
    pub(super) fn new(
        address: &Address,
        size: usize,
        shared: usize,
        also: &'static str,
    ) -> Result<Self, StoreError> {
        let beginning = Hook::async_fn(move |client: &mut ClientWrapper, _| {
            Box::pin(async move {
                let told = client.batch_execute(BEGINNING).await;
                match told {
                    Ok(()) if also.is_empty() => Ok(()),
                    Ok(()) => client.batch_execute(also).await.map_err(HookError::Backend),
                    Err(error) => Err(HookError::Backend(error)),
                }
            })
        });
        let connections = deadpool_postgres::Pool::builder(address.manager())
            .max_size(size)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(FREE))
            .create_timeout(Some(MADE))
            .recycle_timeout(Some(MADE))
            .post_create(beginning)
            .build()
            .map_err(|error| StoreError::Other(error.to_string()))?;
        let lines = (shared > 0).then(|| Arc::new(Lines::new(address, shared)));
        Ok(Self { connections, lines, commits: Arc::default() })
    }

    /// How many times something was made durable.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// How many connections there are.
    pub(super) fn connections(&self) -> super::super::Pool {
        let status = self.connections.status();
        let used = status.size.saturating_sub(status.available);
        super::super::Pool { used, idle: status.available, wanted: status.waiting }
    }

    /// Something was made durable.
    pub(super) fn committed(&self) {
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    /// A connection for oneself. Give it back with [`done`](Self::done).
    pub(super) async fn take(&self) -> Result<Client, Failed> {
        Ok(self.connections.get().await?)
    }

    /// Gives a connection back, unless what became of its work shows that it is of no use any more.
    pub(super) fn done<T>(client: Client, outcome: Result<Result<T, Failed>, Elapsed>) -> Result<T, Failed> {
        let outcome = outcome.unwrap_or(Err(Failed::Late));
        if outcome.as_ref().is_err_and(|failed| failed.is_lost() || failed.is_read_only()) {
            drop(Object::take(client));
        }
        outcome
    }

    /// The rows of a question that changes nothing and is quickly answered.
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
        match &self.lines {
            Some(lines) => lines.read(sql, values).await,
            None => self.read_alone(sql, values).await,
        }
    }

    /// The rows of a question that changes nothing and may take its time. One that went to a connection that had ended is
    /// asked again.
    pub(super) async fn read_alone(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
        match self.ask(sql, values).await {
            Err(failed) if failed.may_ask_again() => self.ask(sql, values).await,
            answered => answered,
        }
    }

    /// One statement that changes something, durable when it is answered, and the rows that it tells.
    ///
    /// A connection that ends before the answer leaves open whether it was done, so it is not tried again here.
    pub(super) async fn write(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
        let rows = self.ask(sql, values).await?;
        self.committed();
        Ok(rows)
    }

    async fn ask(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
        let client = self.take().await?;
        let asked = timeout(ANSWER, rows(&client, sql, values)).await;
        Self::done(client, asked)
    }
}

/// Asks over a connection, or within a transaction.
pub(super) async fn rows(on: &impl GenericClient, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Failed> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.query(&statement, values).await?)
}

/// A connection that is not kept here.
pub(super) async fn connect(address: &Address) -> Result<ClientWrapper, Failed> {
    let client = address.connect().await?;
    client.batch_execute(BEGINNING).await?;
    Ok(client)
}
