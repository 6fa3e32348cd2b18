//! Free space of a file.

use std::path::Path;

use rusqlite::Connection;

use super::{LOCK_TIMEOUT, open, sqlite_error};
use crate::archive::error::ArchiveError;

/// Rewrites a file without free pages, and empties its write-ahead log.
pub(in super::super) fn compact(path: &Path) -> Result<(), ArchiveError> {
    drop(open(path)?);
    let compacted = Connection::open(path).and_then(|connection| {
        connection.busy_timeout(LOCK_TIMEOUT)?;
        connection.execute_batch("vacuum")?;
        connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))
    });
    compacted.map_err(sqlite_error(path))
}

/// Returns the size of a file in bytes, with the pages that are still in its write-ahead log.
pub(in super::super) fn size(path: &Path) -> Result<u64, ArchiveError> {
    let query = "select page_count * page_size from pragma_page_count, pragma_page_size";
    open(path)?.query_row(query, [], |row| row.get(0)).map_err(sqlite_error(path))
}
