//! Debian packages that `cargo xtask services` unpacks beside the build instead of installing them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::process::{Signal, geteuid};

use crate::error::Error;
use crate::temp_folder::TempFolder;

/// The folder into which `cargo xtask services` unpacks packages.
pub const PACKAGES_FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/servers");

/// The folder with the packages, and the temporary folder that contains it if it is a copy.
type Packages = (PathBuf, Option<TempFolder>);

/// Returns the folder with the packages, if they were unpacked.
///
/// PostgreSQL refuses to run as root, and another user may lack access to root's checkout. In that case this is a temporary
/// copy of the folder, made once per process.
pub(crate) fn packages() -> Result<Option<&'static Path>, Error> {
    static PACKAGES: OnceLock<Option<Packages>> = OnceLock::new();
    // `OnceLock::get_or_try_init` is not stable yet; the mutex lets only one thread copy.
    static INIT: Mutex<()> = Mutex::new(());
    let _guard = INIT.lock().unwrap_or_else(PoisonError::into_inner);
    let path = |packages: &'static Option<Packages>| packages.as_ref().map(|(path, _)| path.as_path());
    if let Some(packages) = PACKAGES.get() {
        return Ok(path(packages));
    }
    let packages = match Path::new(PACKAGES_FOLDER).canonicalize() {
        Err(_) => None,
        Ok(original) if geteuid().is_root() && !is_accessible_to_all(&original) => {
            let folder = TempFolder::new("servers", Signal::TERM)?;
            copy(&original, folder.path())?;
            Some((folder.join("servers"), Some(folder)))
        }
        Ok(original) => Some((original, None)),
    };
    Ok(path(PACKAGES.get_or_init(|| packages)))
}

/// Returns whether every user may enter a folder.
fn is_accessible_to_all(folder: &Path) -> bool {
    folder.ancestors().all(|one| fs::metadata(one).is_ok_and(|data| data.permissions().mode() & 0o1 != 0))
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    let status = Command::new("cp").args(["--archive", "--reflink=auto"]).args([from, to]).status();
    match status.map_err(Error::context("cp"))?.success() {
        true => Ok(()),
        false => Err(Error(format!("cannot copy {} to {}", from.display(), to.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_needs_permission_for_every_parent_folder() -> std::io::Result<()> {
        let outer = tempfile::tempdir()?;
        let inner = outer.path().join("inner");
        fs::create_dir(&inner)?;
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o755))?;
        for (mode, expected) in [(0o755, true), (0o711, true), (0o700, false)] {
            fs::set_permissions(outer.path(), fs::Permissions::from_mode(mode))?;
            assert_eq!(is_accessible_to_all(&inner), expected, "{mode:o}");
        }
        Ok(())
    }
}
