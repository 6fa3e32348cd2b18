//! A mark in a database file that tells whether the site was shut down.
//!
//! While a site runs, what it acknowledged is partly in the write-ahead log beside the file. If the log is missing when
//! the site starts again after a crash, SQLite would open the file in an earlier state without an error.

use std::path::Path;

use rusqlite::Connection;

use super::file_watch::wal_path;
use super::{connect, is_uri, keep_log_on_close, store_error};
use crate::error::StoreError;

/// The application id of a file while a site serves it.
const SERVED: i32 = 0x43_72_4f_70;
/// The application id of a file whose site was shut down.
const SHUT_DOWN: i32 = 0x43_72_43_6c;

/// Returns whether a site serves the file, or crashed while it did.
pub(crate) fn is_marked_served(connection: &Connection) -> rusqlite::Result<bool> {
    let id: i32 = connection.query_row("pragma application_id", [], |row| row.get(0))?;
    Ok(id == SERVED)
}

/// Marks a file as one whose site was shut down, such as a backup.
pub(crate) fn mark_as_shut_down(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", SHUT_DOWN)
}

/// Returns whether the site that served the file crashed, and the log of its last writes is missing.
pub fn is_log_lost(path: &Path) -> Result<bool, StoreError> {
    if is_uri(path) || !path.exists() || wal_path(path).exists() {
        return Ok(false);
    }
    let connection = connect(path)?;
    is_marked_served(&connection).map_err(store_error)
}

/// Marks a file as served. The mark is in the file itself, not in the log.
pub fn begin_serving(path: &Path) -> Result<(), StoreError> {
    if is_uri(path) {
        return Ok(());
    }
    let connection = connect(path)?;
    // From now on, a file without a log is incomplete.
    keep_log_on_close(&connection)?;
    connection.pragma_update(None, "application_id", SERVED).map_err(store_error)?;
    checkpoint(&connection)
}

/// Marks a file as shut down, and writes the log into it, so that the file can be copied alone.
pub fn end_serving(path: &Path) -> Result<(), StoreError> {
    let connection = connect(path)?;
    mark_as_shut_down(&connection).map_err(store_error)?;
    checkpoint(&connection)
}

fn checkpoint(connection: &Connection) -> Result<(), StoreError> {
    connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())).map_err(store_error)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sqlite::SqliteStore;

    #[test]
    fn a_log_is_lost_only_after_a_crash() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("site.db");
        assert_eq!(is_log_lost(&path), Ok(false), "there is no file");
        drop(SqliteStore::open(&path).expect("a database"));
        begin_serving(&path).expect("marked");
        drop(SqliteStore::open(&path).expect("a database"));
        assert!(wal_path(&path).exists(), "the log stays until the site is shut down");
        assert_eq!(is_log_lost(&path), Ok(false));
        fs::remove_file(wal_path(&path)).expect("removed");
        assert_eq!(is_log_lost(&path), Ok(true));
        begin_serving(&path).expect("marked");
        assert_eq!(is_log_lost(&path), Ok(false), "what was lost is accepted");
        end_serving(&path).expect("marked");
        assert_eq!(is_log_lost(&path), Ok(false));
        let copy = folder.path().join("copy.db");
        fs::copy(&path, &copy).expect("copied");
        assert_eq!(is_log_lost(&copy), Ok(false), "the file of a stopped site is complete");
    }
}
