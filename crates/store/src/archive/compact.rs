//! Returns free space of a database to the disk.

use super::error::ArchiveError;
use super::{postgres, sqlite};
use crate::database::Database;

/// Rewrites the database without free space. Nothing can be written to it meanwhile: stop the site first.
pub fn compact(database: &Database) -> Result<(), ArchiveError> {
    match database {
        Database::File(path) => sqlite::compact(path),
        Database::Postgres { url, .. } => postgres::compact(url, &database.to_string()),
    }
}

/// Returns the size of a database in bytes.
pub fn size(database: &Database) -> Result<u64, ArchiveError> {
    match database {
        Database::File(path) => sqlite::size(path),
        Database::Postgres { url, .. } => postgres::size(url, &database.to_string()),
    }
}
