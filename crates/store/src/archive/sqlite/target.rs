//! A file that is filled.

use std::path::{Path, PathBuf};

use rusqlite::types::{Null, ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params, params_from_iter};

use super::{is_uri, known_version, open, trouble};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{Begun, Mark, Writer, not_empty, unwritable};
use crate::archive::tables::{HEARTBEAT, TABLES, Table};
use crate::archive::value::{Row, Value, key_of, key_text};
use crate::copying::COPYING;
use crate::sqlite;

/// A file that is filled.
pub(in super::super) struct Target {
    connection: Connection,
    path: PathBuf,
}

impl Target {
    /// A new file, or one that holds nothing but a copy that was begun. Any other is left as it is.
    pub(in super::super) fn open(path: &Path) -> Result<Self, ArchiveError> {
        let name = path.display().to_string();
        if is_uri(path) {
            return Err(ArchiveError::at(&name, "give the name of the file itself, not a URI"));
        }
        if path.metadata().is_ok_and(|found| found.is_dir() || found.len() > 0) {
            look(&open(path)?, path)?;
        }
        let connection = sqlite::up_to_date(path).map_err(ArchiveError::store(&name))?;
        Ok(Self { connection, path: path.to_owned() })
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Looks whether a file can be filled.
fn look(connection: &Connection, path: &Path) -> Result<(), ArchiveError> {
    let trouble = trouble(path);
    known_version(connection, path)?;
    if connection.table_exists(None, COPYING).map_err(&trouble)? {
        return Ok(());
    }
    // That somebody has served it says nothing about a site.
    for table in TABLES.into_iter().filter(|table| **table != HEARTBEAT) {
        let is_full = connection.table_exists(None, table.name).and_then(|there| {
            Ok(there && connection.prepare(&format!("select 1 from {}", table.name))?.exists([])?)
        });
        if is_full.map_err(&trouble)? {
            return Err(not_empty(&path.display().to_string(), table));
        }
    }
    Ok(())
}

impl Writer for Target {
    fn begun(&mut self) -> Result<Option<Begun>, ArchiveError> {
        let trouble = trouble(&self.path);
        if !self.connection.table_exists(None, COPYING).map_err(&trouble)? {
            return Ok(None);
        }
        let mut query = self
            .connection
            .prepare("select source, name, last, rows, done from copying")
            .map_err(&trouble)?;
        let rows = query.query_map([], |row| {
            let last: Option<String> = row.get(2)?;
            let mark = Mark { last: last.as_deref().and_then(key_of), rows: row.get(3)?, done: row.get(4)? };
            Ok((row.get::<_, String>(0)?, (row.get::<_, String>(1)?, mark)))
        });
        let rows: Vec<_> = rows.and_then(Iterator::collect).map_err(&trouble)?;
        let source = rows.first().map(|(source, _)| source.clone()).unwrap_or_default();
        Ok(Some(Begun { source, marks: rows.into_iter().map(|(_, mark)| mark).collect() }))
    }

    fn begin(&mut self, source: &str) -> Result<(), ArchiveError> {
        let begun = self.connection.transaction().and_then(|transaction| {
            transaction.execute_batch(
                "create table copying (name text primary key, source text not null, last text, rows integer not null, \
                 done integer not null) strict; delete from heartbeat;",
            )?;
            for table in TABLES {
                transaction
                    .prepare_cached("insert into copying (name, source, rows, done) values (?1, ?2, 0, 0)")?
                    .execute([table.name, source])?;
            }
            transaction.commit()
        });
        begun.map_err(trouble(&self.path))
    }

    fn add(&mut self, table: &Table, rows: &[Row], mark: &Mark) -> Result<(), ArchiveError> {
        let damaged = |row: &&Row| row.iter().any(|value| matches!(value, Value::Garbage(_)));
        if let Some(row) = rows.iter().find(damaged) {
            return Err(unwritable(
                &self.name(),
                table,
                row,
                "it has bytes that are no text, and is damaged",
            ));
        }
        let marks: Vec<String> = (1..=table.columns.len()).map(|number| format!("?{number}")).collect();
        let insert = format!("insert into {} ({}) values ({})", table.name, table.names(), marks.join(", "));
        let added = self.connection.transaction().and_then(|transaction| {
            let mut insert = transaction.prepare_cached(&insert)?;
            for row in rows {
                insert.execute(params_from_iter(row))?;
            }
            drop(insert);
            transaction
                .prepare_cached("update copying set last = ?2, rows = ?3, done = ?4 where name = ?1")?
                .execute(params![table.name, mark.last.as_deref().map(key_text), mark.rows, mark.done])?;
            transaction.commit()
        });
        added.map_err(trouble(&self.path))
    }

    fn all_there(&mut self) -> Result<(), ArchiveError> {
        // Numbers go on from the greatest.
        Ok(())
    }

    fn end(&mut self) -> Result<(), ArchiveError> {
        self.connection.execute_batch("drop table copying").map_err(trouble(&self.path))
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Null => Null.to_sql(),
            Self::Integer(number) => number.to_sql(),
            Self::Real(number) => number.to_sql(),
            Self::Text(text) => text.to_sql(),
            Self::Garbage(bytes) => Ok(ToSqlOutput::Borrowed(ValueRef::Blob(bytes))),
        }
    }
}
