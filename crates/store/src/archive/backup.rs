//! Backups: a consistent snapshot of a running site in an SQLite file, which can be served directly.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::copy::transfer;
use super::error::ArchiveError;
use super::open::reader;
use super::partial_file::PartialFile;
use super::progress::{OnProgress, Progress};
use super::rows::incomplete_copy;
use super::sqlite;
use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::database::Database;

/// Number of pages copied between two progress reports.
const PAGES_PER_STEP: i32 = 4096;
/// Time to wait before a locked file is tried again.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

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
            copy_pages(&source, path, part.path(), on_progress)?;
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

/// Copies the pages of a file. The transaction of the source keeps concurrent writes out of them.
fn copy_pages(
    source: &Connection,
    path: &Path,
    part: &Path,
    on_progress: OnProgress<'_>,
) -> Result<(), ArchiveError> {
    let mut target = Connection::open(part).map_err(sqlite::sqlite_error(part))?;
    // The file is synced when it is complete.
    target.pragma_update(None, "synchronous", "off").map_err(sqlite::sqlite_error(part))?;
    let sqlite_error = sqlite::sqlite_error(path);
    let backup = Backup::new(source, &mut target).map_err(&sqlite_error)?;
    let mut locked_since: Option<Instant> = None;
    loop {
        match backup.step(PAGES_PER_STEP).map_err(&sqlite_error)? {
            StepResult::Done => return Ok(()),
            StepResult::More => locked_since = None,
            // Only files without a write-ahead log are locked, and only for a short time.
            _ => {
                if locked_since.get_or_insert_with(Instant::now).elapsed() > sqlite::LOCK_TIMEOUT {
                    return Err(ArchiveError::at(
                        &path.display().to_string(),
                        "another process has locked it: try again later",
                    ));
                }
                std::thread::sleep(RETRY_INTERVAL);
            }
        }
        let progress = backup.progress();
        let count = |pages: i32| u64::try_from(pages).unwrap_or_default();
        let (total, left) = (count(progress.pagecount), count(progress.remaining));
        on_progress(Progress {
            action: "writing",
            subject: "pages",
            done: total.saturating_sub(left),
            total,
        });
    }
}

/// Removes the write-ahead log of a file and checks it. Returns the number of rows of each table.
fn finalize(part: &Path) -> Result<Vec<(String, u64)>, ArchiveError> {
    let sqlite_error = sqlite::sqlite_error(part);
    let connection = Connection::open(part).map_err(&sqlite_error)?;
    connection.pragma_update(None, "journal_mode", "delete").map_err(&sqlite_error)?;
    if let Some(fault) = sqlite::integrity_faults(&connection).map_err(&sqlite_error)?.first() {
        return Err(ArchiveError::Failed(format!(
            "no backup was made, since the database is damaged: {fault}. `crownhead db verify` lists all faults"
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
