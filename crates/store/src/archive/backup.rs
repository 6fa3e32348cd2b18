//! Backups: a site as it was at one moment, while it goes on, in a file that can be served as it is.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::copy::transfer;
use super::error::ArchiveError;
use super::open::reader;
use super::part::Part;
use super::progress::{Stand, Tell};
use super::rows::half_a_copy;
use super::sqlite;
use crate::copying::COPYING;
use crate::database::Database;

/// So many pages are copied before it is told how far it is.
const PAGES: i32 = 4096;
/// So long it is waited before a file that somebody else has locked is tried again.
const AGAIN: Duration = Duration::from_millis(20);

/// A backup that was made.
#[derive(Clone, PartialEq, Debug)]
pub struct BackedUp {
    /// How many rows each table has.
    pub rows: Vec<(String, u64)>,
    /// How large the file is.
    pub bytes: u64,
    /// How long it took.
    pub took: Duration,
}

/// Writes a site, as it is now, to a file that is not there yet. It may be served meanwhile.
pub fn backup(database: &Database, file: &Path, tell: Tell<'_>) -> Result<BackedUp, ArchiveError> {
    let begun = Instant::now();
    let part = match database {
        Database::File(path) => {
            let source = snapshot(path)?;
            let part = Part::new(file)?;
            pages(&source, path, part.path(), tell)?;
            part
        }
        Database::Postgres { .. } => {
            let mut source = reader(database)?;
            let part = Part::new(file)?;
            transfer(&mut *source, &database.to_string(), &Database::File(part.path().to_owned()), tell)?;
            part
        }
    };
    let rows = close(part.path())?;
    let bytes = part.finish()?;
    Ok(BackedUp { rows, bytes, took: begun.elapsed() })
}

/// A file as it is now: what is read later is of this moment.
fn snapshot(path: &Path) -> Result<Connection, ArchiveError> {
    let (connection, trouble) = (sqlite::open(path)?, sqlite::trouble(path));
    let name = path.display().to_string();
    if sqlite::known_version(&connection, path)? == 0 {
        return Err(ArchiveError::at(&name, "this file is empty: give the file of a site"));
    }
    connection.execute_batch("begin").map_err(&trouble)?;
    if connection.table_exists(None, COPYING).map_err(&trouble)? {
        return Err(half_a_copy(&name));
    }
    Ok(connection)
}

/// Copies the pages of a file. The transaction of the source holds: whoever writes meanwhile writes beside them.
fn pages(source: &Connection, path: &Path, part: &Path, tell: Tell<'_>) -> Result<(), ArchiveError> {
    let mut target = Connection::open(part).map_err(sqlite::trouble(part))?;
    // It is brought to the disk when it is whole.
    target.pragma_update(None, "synchronous", "off").map_err(sqlite::trouble(part))?;
    let trouble = sqlite::trouble(path);
    let backup = Backup::new(source, &mut target).map_err(&trouble)?;
    let mut locked_since: Option<Instant> = None;
    loop {
        match backup.step(PAGES).map_err(&trouble)? {
            StepResult::Done => return Ok(()),
            StepResult::More => locked_since = None,
            // Only files without a write-ahead log are ever locked, and not for long.
            _ => {
                if locked_since.get_or_insert_with(Instant::now).elapsed() > sqlite::LOCKED {
                    return Err(ArchiveError::at(&path.display().to_string(), "somebody else has locked it"));
                }
                std::thread::sleep(AGAIN);
            }
        }
        let far = backup.progress();
        let count = |pages: i32| u64::try_from(pages).unwrap_or_default();
        let (of, left) = (count(far.pagecount), count(far.remaining));
        tell(Stand { doing: "writing", what: "pages", done: of.saturating_sub(left), of });
    }
}

/// Makes a file one that needs nothing beside it, and checks it; says how many rows it has.
fn close(part: &Path) -> Result<Vec<(String, u64)>, ArchiveError> {
    let trouble = sqlite::trouble(part);
    let connection = Connection::open(part).map_err(&trouble)?;
    connection.pragma_update(None, "journal_mode", "delete").map_err(&trouble)?;
    if let Some(complaint) = sqlite::complaints(&connection).map_err(&trouble)?.first() {
        return Err(ArchiveError::Refused(format!(
            "no backup was made, since the database is damaged: {complaint}. `crownhead db verify` tells more"
        )));
    }
    let mut query = connection
        .prepare(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name",
        )
        .map_err(&trouble)?;
    let names = query.query_map([], |row| row.get::<_, String>(0)).and_then(Iterator::collect);
    let names: Vec<String> = names.map_err(&trouble)?;
    let count = |name: String| {
        let count =
            connection.query_row(&format!("select count(*) from \"{name}\""), [], |row| row.get(0))?;
        Ok((name, count))
    };
    names.into_iter().map(count).collect::<rusqlite::Result<_>>().map_err(&trouble)
}
