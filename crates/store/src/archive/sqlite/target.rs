//! The target of a copy.

use std::path::{Path, PathBuf};

use rusqlite::types::{Null, ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params, params_from_iter};

use super::{check_files, is_uri, known_version, open, sqlite_error};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{TableProgress, UnfinishedCopy, Writer, not_empty, unwritable};
use crate::archive::tables::{HEARTBEAT, TABLES, Table};
use crate::archive::value::{Row, Value, key_from_json, key_to_json};
use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::sqlite;

/// A file into which a site is copied.
pub(in super::super) struct Target {
    connection: Connection,
    path: PathBuf,
}

impl Target {
    /// Opens a new file, or one with an unfinished copy, and migrates its tables. Any other is not changed.
    pub(in super::super) fn open(path: &Path) -> Result<Self, ArchiveError> {
        let name = path.display().to_string();
        if is_uri(path) {
            return Err(ArchiveError::at(&name, "give the name of the file itself, not a URI"));
        }
        check_files(path)?;
        if path.metadata().is_ok_and(|found| found.is_dir() || found.len() > 0) {
            check_empty(&open(path)?, path)?;
        }
        let connection = sqlite::open_migrated(path).map_err(ArchiveError::store(&name))?;
        Ok(Self { connection, path: path.to_owned() })
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Checks that a file is empty or has an unfinished copy.
fn check_empty(connection: &Connection, path: &Path) -> Result<(), ArchiveError> {
    let sqlite_error = sqlite_error(path);
    known_version(connection, path)?;
    if connection.table_exists(None, COPY_PROGRESS_TABLE).map_err(&sqlite_error)? {
        return Ok(());
    }
    // A heartbeat alone is no data.
    for table in TABLES.into_iter().filter(|table| **table != HEARTBEAT) {
        let has_rows = connection.table_exists(None, table.name).and_then(|exists| {
            Ok(exists && connection.prepare(&format!("select 1 from {}", table.name))?.exists([])?)
        });
        if has_rows.map_err(&sqlite_error)? {
            return Err(not_empty(&path.display().to_string(), table));
        }
    }
    Ok(())
}

impl Writer for Target {
    fn unfinished_copy(&mut self) -> Result<Option<UnfinishedCopy>, ArchiveError> {
        let sqlite_error = sqlite_error(&self.path);
        if !self.connection.table_exists(None, COPY_PROGRESS_TABLE).map_err(&sqlite_error)? {
            return Ok(None);
        }
        let mut query = self
            .connection
            .prepare("select source, name, last, rows, done from copying")
            .map_err(&sqlite_error)?;
        let rows = query.query_map([], |row| {
            let last: Option<String> = row.get(2)?;
            let progress = TableProgress {
                last: last.as_deref().and_then(key_from_json),
                rows: row.get(3)?,
                done: row.get(4)?,
            };
            Ok((row.get::<_, String>(0)?, (row.get::<_, String>(1)?, progress)))
        });
        let rows: Vec<_> = rows.and_then(Iterator::collect).map_err(&sqlite_error)?;
        let source = rows.first().map(|(source, _)| source.clone()).unwrap_or_default();
        Ok(Some(UnfinishedCopy { source, tables: rows.into_iter().map(|(_, progress)| progress).collect() }))
    }

    fn begin_copy(&mut self, source: &str) -> Result<(), ArchiveError> {
        let created = self.connection.transaction().and_then(|transaction| {
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
        created.map_err(sqlite_error(&self.path))
    }

    fn add(&mut self, table: &Table, rows: &[Row], progress: &TableProgress) -> Result<(), ArchiveError> {
        let is_damaged = |row: &&Row| row.iter().any(|value| matches!(value, Value::InvalidText(_)));
        if let Some(row) = rows.iter().find(is_damaged) {
            return Err(unwritable(
                &self.name(),
                table,
                row,
                "it has bytes that are no text, and is damaged",
            ));
        }
        let parameters: Vec<String> = (1..=table.columns.len()).map(|number| format!("?{number}")).collect();
        let insert = format!(
            "insert into {} ({}) values ({})",
            table.name,
            table.column_list(),
            parameters.join(", ")
        );
        let added = self.connection.transaction().and_then(|transaction| {
            let mut insert = transaction.prepare_cached(&insert)?;
            for row in rows {
                insert.execute(params_from_iter(row))?;
            }
            drop(insert);
            transaction
                .prepare_cached("update copying set last = ?2, rows = ?3, done = ?4 where name = ?1")?
                .execute(params![
                    table.name,
                    progress.last.as_deref().map(key_to_json),
                    progress.rows,
                    progress.done
                ])?;
            transaction.commit()
        });
        added.map_err(sqlite_error(&self.path))
    }

    fn finish_rows(&mut self) -> Result<(), ArchiveError> {
        // New numbers follow the greatest one.
        Ok(())
    }

    fn finish_copy(&mut self) -> Result<(), ArchiveError> {
        self.connection.execute_batch("drop table copying").map_err(sqlite_error(&self.path))
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Null => Null.to_sql(),
            Self::Integer(number) => number.to_sql(),
            Self::Real(number) => number.to_sql(),
            Self::Text(text) => text.to_sql(),
            Self::Bytes(bytes) | Self::InvalidText(bytes) => Ok(ToSqlOutput::Borrowed(ValueRef::Blob(bytes))),
        }
    }
}
