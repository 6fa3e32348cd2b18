//! Connections to a server, kept and renewed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool_postgres::{Client, ClientWrapper, Hook, HookError, Object, Runtime};
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tokio_postgres::Row;

use super::address::Address;
use super::failed::Failed;
use super::lines::Lines;
use super::session::{ANSWER, BEGINNING, MADE, Values, rows};
use crate::error::StoreError;
use crate::operations;

/// For so long one waits for a connection that others use.
const FREE: Duration = Duration::from_secs(3);
/// Connections to one server.
#[derive(Clone)]
pub(super) struct Pool {
    connections: deadpool_postgres::Pool,
    /// None: who reads has a connection for himself.
    lines: Option<Arc<Lines>>,
    answer: Duration,
    /// How many times something was made durable.
    commits: Arc<AtomicU64>,
}

/// GameFilter connections are wanted.
#[derive(Clone, Copy)]
pub(super) struct Wish {
    /// So many at the most.
    pub(super) connections: usize,
    /// So many more over which many ask at once.
    pub(super) shared: usize,
    /// A statement, or a transaction, that has no answer by then has none.
    pub(super) answer: Duration,
    /// What each is told at its beginning besides the usual.
    pub(super) also: &'static str,
}

impl Wish {
    /// So many, as usual.
    pub(super) fn of(connections: usize) -> Self {
        Self { connections, shared: 0, answer: ANSWER, also: "" }
    }
}

impl Pool {
    /// Nothing is connected before somebody needs it.
    pub(super) fn new(address: &Address, wish: Wish) -> Result<Self, StoreError> {
        let Wish { connections, shared, answer, also } = wish;
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
            .max_size(connections)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(FREE))
            .create_timeout(Some(MADE))
            .recycle_timeout(Some(MADE))
            .post_create(beginning)
            .build()
            .map_err(|error| StoreError::Other(error.to_string()))?;
        let lines = (shared > 0).then(|| Arc::new(Lines::new(address, shared)));
        Ok(Self { connections, lines, answer, commits: Arc::default() })
    }

    /// How many times something was made durable.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// How many connections there are.
    pub(super) fn connections(&self) -> operations::Pool {
        let status = self.connections.status();
        let used = status.size.saturating_sub(status.available);
        operations::Pool { used, idle: status.available, wanted: status.waiting }
    }

    /// Something was made durable.
    pub(super) fn committed(&self) {
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    /// A connection for oneself. Give it back with [`done`](Self::done).
    pub(super) async fn take(&self) -> Result<Client, Failed> {
        Ok(self.connections.get().await?)
    }

    /// Waits for what is done over a connection, but not for ever.
    pub(super) async fn within<T>(&self, work: impl Future<Output = T>) -> Result<T, Elapsed> {
        timeout(self.answer, work).await
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
        let asked = self.within(rows(&client, sql, values)).await;
        Self::done(client, asked)
    }
}
