//! Databases opened for reading and writing in bulk.

use std::path::Path;

use super::error::ArchiveError;
use super::rows::{Reader, Writer};
use super::{postgres, sqlite};
use crate::database::Database;

/// A database to read from, as it is now.
pub(super) fn reader(database: &Database) -> Result<Box<dyn Reader>, ArchiveError> {
    open_reader(database, false)
}

/// The same for one into which a copy was begun.
pub(super) fn half_copied(database: &Database) -> Result<Box<dyn Reader>, ArchiveError> {
    open_reader(database, true)
}

fn open_reader(database: &Database, half_copied: bool) -> Result<Box<dyn Reader>, ArchiveError> {
    Ok(match database {
        Database::File(path) => Box::new(sqlite::Source::open(path, half_copied)?),
        Database::Postgres { url, .. } => {
            Box::new(postgres::Source::open(url, &database.to_string(), half_copied)?)
        }
    })
}

/// A database to write to: one that holds nothing yet, or into which a copy was begun. Its tables are brought up to date.
pub(super) fn writer(database: &Database) -> Result<Box<dyn Writer>, ArchiveError> {
    Ok(match database {
        Database::File(path) => Box::new(sqlite::Target::open(path)?),
        Database::Postgres { url, .. } => Box::new(postgres::Target::open(url, &database.to_string())?),
    })
}

/// Are the two one?
pub(super) fn are_one(from: &Database, to: &Database) -> Result<bool, ArchiveError> {
    match (from, to) {
        (Database::File(from), Database::File(to)) => {
            let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            Ok(place(from) == place(to))
        }
        (Database::Postgres { url, .. }, Database::Postgres { url: other, .. }) => {
            let (one, other_one) =
                (postgres::identity(url, &from.to_string())?, postgres::identity(other, &to.to_string())?);
            Ok(url == other || (one.is_some() && one == other_one))
        }
        _ => Ok(false),
    }
}
