//! A file that has its name only when it is whole.

use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::ArchiveError;

/// A file that is being written, beside the place where it will be.
pub(super) struct Part {
    part: PathBuf,
    file: PathBuf,
}

impl Part {
    /// Nothing that is there is ever overwritten.
    pub(super) fn new(file: &Path) -> Result<Self, ArchiveError> {
        let name = file.display().to_string();
        if file.symlink_metadata().is_ok() {
            return Err(ArchiveError::at(
                &name,
                "this file is there already, and is not overwritten: give another name",
            ));
        }
        let part = with(file, ".part");
        // It holds addresses and hashes of passwords.
        let made = File::options().write(true).create_new(true).mode(0o600).open(&part);
        made.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => ArchiveError::at(
                &part.display().to_string(),
                "another backup is being written here, or was interrupted: if none is, remove this file",
            ),
            _ => ArchiveError::at(&part.display().to_string(), format!("it cannot be written: {error}")),
        })?;
        Ok(Self { part, file: file.to_owned() })
    }

    /// Where it is written.
    pub(super) fn path(&self) -> &Path {
        &self.part
    }

    /// It is whole: when it is on the disk it gets its name. Says how many bytes it has.
    pub(super) fn finish(self) -> Result<u64, ArchiveError> {
        let trouble = |error: std::io::Error| ArchiveError::at(&self.file.display().to_string(), error);
        let part = File::open(&self.part).map_err(trouble)?;
        part.sync_all().map_err(trouble)?;
        // The name is taken first, by whoever comes first; then what has it is replaced by what is whole.
        File::options().write(true).create_new(true).open(&self.file).map_err(trouble)?;
        fs::rename(&self.part, &self.file).map_err(trouble)?;
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        // A name is durable when its folder is.
        File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()).map_err(trouble)?;
        part.metadata().map(|about| about.len()).map_err(trouble)
    }
}

impl Drop for Part {
    /// What did not become whole is of no use.
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            // Most of them are not there.
            let _ = fs::remove_file(with(&self.part, ending));
        }
    }
}

/// A path with something added to its last name.
fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
