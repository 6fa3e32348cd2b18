//! A file that gets its final name when it is complete.

use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::ArchiveError;

/// A file that is being written, next to its final path.
pub(super) struct PartialFile {
    path: PathBuf,
    target: PathBuf,
}

impl PartialFile {
    /// Creates the partial file. Existing files are never overwritten.
    pub(super) fn new(target: &Path) -> Result<Self, ArchiveError> {
        let name = target.display().to_string();
        if target.symlink_metadata().is_ok() {
            return Err(ArchiveError::at(
                &name,
                "this file is there already, and is not overwritten: give another name",
            ));
        }
        let path = with_suffix(target, ".part");
        // It holds e-mail addresses and password hashes.
        let created = File::options().write(true).create_new(true).mode(0o600).open(&path);
        created.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => ArchiveError::at(
                &path.display().to_string(),
                "another backup is being written here, or was interrupted: if none is, remove this file",
            ),
            _ => ArchiveError::at(&path.display().to_string(), format!("it cannot be written: {error}")),
        })?;
        Ok(Self { path, target: target.to_owned() })
    }

    /// Returns the path of the partial file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Syncs the complete file and gives it its final name. Returns its size in bytes.
    pub(super) fn finish(self) -> Result<u64, ArchiveError> {
        let file_error = |error: std::io::Error| ArchiveError::at(&self.target.display().to_string(), error);
        let file = File::open(&self.path).map_err(file_error)?;
        file.sync_all().map_err(file_error)?;
        // Reserve the name first, so that a file created meanwhile is not overwritten; then replace the reservation.
        File::options().write(true).create_new(true).open(&self.target).map_err(file_error)?;
        fs::rename(&self.path, &self.target).map_err(file_error)?;
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        // The name is durable when its folder is synced.
        File::open(folder.unwrap_or(Path::new(".")))
            .and_then(|folder| folder.sync_all())
            .map_err(file_error)?;
        file.metadata().map(|metadata| metadata.len()).map_err(file_error)
    }
}

impl Drop for PartialFile {
    /// Removes an incomplete file.
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            // Most of these files do not exist; ignore the error.
            let _ = fs::remove_file(with_suffix(&self.path, suffix));
        }
    }
}

/// Appends a suffix to the file name of a path.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
