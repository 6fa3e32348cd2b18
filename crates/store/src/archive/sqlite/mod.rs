//! Files of SQLite, read and filled in bulk.

mod source;
mod target;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

pub(super) use source::Source;
pub(super) use target::Target;

use super::error::ArchiveError;
use crate::database::Database;
use crate::error::StoreError;
use crate::sqlite::{KNOWN, is_uri, version};

/// For so long a file that somebody else has locked is waited for.
pub(super) const LOCKED: Duration = Duration::from_secs(10);
/// No more than so many complaints of a file are told.
const COMPLAINTS: usize = 100;

/// What SQLite complains about, with the name of the file.
pub(super) fn trouble(path: &Path) -> impl Fn(rusqlite::Error) -> ArchiveError {
    let name = path.display().to_string();
    move |error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            ArchiveError::at(&name, "this is not a database of SQLite: give the file of a site, or a backup")
        }
        Some(ErrorCode::DatabaseCorrupt) => ArchiveError::at(
            &name,
            "the file is damaged: `crownhead db verify` tells what is left of it; restore a backup",
        ),
        _ => ArchiveError::at(&name, error),
    }
}

/// Opens a file that is there, and changes nothing in it.
pub(super) fn open(path: &Path) -> Result<Connection, ArchiveError> {
    let trouble = trouble(path);
    if !is_uri(path) && !path.is_file() {
        let reason = if path.is_dir() { "this is a folder" } else { "there is no such file" };
        // An address that was given for a file may have a password in it.
        let name = path
            .to_string_lossy()
            .parse()
            .map_or_else(|_| "the file".to_owned(), |given: Database| given.to_string());
        return Err(ArchiveError::at(
            &name,
            format!("{reason}: give the file of a site, or a backup, or postgres://USER@HOST/NAME"),
        ));
    }
    // Not for reading only: who closes a database last tidies up beside it.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags).map_err(&trouble)?;
    connection.busy_timeout(LOCKED).map_err(&trouble)?;
    connection.pragma_update(None, "query_only", true).map_err(&trouble)?;
    Ok(connection)
}

/// The version of the tables; a file with other tables than ours, or with newer ones, is refused.
pub(super) fn known_version(connection: &Connection, path: &Path) -> Result<u32, ArchiveError> {
    let (trouble, name) = (trouble(path), path.display().to_string());
    let found = version(connection).map_err(&trouble)?;
    if found > KNOWN {
        return Err(ArchiveError::at(&name, StoreError::Newer { found, known: KNOWN }));
    }
    let is_blank = !connection
        .prepare("select 1 from sqlite_schema")
        .and_then(|mut query| query.exists([]))
        .map_err(&trouble)?;
    let is_ours =
        if found == 0 { is_blank } else { connection.table_exists(None, "game").map_err(&trouble)? };
    if !is_ours {
        return Err(ArchiveError::at(&name, "this is a database of another program, not of a site"));
    }
    Ok(found)
}

/// What SQLite finds wrong with a file, and references that lead nowhere.
pub(super) fn complaints(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut complaints: Vec<String> = Vec::new();
    let mut query = connection.prepare(&format!("pragma integrity_check({COMPLAINTS})"))?;
    let found = query.query_map([], |row| row.get::<_, String>(0))?;
    complaints.extend(found.map_while(Result::ok).filter(|complaint| complaint != "ok"));
    let mut query = connection.prepare("pragma foreign_key_check")?;
    let found = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(2)?)))?;
    let mut lost: BTreeMap<(String, String), usize> = BTreeMap::new();
    for reference in found.map_while(Result::ok) {
        *lost.entry(reference).or_default() += 1;
    }
    complaints.extend(lost.into_iter().map(|((table, other), count)| {
        format!("{count} of the rows of {table} refer to rows of {other} that are not there")
    }));
    Ok(complaints)
}
