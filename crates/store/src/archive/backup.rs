//! Backups: a consistent snapshot of a running site in an SQLite file, which can be served directly.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::copy::transfer;
use super::error::ArchiveError;
use super::open::reader;
use super::partial_file::PartialFile;
use super::progress::OnProgress;
use super::rows::incomplete_copy;
use super::sqlite;
use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::database::Database;
use crate::sqlite::mark_as_shut_down;

/// The summary of a backup.
#[derive(Clone, PartialEq, Debug)]
pub struct BackupSummary {
    /// The number of rows of each table.
    pub rows: Vec<(String, u64)>,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The duration.
    pub elapsed: Duration,
}

/// Writes a snapshot of a site to a new file. The site may be running.
pub fn backup(
    database: &Database,
    file: &Path,
    on_progress: OnProgress<'_>,
) -> Result<BackupSummary, ArchiveError> {
    let start = Instant::now();
    let part = match database {
        Database::File(path) => {
            let source = snapshot(path)?;
            let part = PartialFile::new(file)?;
            sqlite::copy_pages(&source, path, part.path(), on_progress)?;
            part
        }
        Database::Postgres { .. } => {
            let mut source = reader(database)?;
            let part = PartialFile::new(file)?;
            transfer(
                &mut *source,
                &database.to_string(),
                &Database::File(part.path().to_owned()),
                on_progress,
            )?;
            part
        }
    };
    let rows = finalize(part.path())?;
    let bytes = part.finish()?;
    Ok(BackupSummary { rows, bytes, elapsed: start.elapsed() })
}

/// Opens a transaction, so that all later reads see the file as it is now.
fn snapshot(path: &Path) -> Result<Connection, ArchiveError> {
    let (connection, sqlite_error) = (sqlite::open(path)?, sqlite::sqlite_error(path));
    let name = path.display().to_string();
    if sqlite::known_version(&connection, path)? == 0 {
        return Err(ArchiveError::at(&name, "this file is empty: give the file of a site"));
    }
    connection.execute_batch("begin").map_err(&sqlite_error)?;
    if connection.table_exists(None, COPY_PROGRESS_TABLE).map_err(&sqlite_error)? {
        return Err(incomplete_copy(&name));
    }
    Ok(connection)
}

/// Removes the write-ahead log of a file and checks it. Returns the number of rows of each table.
fn finalize(part: &Path) -> Result<Vec<(String, u64)>, ArchiveError> {
    let sqlite_error = sqlite::sqlite_error(part);
    let connection = Connection::open(part).map_err(&sqlite_error)?;
    connection.pragma_update(None, "journal_mode", "delete").map_err(&sqlite_error)?;
    mark_as_shut_down(&connection).map_err(&sqlite_error)?;
    if let Some(problem) = sqlite::integrity_faults(&connection).map_err(&sqlite_error)?.first() {
        return Err(ArchiveError::Failed(format!(
            "no backup was made, since the database is damaged: {problem}. `crownhead db verify` lists all inconsistencies"
        )));
    }
    let mut query = connection
        .prepare(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name",
        )
        .map_err(&sqlite_error)?;
    let names = query.query_map([], |row| row.get::<_, String>(0)).and_then(Iterator::collect);
    let names: Vec<String> = names.map_err(&sqlite_error)?;
    let count = |name: String| {
        let count =
            connection.query_row(&format!("select count(*) from \"{name}\""), [], |row| row.get(0))?;
        Ok((name, count))
    };
    names.into_iter().map(count).collect::<rusqlite::Result<_>>().map_err(&sqlite_error)
}
