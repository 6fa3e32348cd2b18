//! Servers of PostgreSQL, read and filled in bulk.

mod source;
mod target;

use deadpool_postgres::ClientWrapper;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::types::ToSql;

pub(super) use source::Source;
pub(super) use target::Target;

use super::error::ArchiveError;
use super::tables::{Column, Kind, Table};
use crate::archive::value::Value;
use crate::error::StoreError;
use crate::postgres::bulk::{self, KNOWN};

/// A connection that one waits for.
struct Line {
    // Dropped before what it needs to say good-bye.
    client: ClientWrapper,
    runtime: Runtime,
    /// How the database is called.
    name: String,
}

impl Line {
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

    /// Waits for what the server answers.
    fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, ArchiveError> {
        self.runtime.block_on(answer).map_err(|error| self.trouble(bulk::trouble(error)))
    }

    fn trouble(&self, error: StoreError) -> ArchiveError {
        ArchiveError::at(&self.name, error)
    }

    fn run(&self, sql: &str) -> Result<(), ArchiveError> {
        self.wait(self.client.batch_execute(sql))
    }

    fn has(&self, table: &str) -> Result<bool, ArchiveError> {
        self.runtime.block_on(bulk::has(&self.client, table)).map_err(|error| self.trouble(error))
    }

    /// The version of the tables; 0: there are none. Newer ones are refused.
    fn version(&self) -> Result<u32, ArchiveError> {
        let found = self.runtime.block_on(bulk::version(&self.client));
        let found = found.map_err(|error| self.trouble(error))?.unwrap_or(0);
        if found > KNOWN {
            return Err(self.trouble(StoreError::Newer { found, known: KNOWN }));
        }
        Ok(found)
    }
}

/// GameFilter database an address leads to; nothing where the server does not say.
pub(super) fn identity(url: &str, name: &str) -> Result<Option<String>, ArchiveError> {
    let line = Line::open(url, name)?;
    let which = "select system_identifier::text || '/' || current_database() from pg_control_system()";
    Ok(line.wait(async { line.client.query_one(which, &[]).await?.try_get(0) }).ok())
}

/// A row of a table, as values of the server.
fn as_sql<'a>(table: &Table, row: &'a [Value]) -> Vec<&'a (dyn ToSql + Sync)> {
    let value = |(value, column): (&'a Value, &Column)| -> &'a (dyn ToSql + Sync) {
        match (value, column.kind) {
            (Value::Integer(0), Kind::Boolean) => &false,
            (Value::Integer(_), Kind::Boolean) => &true,
            (Value::Integer(number), _) => number,
            (Value::Real(number), _) => number,
            (Value::Text(text), _) => text,
            (Value::Garbage(bytes), _) => bytes,
            (Value::Null, Kind::Text) => &None::<String>,
            (Value::Null, Kind::Integer) => &None::<i64>,
            (Value::Null, Kind::Real) => &None::<f64>,
            (Value::Null, Kind::Boolean) => &None::<bool>,
        }
    };
    row.iter().zip(table.columns).map(value).collect()
}
