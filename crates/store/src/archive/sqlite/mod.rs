//! Reading and writing SQLite files in bulk.

mod compact;
mod pages;
mod source;
mod target;
mod upgraded;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

pub(super) use compact::{compact, size};
pub(super) use pages::copy_pages;
pub(super) use source::Source;
pub(super) use target::Target;

use super::error::ArchiveError;
use super::rows::older;
use crate::database::Database;
use crate::error::StoreError;
use crate::sqlite::{LATEST, find_lost_file, is_marked_served, is_uri, keep_log_on_close, version};

/// Maximum time to wait for a file that another process has locked.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(10);
/// The reason why an empty file is not read.
const EMPTY_FILE: &str = "this file is empty: give the file of a site, or a backup";
/// Maximum number of reported integrity problems.
const MAX_FAULTS: usize = 100;

/// Returns a function that converts errors of SQLite and adds the name of the file.
pub(super) fn sqlite_error(path: &Path) -> impl Fn(rusqlite::Error) -> ArchiveError {
    let name = path.display().to_string();
    move |error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            ArchiveError::at(&name, "this is not a database of SQLite: give the file of a site, or a backup")
        }
        Some(ErrorCode::DatabaseCorrupt) => ArchiveError::at(
            &name,
            "the file is damaged: `crownhead db verify` shows what is left of it; restore a backup",
        ),
        _ => ArchiveError::at(&name, error),
    }
}

/// Opens an existing file for reading.
pub(super) fn open(path: &Path) -> Result<Connection, ArchiveError> {
    check_files(path)?;
    let sqlite_error = sqlite_error(path);
    if !is_uri(path) && !path.is_file() {
        let reason = if path.is_dir() { "this is a folder" } else { "there is no such file" };
        // The path may be an address with a password.
        let name = path
            .to_string_lossy()
            .parse()
            .map_or_else(|_| "the file".to_owned(), |database: Database| database.to_string());
        return Err(ArchiveError::at(
            &name,
            format!("{reason}: give the file of a site, or a backup, or postgres://USER@HOST/NAME"),
        ));
    }
    // Not read-only: the last connection to close must write the log into the file and remove it. The log of a site
    // that was not shut down is kept (below).
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags).map_err(&sqlite_error)?;
    connection.busy_timeout(LOCK_TIMEOUT).map_err(&sqlite_error)?;
    if is_marked_served(&connection).map_err(&sqlite_error)? {
        keep_log_on_close(&connection).map_err(ArchiveError::store(&path.display().to_string()))?;
    }
    connection.pragma_update(None, "query_only", true).map_err(&sqlite_error)?;
    Ok(connection)
}

/// Checks that no file of a database is missing. Opening it without its log would create a new one, and hide the loss.
pub(super) fn check_files(path: &Path) -> Result<(), ArchiveError> {
    let name = path.display().to_string();
    match find_lost_file(path) {
        Some(lost) => Err(ArchiveError::at(&name, lost)),
        None => Ok(()),
    }
}

/// Returns the version of the tables; 0 for an empty file. Files of other programs and of newer versions are errors.
pub(super) fn known_version(connection: &Connection, path: &Path) -> Result<u32, ArchiveError> {
    let (sqlite_error, name) = (sqlite_error(path), path.display().to_string());
    let found = version(connection).map_err(&sqlite_error)?;
    if found > LATEST {
        return Err(ArchiveError::at(&name, StoreError::Newer { found, known: LATEST }));
    }
    let is_empty = !connection
        .prepare("select 1 from sqlite_schema")
        .and_then(|mut query| query.exists([]))
        .map_err(&sqlite_error)?;
    let is_ours =
        if found == 0 { is_empty } else { connection.table_exists(None, "game").map_err(&sqlite_error)? };
    if !is_ours {
        return Err(ArchiveError::at(&name, "this is a database of another program, not of a site"));
    }
    Ok(found)
}

/// Checks that a file is a site with tables of the current version.
pub(super) fn check_current(path: &Path) -> Result<(), ArchiveError> {
    let name = path.display().to_string();
    match known_version(&open(path)?, path)? {
        LATEST => Ok(()),
        0 => Err(ArchiveError::at(&name, EMPTY_FILE)),
        found => Err(older(&name, found, LATEST)),
    }
}

/// Returns the integrity problems that SQLite finds, and broken references.
pub(super) fn integrity_faults(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut problems: Vec<String> = Vec::new();
    let mut query = connection.prepare(&format!("pragma integrity_check({MAX_FAULTS})"))?;
    let found = query.query_map([], |row| row.get::<_, String>(0))?;
    problems.extend(found.map_while(Result::ok).filter(|problem| problem != "ok"));
    let mut query = connection.prepare("pragma foreign_key_check")?;
    let found = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(2)?)))?;
    let mut broken: BTreeMap<(String, String), usize> = BTreeMap::new();
    for reference in found.map_while(Result::ok) {
        *broken.entry(reference).or_default() += 1;
    }
    problems.extend(broken.into_iter().map(|((table, other), count)| {
        format!("{count} of the rows of {table} refer to rows of {other} that are not there")
    }));
    Ok(problems)
}
