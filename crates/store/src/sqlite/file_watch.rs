//! Notices that the database file or its write-ahead log was deleted or replaced while it is open.
//!
//! SQLite keeps writing to files that have no name any more, and everything written is gone when the process ends.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::is_uri;
use crate::error::StoreError;

/// The device and the number of a file, which a replaced file does not share.
type FileId = (u64, u64);

/// The files of an open database.
pub(super) struct FileWatch(Vec<WatchedFile>);

struct WatchedFile {
    path: PathBuf,
    /// None until the file exists.
    id: Option<FileId>,
}

/// Returns the path of the write-ahead log of a database.
pub(super) fn wal_path(database: &Path) -> PathBuf {
    let mut name = OsString::from(database);
    name.push("-wal");
    name.into()
}

/// Returns the path of the index of a write-ahead log.
pub(super) fn shm_path(database: &Path) -> PathBuf {
    let mut name = OsString::from(database);
    name.push("-shm");
    name.into()
}

fn file_id(path: &Path) -> Option<FileId> {
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

impl FileWatch {
    /// Watches the files of a database that was just opened. A path that SQLite interprets is not watched.
    pub(super) fn new(database: &Path) -> Self {
        let paths = if is_uri(database) { Vec::new() } else { vec![database.to_owned(), wal_path(database)] };
        Self(paths.into_iter().map(|path| WatchedFile { id: file_id(&path), path }).collect())
    }

    /// Returns an error if a file was deleted or replaced. The check takes some microseconds.
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        for file in &mut self.0 {
            let found = file_id(&file.path);
            if file.id.is_some() && found != file.id {
                let name = file.path.file_name().unwrap_or_default().to_string_lossy();
                return Err(StoreError::Unwritable(format!(
                    "the file {name} was deleted or replaced while it was open: stop the site, put the file back or \
                     restore a backup, and start the site again"
                )));
            }
            file.id = found;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_and_replaced_files_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str| fs::write(path(name), "x").expect("written");
        write("site.db");
        let mut watch = FileWatch::new(&path("site.db"));
        assert_eq!(watch.check(), Ok(()), "there is no log yet");
        write("site.db-wal");
        assert_eq!(watch.check(), Ok(()));
        for (name, other) in [("site.db", "moved.db"), ("site.db-wal", "moved.db-wal")] {
            fs::rename(path(name), path(other)).expect("moved");
            assert!(watch.check().is_err_and(|error| error.to_string().contains(name)));
            write(name);
            assert!(watch.check().is_err_and(|error| error.to_string().contains(name)), "another file");
            fs::rename(path(other), path(name)).expect("moved back");
            assert_eq!(watch.check(), Ok(()));
        }
        assert_eq!(FileWatch::new(Path::new(":memory:")).check(), Ok(()));
    }
}
