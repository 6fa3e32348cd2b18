//! A mark in a database file that tells whether the site was shut down.
//!
//! While a site runs, what it acknowledged is partly in the write-ahead log beside the file. If the log is missing when
//! the site starts again after a crash, SQLite would open the file in an earlier state without an error.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::file_watch::{FileWatch, shm_path, wal_path};
use super::{connect_existing, is_uri, keep_log_on_close, store_error};
use crate::error::StoreError;

/// The application id of a file while a site serves it.
const SERVED: i32 = 0x43_72_4f_70;
/// The place of the application id in a file of SQLite.
const APPLICATION_ID_OFFSET: u64 = 68;
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

/// A file of a database that is missing, with the name of the database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LostFile {
    /// The site crashed, and the log of its last writes is missing.
    #[error(
        "the site was not shut down, and the file {0}-wal with its last games and moves is missing: put it back, or \
         restore a backup; to start with what is left, use `crownhead serve --accept-lost-wal`"
    )]
    Log(String),
    /// The database is missing, and its log is there.
    #[error(
        "this file is missing or empty, but the files of its write-ahead log are there: put the file back beside them, or \
         restore a backup under another name; to begin an empty site, remove {0}-wal and {0}-shm"
    )]
    Database(String),
}

/// Returns a missing file of a database, whose other files are there. SQLite would open what is left as an earlier state
/// or an empty database, without an error. The files are not changed; those that cannot be read are not lost.
#[must_use]
pub fn find_lost_file(path: &Path) -> Option<LostFile> {
    if is_uri(path) {
        return None;
    }
    let name = || path.display().to_string();
    let has_log = wal_path(path).exists();
    if path.metadata().map_or(0, |file| file.len()) == 0 {
        return (has_log || shm_path(path).exists()).then(|| LostFile::Database(name()));
    }
    (!has_log && application_id(path).is_ok_and(|id| id == SERVED)).then(|| LostFile::Log(name()))
}

/// Reads the application id from the header of a database file.
fn application_id(path: &Path) -> std::io::Result<i32> {
    let mut id = [0; 4];
    File::open(path)?.read_exact_at(&mut id, APPLICATION_ID_OFFSET)?;
    Ok(i32::from_be_bytes(id))
}

/// A file that is marked as served.
pub struct ServedFile {
    path: PathBuf,
    files: FileWatch,
}

impl ServedFile {
    /// Marks a file as served. The mark is in the file itself, not in the log.
    pub fn begin(path: &Path) -> Result<Self, StoreError> {
        let served = |files| Self { path: path.to_owned(), files };
        if is_uri(path) {
            return Ok(served(FileWatch::new(path)));
        }
        let connection = connect_existing(path)?;
        // From now on, a file without a log is incomplete.
        keep_log_on_close(&connection)?;
        connection.pragma_update(None, "application_id", SERVED).map_err(store_error)?;
        checkpoint(&connection)?;
        Ok(served(FileWatch::new(path)))
    }

    /// Marks the file as shut down, and writes the log into it, so that the file can be copied alone. Creates no file
    /// that was deleted meanwhile, and does not change another that has taken its place.
    pub fn end(mut self) -> Result<(), StoreError> {
        self.files.check()?;
        let connection = connect_existing(&self.path)?;
        mark_as_shut_down(&connection).map_err(store_error)?;
        checkpoint(&connection)
    }
}

fn checkpoint(connection: &Connection) -> Result<(), StoreError> {
    connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())).map_err(store_error)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sqlite::SqliteStore;

    fn served_site(path: &Path) -> ServedFile {
        drop(SqliteStore::open(path).expect("a database"));
        ServedFile::begin(path).expect("marked")
    }

    #[test]
    fn a_log_is_lost_only_after_a_crash() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("site.db");
        assert_eq!(find_lost_file(&path), None, "there is no file");
        drop(served_site(&path));
        drop(SqliteStore::open(&path).expect("a database"));
        assert!(wal_path(&path).exists(), "the log stays until the site is shut down");
        assert_eq!(find_lost_file(&path), None);
        fs::remove_file(wal_path(&path)).expect("removed");
        let lost = Some(LostFile::Log(path.display().to_string()));
        assert_eq!(find_lost_file(&path), lost);
        assert!(!wal_path(&path).exists(), "the check changes nothing");
        let served = ServedFile::begin(&path).expect("marked");
        assert_eq!(find_lost_file(&path), None, "what was lost is accepted");
        served.end().expect("marked");
        assert_eq!(find_lost_file(&path), None);
        let copy = folder.path().join("copy.db");
        fs::copy(&path, &copy).expect("copied");
        assert_eq!(find_lost_file(&copy), None, "the file of a stopped site is complete");
    }

    #[test]
    fn a_database_is_lost_if_only_its_log_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("site.db");
        let lost = Some(LostFile::Database(path.display().to_string()));
        for rest in ["site.db-wal", "site.db-shm"] {
            fs::write(folder.path().join(rest), "").expect("written");
            assert_eq!(find_lost_file(&path), lost, "{rest}");
            fs::write(&path, "").expect("written");
            assert_eq!(find_lost_file(&path), lost, "SQLite would delete the log of an empty file");
            fs::remove_file(&path).expect("removed");
            fs::remove_file(folder.path().join(rest)).expect("removed");
        }
        assert_eq!(find_lost_file(&path), None);
    }

    #[test]
    fn a_deleted_file_is_not_created_again_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("site.db");
        let (deleted, again) = (served_site(&path), || served_site(&path));
        fs::remove_file(&path).expect("removed");
        assert!(deleted.end().is_err_and(|error| error.to_string().contains("site.db was deleted")));
        assert!(!path.exists());
        fs::remove_file(wal_path(&path)).expect("removed");
        let replaced = again();
        fs::rename(&path, folder.path().join("old.db")).expect("moved");
        fs::write(&path, "another file").expect("written");
        assert!(replaced.end().is_err());
        assert_eq!(fs::read(&path).expect("a file"), b"another file");
    }
}
