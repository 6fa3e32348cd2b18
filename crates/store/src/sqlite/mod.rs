//! The store in an SQLite file.
//!
//! One thread writes. It commits all waiting writes together: a commit waits for the disk, and hundreds of games can
//! share one. Other threads read, each with its own connection.

mod cluster;
mod file_watch;
mod migrate;
mod operations;
mod queries;
mod readers;
mod shutdown_mark;
mod writer;

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

pub(crate) use migrate::{LATEST, version};
pub use shutdown_mark::{LostFile, ServedFile, find_lost_file};
pub(crate) use shutdown_mark::{is_marked_served, mark_as_shut_down};

use crate::copy_marker::COPY_PROGRESS_TABLE;
use crate::error::StoreError;
use cluster::Cluster;
use file_watch::FileWatch;
use readers::Readers;
use writer::Writer;

/// A store in an SQLite file.
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
    cluster: Cluster,
}

impl SqliteStore {
    /// Opens a file, or creates it, and migrates its tables.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = open_migrated(path)?;
        if connection.table_exists(None, COPY_PROGRESS_TABLE).map_err(store_error)? {
            return Err(StoreError::IncompleteCopy);
        }
        keep_log_on_close(&connection)?;
        Ok(Self {
            writer: Writer::start(connection, FileWatch::new(path))?,
            readers: Readers::start(path)?,
            cluster: Cluster::default(),
        })
    }
}

/// Opens a file, or creates it, and migrates its tables.
pub(crate) fn open_migrated(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = connect(path)?;
    migrate::migrate(&mut connection)?;
    Ok(connection)
}

/// Opens a connection whose commits wait for the disk.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    create_private(path);
    configure(Connection::open(path).map_err(store_error)?)
}

/// Opens a connection like [`connect`], but does not create a file that is missing.
fn connect_existing(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
    configure(Connection::open_with_flags(path, flags).map_err(store_error)?)
}

fn configure(connection: Connection) -> Result<Connection, StoreError> {
    connection.pragma_update(None, "journal_mode", "wal").map_err(store_error)?;
    connection.pragma_update(None, "synchronous", "full").map_err(store_error)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(store_error)?;
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(store_error)?;
    Ok(connection)
}

/// Keeps the write-ahead log when the last connection is closed. If it is missing, then somebody has deleted it.
pub(crate) fn keep_log_on_close(connection: &Connection) -> Result<(), StoreError> {
    let kept = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
    kept.map(drop).map_err(store_error)
}

/// Returns whether SQLite interprets the path, as a URI or as a database in memory.
pub(crate) fn is_uri(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.starts_with("file:") || text == ":memory:"
}

/// Creates the file, if it does not exist, readable for its owner only: it will hold e-mail addresses and password
/// hashes. SQLite creates its journal files with the same permissions.
pub fn create_private(path: &Path) {
    if !is_uri(path) {
        // SQLite reports the error when it opens the file.
        drop(OpenOptions::new().write(true).create_new(true).mode(0o600).open(path));
    }
}

/// Converts an error of SQLite.
#[allow(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn store_error(error: rusqlite::Error) -> StoreError {
    if matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
    ) {
        return StoreError::Damaged(error.to_string());
    }
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DiskFull
            | ErrorCode::ReadOnly
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::DatabaseBusy,
        ) => StoreError::Unwritable(error.to_string()),
        Some(ErrorCode::OperationInterrupted) => StoreError::Timeout,
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
        _ => StoreError::Other(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn new_files_are_private_and_uris_are_left_to_sqlite() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("club.db");
        create_private(&file);
        let mode = |file: &Path| file.metadata().expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o600);
        for address in ["file:club.db", "file:/srv/club.db?mode=ro", ":memory:"] {
            assert!(is_uri(Path::new(address)), "{address}");
            create_private(Path::new(address));
            assert!(!Path::new(address).exists(), "{address}");
        }
        assert!(!is_uri(&file) && !is_uri(Path::new("file.db")));
    }
}
