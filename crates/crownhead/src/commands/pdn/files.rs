//! Game files, found and opened.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Opens a game file.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let unreadable = |error| Failure::unreadable(path, &error);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(Failure::Input(format!("{} is a folder; name a file in it", path.display())));
    }
    Ok(file)
}

/// The files that the paths mean: themselves, or in folders all that end in `.pdn`, in the order of their names.
pub(super) fn find(paths: &[OsString]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let path = Path::new(path);
        if path.is_dir() {
            let before = files.len();
            walk(path, &mut files)?;
            if files.len() == before {
                return Err(Failure::Input(format!("{} holds no file that ends in .pdn", path.display())));
            }
        } else {
            files.push(path.to_owned());
        }
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error| Failure::unreadable(folder, &error);
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    entries.sort();
    for path in entries {
        // A link is not followed into a folder, which might lead round in a circle.
        if path.is_dir() && !path.is_symlink() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn")) {
            files.push(path);
        }
    }
    Ok(())
}
