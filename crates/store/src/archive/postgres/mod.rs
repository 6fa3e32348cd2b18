//! Reading and writing PostgreSQL databases in bulk.

mod source;
mod target;

use deadpool_postgres::ClientWrapper;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::types::ToSql;

pub(super) use source::Source;
pub(super) use target::Target;

use super::error::ArchiveError;
use super::rows::older;
use super::tables::{Column, ColumnType, Table};
use crate::archive::value::Value;
use crate::error::StoreError;
use crate::postgres::bulk::{self, LATEST};

/// A connection whose calls block.
struct BlockingConnection {
    // Dropped before the runtime, which it needs to close the connection.
    client: ClientWrapper,
    runtime: Runtime,
    /// The name of the database in messages.
    name: String,
}

impl BlockingConnection {
    fn open(url: &str, name: &str) -> Result<Self, ArchiveError> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| ArchiveError::at(name, error))?;
        let client = runtime.block_on(bulk::connect(url)).map_err(|error| match error {
            StoreError::Unwritable(reason) => ArchiveError::at(
                name,
                format!("the server cannot be reached: {reason}; is the address right, and does it run?"),
            ),
            other => ArchiveError::at(name, other),
        })?;
        Ok(Self { client, runtime, name: name.to_owned() })
    }

    /// Waits for an answer of the server.
    fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, ArchiveError> {
        self.runtime.block_on(answer).map_err(|error| self.error(bulk::store_error(error)))
    }

    /// Adds the name of the database to an error.
    fn error(&self, error: StoreError) -> ArchiveError {
        ArchiveError::at(&self.name, error)
    }

    fn run(&self, sql: &str) -> Result<(), ArchiveError> {
        self.wait(self.client.batch_execute(sql))
    }

    fn has_table(&self, table: &str) -> Result<bool, ArchiveError> {
        self.runtime.block_on(bulk::has_table(&self.client, table)).map_err(|error| self.error(error))
    }

    /// Returns the version of the tables; 0 if there are none. Newer versions are an error.
    fn version(&self) -> Result<u32, ArchiveError> {
        let found = self.runtime.block_on(bulk::version(&self.client));
        let found = found.map_err(|error| self.error(error))?.unwrap_or(0);
        if found > LATEST {
            return Err(self.error(StoreError::Newer { found, known: LATEST }));
        }
        Ok(found)
    }

    /// Checks that there are tables of the current version.
    fn check_current(&self) -> Result<(), ArchiveError> {
        match self.version()? {
            LATEST => Ok(()),
            0 => Err(ArchiveError::at(&self.name, "there is no site in this database")),
            found => Err(older(&self.name, found, LATEST)),
        }
    }
}

/// Returns the identity of the database at an address; `None` if the server does not reveal it.
pub(super) fn identity(url: &str, name: &str) -> Result<Option<String>, ArchiveError> {
    let connection = BlockingConnection::open(url, name)?;
    let query = "select system_identifier::text || '/' || current_database() from pg_control_system()";
    Ok(connection.wait(async { connection.client.query_one(query, &[]).await?.try_get(0) }).ok())
}

/// Checks that a database is a site with tables of the current version.
pub(super) fn check_current(url: &str, name: &str) -> Result<(), ArchiveError> {
    BlockingConnection::open(url, name)?.check_current()
}

/// Rewrites the tables from which old games are moved.
pub(super) fn compact(url: &str, name: &str) -> Result<(), ArchiveError> {
    BlockingConnection::open(url, name)?.run("vacuum (full, analyze) game, game_event, command")
}

/// Returns the size of a database in bytes.
pub(super) fn size(url: &str, name: &str) -> Result<u64, ArchiveError> {
    let connection = BlockingConnection::open(url, name)?;
    let query = "select pg_database_size(current_database())";
    let size: i64 = connection.wait(async { connection.client.query_one(query, &[]).await?.try_get(0) })?;
    Ok(u64::try_from(size).unwrap_or_default())
}

/// Converts a row to parameters of a statement.
fn as_sql<'a>(table: &Table, row: &'a [Value]) -> Vec<&'a (dyn ToSql + Sync)> {
    let value = |(value, column): (&'a Value, &Column)| -> &'a (dyn ToSql + Sync) {
        match (value, column.kind) {
            (Value::Integer(0), ColumnType::Boolean) => &false,
            (Value::Integer(_), ColumnType::Boolean) => &true,
            (Value::Integer(number), _) => number,
            (Value::Real(number), _) => number,
            (Value::Text(text), _) => text,
            (Value::Bytes(bytes) | Value::InvalidText(bytes), _) => bytes,
            (Value::Null, ColumnType::Text) => &None::<String>,
            (Value::Null, ColumnType::Integer) => &None::<i64>,
            (Value::Null, ColumnType::Real) => &None::<f64>,
            (Value::Null, ColumnType::Boolean) => &None::<bool>,
            (Value::Null, ColumnType::Bytes) => &None::<Vec<u8>>,
        }
    };
    row.iter().zip(table.columns).map(value).collect()
}
