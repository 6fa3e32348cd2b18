//! Opens databases for reading and writing in bulk.

use std::path::Path;

use super::error::ArchiveError;
use super::rows::{Reader, Writer};
use super::{postgres, sqlite};
use crate::database::Database;

/// Opens a database for reading, as it is now.
pub(super) fn reader(database: &Database) -> Result<Box<dyn Reader>, ArchiveError> {
    open_reader(database, false)
}

/// Opens a database for reading into which a copy is not finished.
pub(super) fn reader_of_incomplete(database: &Database) -> Result<Box<dyn Reader>, ArchiveError> {
    open_reader(database, true)
}

fn open_reader(database: &Database, allow_incomplete: bool) -> Result<Box<dyn Reader>, ArchiveError> {
    Ok(match database {
        Database::File(path) => Box::new(sqlite::Source::open(path, allow_incomplete)?),
        Database::Postgres { url, .. } => {
            Box::new(postgres::Source::open(url, &database.to_string(), allow_incomplete)?)
        }
    })
}

/// Checks that a database is a site with tables of the current version.
pub(super) fn check_current(database: &Database) -> Result<(), ArchiveError> {
    match database {
        Database::File(path) => sqlite::check_current(path),
        Database::Postgres { url, .. } => postgres::check_current(url, &database.to_string()),
    }
}

/// Opens a database for writing that is empty or has an unfinished copy, and migrates its tables.
pub(super) fn writer(database: &Database) -> Result<Box<dyn Writer>, ArchiveError> {
    Ok(match database {
        Database::File(path) => Box::new(sqlite::Target::open(path)?),
        Database::Postgres { url, .. } => Box::new(postgres::Target::open(url, &database.to_string())?),
    })
}

/// Returns whether both are the same database.
pub(super) fn is_same_database(from: &Database, to: &Database) -> Result<bool, ArchiveError> {
    match (from, to) {
        (Database::File(from), Database::File(to)) => {
            let absolute = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            Ok(absolute(from) == absolute(to))
        }
        (Database::Postgres { url, .. }, Database::Postgres { url: other, .. }) => {
            let from = postgres::identity(url, &from.to_string())?;
            let to = postgres::identity(other, &to.to_string())?;
            Ok(url == other || (from.is_some() && from == to))
        }
        _ => Ok(false),
    }
}
