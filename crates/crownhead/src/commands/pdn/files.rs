//! Finds and opens game files.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Opens a game file.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let unreadable = |error| Failure::unreadable(path, &error);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(Failure::Input(format!("{} is a folder; give a file", path.display())));
    }
    Ok(file)
}

/// Returns the files of the paths: files themselves, and the `.pdn` files in folders, sorted by name.
pub(super) fn find(paths: &[OsString]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let path = Path::new(path);
        if path.is_dir() {
            let before = files.len();
            walk(path, &mut files)?;
            if files.len() == before {
                return Err(Failure::Input(format!("{} has no .pdn files", path.display())));
            }
        } else {
            files.push(path.to_owned());
        }
    }
    Ok(files)
}

/// Collects the `.pdn` files in a folder and its subfolders.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error| Failure::unreadable(folder, &error);
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    entries.sort();
    for path in entries {
        // Symbolic links to folders are not followed: they may form a cycle.
        if path.is_dir() && !path.is_symlink() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn")) {
            files.push(path);
        }
    }
    Ok(())
}
