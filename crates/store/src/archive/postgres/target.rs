//! A database that is filled.

use std::pin::pin;

use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;

use super::{Line, as_sql};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{Begun, Mark, Writer, not_empty, unwritable};
use crate::archive::tables::{HEARTBEAT, Kind, TABLES, Table};
use crate::archive::value::{Row, Value, key_of, key_text};
use crate::copying::COPYING;
use crate::postgres::bulk;

/// Numbers that the server gives out go on from the greatest.
const NUMBERS: [(&str, &str); 2] = [("game", "number"), ("act", "id")];

/// A database that is filled.
pub(in super::super) struct Target {
    line: Line,
}

impl Target {
    /// An empty database, or one that holds nothing but a copy that was begun. Any other is left as it is.
    pub(in super::super) fn open(url: &str, name: &str) -> Result<Self, ArchiveError> {
        let mut line = Line::open(url, name)?;
        line.version()?;
        if !line.has(COPYING)? {
            // That somebody has served it says nothing about a site.
            for table in TABLES.into_iter().filter(|table| **table != HEARTBEAT) {
                let full = format!("select exists (select from {})", table.name);
                if line.has(table.name)?
                    && line.wait(async { line.client.query_one(&full, &[]).await?.try_get(0) })?
                {
                    return Err(not_empty(name, table));
                }
            }
        }
        let up_to_date = line.runtime.block_on(bulk::up_to_date(&mut line.client));
        up_to_date.map_err(|error| line.trouble(error))?;
        Ok(Self { line })
    }
}

impl Writer for Target {
    fn begun(&mut self) -> Result<Option<Begun>, ArchiveError> {
        if !self.line.has(COPYING)? {
            return Ok(None);
        }
        let query = "select source, name, last, rows, done from copying";
        let rows: Vec<(String, (String, Mark))> = self.line.wait(async {
            let found = self.line.client.query(query, &[]).await?;
            let noted = |row: &tokio_postgres::Row| {
                let last: Option<String> = row.try_get(2)?;
                let rows: i64 = row.try_get(3)?;
                let mark = Mark {
                    last: last.as_deref().and_then(key_of),
                    rows: u64::try_from(rows).unwrap_or_default(),
                    done: row.try_get(4)?,
                };
                Ok((row.try_get(0)?, (row.try_get(1)?, mark)))
            };
            found.iter().map(noted).collect()
        })?;
        let source = rows.first().map(|(source, _)| source.clone()).unwrap_or_default();
        Ok(Some(Begun { source, marks: rows.into_iter().map(|(_, mark)| mark).collect() }))
    }

    fn begin(&mut self, source: &str) -> Result<(), ArchiveError> {
        let Line { client, runtime, .. } = &mut self.line;
        let begun = runtime.block_on(async {
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
        begun.map_err(|error| self.line.trouble(bulk::trouble(error)))
    }

    fn add(&mut self, table: &Table, rows: &[Row], mark: &Mark) -> Result<(), ArchiveError> {
        check(&self.line.name, table, rows)?;
        let types: Vec<Type> = table.columns.iter().map(|column| type_of(column.kind)).collect();
        let copy = format!("copy {} ({}) from stdin (format binary)", table.name, table.names());
        let last = mark.last.as_deref().map(key_text);
        let count = i64::try_from(mark.rows).unwrap_or(i64::MAX);
        let Line { client, runtime, .. } = &mut self.line;
        let added = runtime.block_on(async {
            let transaction = client.transaction().await?;
            let mut sink = pin!(BinaryCopyInWriter::new(transaction.copy_in(&copy).await?, &types));
            for row in rows {
                sink.as_mut().write(&as_sql(table, row)).await?;
            }
            sink.finish().await?;
            let note = "update copying set last = $2, rows = $3, done = $4 where name = $1";
            transaction.execute(note, &[&table.name, &last, &count, &mark.done]).await?;
            transaction.commit().await
        });
        added.map_err(|error| self.line.trouble(bulk::trouble(error)))
    }

    fn all_there(&mut self) -> Result<(), ArchiveError> {
        for (table, column) in NUMBERS {
            self.line.run(&format!(
                "select setval(pg_get_serial_sequence('{table}', '{column}'), coalesce(max({column}), 1), \
                 max({column}) is not null) from {table}"
            ))?;
        }
        // So that the first pages are not made by guesses about tables that were empty a moment ago.
        self.line.run("analyze")
    }

    fn end(&mut self) -> Result<(), ArchiveError> {
        self.line.run("drop table copying")
    }
}

fn type_of(kind: Kind) -> Type {
    match kind {
        Kind::Text => Type::TEXT,
        Kind::Integer => Type::INT8,
        Kind::Real => Type::FLOAT8,
        Kind::Boolean => Type::BOOL,
    }
}

/// What SQLite keeps and PostgreSQL does not.
fn check(name: &str, table: &Table, rows: &[Row]) -> Result<(), ArchiveError> {
    for row in rows {
        for value in row {
            let why = match value {
                Value::Text(text) if text.contains('\0') => {
                    "PostgreSQL keeps no text with a zero character in it"
                }
                Value::Garbage(_) => "it has bytes that are no text, and is damaged",
                _ => continue,
            };
            return Err(unwritable(name, table, row, why));
        }
    }
    Ok(())
}
