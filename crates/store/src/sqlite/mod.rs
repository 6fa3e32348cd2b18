//! Games in a file of SQLite.
//!
//! One thread writes. It takes all that waits and commits it together: a commit waits for the disk, and a hundred games
//! can wait for the same one. Others read, each with a connection of its own.

mod cluster;
mod migrate;
mod operations;
mod queries;
mod readers;
mod writer;

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rusqlite::{Connection, ErrorCode};

pub(crate) use migrate::{KNOWN, version};

use crate::copying::COPYING;
use crate::error::StoreError;
use cluster::Cluster;
use readers::Readers;
use writer::Writer;

/// A store in a file.
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
    cluster: Cluster,
}

impl SqliteStore {
    /// Opens a file, or makes one, and brings its tables up to date.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = up_to_date(path)?;
        if connection.table_exists(None, COPYING).map_err(trouble)? {
            return Err(StoreError::HalfACopy);
        }
        Ok(Self {
            writer: Writer::start(connection)?,
            readers: Readers::start(path)?,
            cluster: Cluster::default(),
        })
    }
}

/// A connection to a file that is made if it is not there, its tables brought up to date.
pub(crate) fn up_to_date(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = connect(path)?;
    migrate::migrate(&mut connection)?;
    Ok(connection)
}

/// A connection that waits for the disk before it says that something is written.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    make_private(path);
    let connection = Connection::open(path).map_err(trouble)?;
    connection.pragma_update(None, "journal_mode", "wal").map_err(trouble)?;
    connection.pragma_update(None, "synchronous", "full").map_err(trouble)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(trouble)?;
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(trouble)?;
    Ok(connection)
}

/// Is it for SQLite to find out which file is meant?
pub(crate) fn is_uri(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.starts_with("file:") || text == ":memory:"
}

/// A file that is not there yet is made such that nobody else can read it: it will hold addresses and hashes of passwords. What
/// SQLite puts beside it is like it.
pub fn make_private(path: &Path) {
    if !is_uri(path) {
        // If it cannot be made, SQLite says why.
        drop(OpenOptions::new().write(true).create_new(true).mode(0o600).open(path));
    }
}

/// Writes everything into the file itself, so that nothing beside it is needed to copy it.
pub fn tidy(path: &Path) -> Result<(), StoreError> {
    let connection = connect(path)?;
    connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())).map_err(trouble)
}

/// What SQLite complains about, in our words.
#[allow(clippy::needless_pass_by_value, reason = "it is what errors are mapped with")]
fn trouble(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DiskFull
            | ErrorCode::ReadOnly
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::DatabaseBusy,
        ) => StoreError::Unwritable(error.to_string()),
        _ => StoreError::Other(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_new_file_is_for_its_owner_only_and_an_address_for_sqlite_is_not_taken_for_a_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("club.db");
        make_private(&file);
        let mode = |file: &Path| file.metadata().expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o600);
        for address in ["file:club.db", "file:/srv/club.db?mode=ro", ":memory:"] {
            assert!(is_uri(Path::new(address)), "{address}");
            make_private(Path::new(address));
            assert!(!Path::new(address).exists(), "{address}");
        }
        assert!(!is_uri(&file) && !is_uri(Path::new("file.db")));
    }
}
