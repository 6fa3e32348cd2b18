//! A file that is read.

use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};

use super::{complaints, known_version, open, trouble};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{CHUNK, Reader, Scan, State, half_a_copy, older};
use crate::archive::tables::Table;
use crate::archive::value::{Row, Value};
use crate::copying::COPYING;
use crate::sqlite::KNOWN;

/// A file as it was when it was opened: one transaction reads all of it.
pub(in super::super) struct Source {
    connection: Connection,
    path: PathBuf,
}

impl Source {
    pub(in super::super) fn open(path: &Path, half_copied: bool) -> Result<Self, ArchiveError> {
        let (connection, name) = (open(path)?, path.display().to_string());
        match known_version(&connection, path)? {
            KNOWN => {}
            0 => {
                return Err(ArchiveError::at(
                    &name,
                    "this file is empty: give the file of a site, or a backup",
                ));
            }
            found => return Err(older(&name, found, KNOWN)),
        }
        let trouble = trouble(path);
        // A transaction begins with what is read first.
        connection.execute_batch("begin").map_err(&trouble)?;
        if connection.table_exists(None, COPYING).map_err(&trouble)? && !half_copied {
            return Err(half_a_copy(&name));
        }
        Ok(Self { connection, path: path.to_owned() })
    }
}

impl Reader for Source {
    fn scan(&mut self, table: &'static Table, after: Option<&[Value]>) -> Result<Scan, ArchiveError> {
        Ok(Scan { table, state: State::After(after.map(<[Value]>::to_vec)) })
    }

    fn next(&mut self, scan: &mut Scan) -> Result<Vec<Row>, ArchiveError> {
        let State::After(after) = &scan.state else { return Ok(Vec::new()) };
        let rows = rows(&self.connection, scan.table, after.as_deref()).map_err(trouble(&self.path))?;
        scan.state = match rows.last() {
            Some(last) if scan.table.key > 0 => State::After(Some(last[..scan.table.key].to_vec())),
            _ => State::Over,
        };
        Ok(rows)
    }

    fn count(&mut self, table: &Table) -> Result<u64, ArchiveError> {
        let query = format!("select count(*) from {}", table.name);
        self.connection.query_row(&query, [], |row| row.get(0)).map_err(trouble(&self.path))
    }

    fn check(&mut self) -> Result<Vec<String>, ArchiveError> {
        complaints(&self.connection).map_err(trouble(&self.path))
    }
}

/// The next rows of a table after this key.
fn rows(connection: &Connection, table: &Table, after: Option<&[Value]>) -> rusqlite::Result<Vec<Row>> {
    let key: Vec<&str> = table.order().iter().map(|column| column.name).collect();
    let marks: Vec<String> = (1..=key.len()).map(|number| format!("?{number}")).collect();
    let (key, marks) = (key.join(", "), marks.join(", "));
    let beyond = if after.is_some() { format!("where ({key}) > ({marks})") } else { String::new() };
    // What has no key is read at once. Nothing comes first, as everywhere in SQLite.
    let limit = if table.key > 0 { format!("limit {CHUNK}") } else { String::new() };
    let query = format!("select {} from {} {beyond} order by {key} {limit}", table.names(), table.name);
    let mut query = connection.prepare_cached(&query)?;
    let mut found = query.query(params_from_iter(after.unwrap_or_default()))?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let columns = 0..table.columns.len();
        rows.push(columns.map(|column| row.get_ref(column).map(plain)).collect::<rusqlite::Result<_>>()?);
    }
    Ok(rows)
}

fn plain(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) => Value::Garbage(bytes.to_vec()),
        },
        ValueRef::Blob(bytes) => Value::Garbage(bytes.to_vec()),
    }
}
