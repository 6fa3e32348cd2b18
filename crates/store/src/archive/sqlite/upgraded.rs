//! Files of older versions: a temporary copy is migrated and read, and the file itself is not changed.

use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use super::pages::copy_pages;
use super::sqlite_error;
use crate::archive::error::ArchiveError;
use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::sqlite;

/// Copies an older file to the folder for temporary files and migrates the copy. Returns a connection to it, and the
/// folder, which is removed when it is dropped.
pub(super) fn upgraded_copy(
    connection: &Connection,
    path: &Path,
) -> Result<(Connection, TempDir), ArchiveError> {
    let name = path.display().to_string();
    let unavailable = |error: std::io::Error| {
        let reason = "it was made by an older version of the program, and is read through a temporary copy, \
             which cannot be made";
        ArchiveError::at(&name, format!("{reason}: {error}; TMPDIR names another folder"))
    };
    let folder = tempfile::tempdir().map_err(unavailable)?;
    let copy = folder.path().join("site.db");
    // The snapshot is taken by the first read of the transaction.
    connection.execute_batch("begin").map_err(sqlite_error(path))?;
    if connection.table_exists(None, COPY_PROGRESS_TABLE).map_err(sqlite_error(path))? {
        return Err(ArchiveError::at(
            &name,
            "a copy into it was begun by an older version of the program and is not finished: remove it",
        ));
    }
    copy_pages(connection, path, &copy, &|_| ())?;
    let upgraded = sqlite::open_migrated(&copy).map_err(ArchiveError::store(&name))?;
    Ok((upgraded, folder))
}
