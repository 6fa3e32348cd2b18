//! The target of a copy.

use std::pin::pin;

use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;

use super::{BlockingConnection, as_sql};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{TableProgress, UnfinishedCopy, Writer, not_empty, unwritable};
use crate::archive::tables::{ColumnType, HEARTBEAT, TABLES, Table};
use crate::archive::value::{Row, Value, key_from_json, key_to_json};
use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::postgres::bulk;

/// Columns with sequences, which continue from the greatest number.
const SEQUENCES: [(&str, &str); 2] = [("game", "number"), ("act", "id")];

/// A database into which a site is copied.
pub(in super::super) struct Target {
    connection: BlockingConnection,
}

impl Target {
    /// Opens an empty database, or one with an unfinished copy, and migrates its tables. Any other is not changed.
    pub(in super::super) fn open(url: &str, name: &str) -> Result<Self, ArchiveError> {
        let mut connection = BlockingConnection::open(url, name)?;
        connection.version()?;
        if !connection.has_table(COPY_PROGRESS_TABLE)? {
            // A heartbeat alone is no data.
            for table in TABLES.into_iter().filter(|table| **table != HEARTBEAT) {
                let has_rows = format!("select exists (select from {})", table.name);
                if connection.has_table(table.name)?
                    && connection
                        .wait(async { connection.client.query_one(&has_rows, &[]).await?.try_get(0) })?
                {
                    return Err(not_empty(name, table));
                }
            }
        }
        let migrated = connection.runtime.block_on(bulk::migrate(&mut connection.client));
        migrated.map_err(|error| connection.error(error))?;
        Ok(Self { connection })
    }
}

impl Writer for Target {
    fn unfinished_copy(&mut self) -> Result<Option<UnfinishedCopy>, ArchiveError> {
        if !self.connection.has_table(COPY_PROGRESS_TABLE)? {
            return Ok(None);
        }
        let query = "select source, name, last, rows, done from copying";
        let rows: Vec<(String, (String, TableProgress))> = self.connection.wait(async {
            let found = self.connection.client.query(query, &[]).await?;
            let convert = |row: &tokio_postgres::Row| {
                let last: Option<String> = row.try_get(2)?;
                let rows: i64 = row.try_get(3)?;
                let progress = TableProgress {
                    last: last.as_deref().and_then(key_from_json),
                    rows: u64::try_from(rows).unwrap_or_default(),
                    done: row.try_get(4)?,
                };
                Ok((row.try_get(0)?, (row.try_get(1)?, progress)))
            };
            found.iter().map(convert).collect()
        })?;
        let source = rows.first().map(|(source, _)| source.clone()).unwrap_or_default();
        Ok(Some(UnfinishedCopy { source, tables: rows.into_iter().map(|(_, progress)| progress).collect() }))
    }

    fn begin_copy(&mut self, source: &str) -> Result<(), ArchiveError> {
        let BlockingConnection { client, runtime, .. } = &mut self.connection;
        let created = runtime.block_on(async {
            let transaction = client.transaction().await?;
            transaction
                .batch_execute(
                    "create table copying (name text primary key, source text not null, last text, \
                     rows bigint not null, done boolean not null); delete from heartbeat;",
                )
                .await?;
            let insert = "insert into copying (name, source, rows, done) values ($1, $2, 0, false)";
            for table in TABLES {
                transaction.execute(insert, &[&table.name, &source]).await?;
            }
            transaction.commit().await
        });
        created.map_err(|error| self.connection.error(bulk::store_error(error)))
    }

    fn add(&mut self, table: &Table, rows: &[Row], progress: &TableProgress) -> Result<(), ArchiveError> {
        check(&self.connection.name, table, rows)?;
        let types: Vec<Type> = table.columns.iter().map(|column| type_of(column.kind)).collect();
        let copy = format!("copy {} ({}) from stdin (format binary)", table.name, table.column_list());
        let last = progress.last.as_deref().map(key_to_json);
        let count = i64::try_from(progress.rows).unwrap_or(i64::MAX);
        let BlockingConnection { client, runtime, .. } = &mut self.connection;
        let added = runtime.block_on(async {
            let transaction = client.transaction().await?;
            let mut sink = pin!(BinaryCopyInWriter::new(transaction.copy_in(&copy).await?, &types));
            for row in rows {
                sink.as_mut().write(&as_sql(table, row)).await?;
            }
            sink.finish().await?;
            let record = "update copying set last = $2, rows = $3, done = $4 where name = $1";
            transaction.execute(record, &[&table.name, &last, &count, &progress.done]).await?;
            transaction.commit().await
        });
        added.map_err(|error| self.connection.error(bulk::store_error(error)))
    }

    fn finish_rows(&mut self) -> Result<(), ArchiveError> {
        for (table, column) in SEQUENCES {
            self.connection.run(&format!(
                "select setval(pg_get_serial_sequence('{table}', '{column}'), coalesce(max({column}), 1), \
                 max({column}) is not null) from {table}"
            ))?;
        }
        // The planner has no statistics of the new tables yet.
        self.connection.run("analyze")
    }

    fn finish_copy(&mut self) -> Result<(), ArchiveError> {
        self.connection.run("drop table copying")
    }
}

fn type_of(kind: ColumnType) -> Type {
    match kind {
        ColumnType::Text => Type::TEXT,
        ColumnType::Integer => Type::INT8,
        ColumnType::Real => Type::FLOAT8,
        ColumnType::Boolean => Type::BOOL,
        ColumnType::Bytes => Type::BYTEA,
    }
}

/// Rejects values that SQLite stores and PostgreSQL does not.
fn check(name: &str, table: &Table, rows: &[Row]) -> Result<(), ArchiveError> {
    for row in rows {
        for value in row {
            let reason = match value {
                Value::Text(text) if text.contains('\0') => {
                    "PostgreSQL keeps no text with a zero character in it"
                }
                Value::InvalidText(_) => "it has bytes that are no text, and is damaged",
                _ => continue,
            };
            return Err(unwritable(name, table, row, reason));
        }
    }
    Ok(())
}
