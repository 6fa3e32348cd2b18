//! The source of a copy.

use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use tempfile::TempDir;

use super::upgraded::upgraded_copy;
use super::{EMPTY_FILE, integrity_faults, known_version, open, sqlite_error};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{CHUNK, Reader, Scan, ScanPosition, incomplete_copy};
use crate::archive::tables::{Column, ColumnType, Table};
use crate::archive::value::{Row, Value};
use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::sqlite::LATEST;

/// A snapshot of a file at the time it was opened: one transaction reads everything.
pub(in super::super) struct Source {
    // Dropped before the folder of its file.
    connection: Connection,
    path: PathBuf,
    /// The folder of the migrated copy, if the file has an older version.
    _upgraded: Option<TempDir>,
}

impl Source {
    pub(in super::super) fn open(path: &Path, allow_incomplete: bool) -> Result<Self, ArchiveError> {
        let (mut connection, name) = (open(path)?, path.display().to_string());
        let mut upgraded = None;
        match known_version(&connection, path)? {
            LATEST => {}
            0 => return Err(ArchiveError::at(&name, EMPTY_FILE)),
            _ => {
                let (copy, folder) = upgraded_copy(&connection, path)?;
                (connection, upgraded) = (copy, Some(folder));
            }
        }
        let sqlite_error = sqlite_error(path);
        // The snapshot is taken by the first read of the transaction.
        connection.execute_batch("begin").map_err(&sqlite_error)?;
        if connection.table_exists(None, COPY_PROGRESS_TABLE).map_err(&sqlite_error)? && !allow_incomplete {
            return Err(incomplete_copy(&name));
        }
        Ok(Self { connection, path: path.to_owned(), _upgraded: upgraded })
    }
}

impl Reader for Source {
    fn scan(&mut self, table: &'static Table, after: Option<&[Value]>) -> Result<Scan, ArchiveError> {
        Ok(Scan { table, position: ScanPosition::After(after.map(<[Value]>::to_vec)) })
    }

    fn next(&mut self, scan: &mut Scan) -> Result<Vec<Row>, ArchiveError> {
        let ScanPosition::After(after) = &scan.position else { return Ok(Vec::new()) };
        let rows = rows(&self.connection, scan.table, after.as_deref()).map_err(sqlite_error(&self.path))?;
        scan.position = match rows.last() {
            Some(last) if scan.table.key > 0 => ScanPosition::After(Some(last[..scan.table.key].to_vec())),
            _ => ScanPosition::End,
        };
        Ok(rows)
    }

    fn count(&mut self, table: &Table) -> Result<u64, ArchiveError> {
        let query = format!("select count(*) from {}", table.name);
        self.connection.query_row(&query, [], |row| row.get(0)).map_err(sqlite_error(&self.path))
    }

    fn check(&mut self) -> Result<Vec<String>, ArchiveError> {
        integrity_faults(&self.connection).map_err(sqlite_error(&self.path))
    }
}

/// Returns the next rows of a table after this key.
fn rows(connection: &Connection, table: &Table, after: Option<&[Value]>) -> rusqlite::Result<Vec<Row>> {
    let key: Vec<&str> = table.order_columns().iter().map(|column| column.name).collect();
    let parameters: Vec<String> = (1..=key.len()).map(|number| format!("?{number}")).collect();
    let (key, parameters) = (key.join(", "), parameters.join(", "));
    let condition = if after.is_some() { format!("where ({key}) > ({parameters})") } else { String::new() };
    // A table without a key is read in one chunk. SQLite orders nulls first.
    let limit = if table.key > 0 { format!("limit {CHUNK}") } else { String::new() };
    let query =
        format!("select {} from {} {condition} order by {key} {limit}", table.column_list(), table.name);
    let mut query = connection.prepare_cached(&query)?;
    let mut found = query.query(params_from_iter(after.unwrap_or_default()))?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let columns = table.columns.iter().enumerate();
        let value = |(index, column): (usize, &Column)| Ok(convert(row.get_ref(index)?, column.kind));
        rows.push(columns.map(value).collect::<rusqlite::Result<_>>()?);
    }
    Ok(rows)
}

/// Converts a value of SQLite.
fn convert(value: ValueRef<'_>, kind: ColumnType) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) => Value::InvalidText(bytes.to_vec()),
        },
        ValueRef::Blob(bytes) if kind == ColumnType::Bytes => Value::Bytes(bytes.to_vec()),
        ValueRef::Blob(bytes) => Value::InvalidText(bytes.to_vec()),
    }
}
