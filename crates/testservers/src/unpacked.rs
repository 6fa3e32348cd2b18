//! Packages of Debian that are unpacked beside the build, not installed: `cargo xtask services` puts them there.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::process::{Signal, geteuid};

use crate::folder::Folder;
use crate::trouble::Trouble;

/// The folder into which `cargo xtask services` unpacks packages.
pub const UNPACKED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/servers");

/// Returns the folder with the packages, if they were unpacked.
///
/// PostgreSQL refuses to run as root, and another user may not be let into the folder of root's checkout. What is there is
/// copied for such a test, and removed when the test ends in any way.
pub(crate) fn unpacked() -> Result<Option<&'static Path>, Trouble> {
    static FOUND: OnceLock<Option<(PathBuf, Option<Folder>)>> = OnceLock::new();
    // Tests that come at the same time wait for the first.
    static LOOKING: Mutex<()> = Mutex::new(());
    let _guard = LOOKING.lock().unwrap_or_else(PoisonError::into_inner);
    let path =
        |found: &'static Option<(PathBuf, Option<Folder>)>| found.as_ref().map(|(path, _)| path.as_path());
    if let Some(found) = FOUND.get() {
        return Ok(path(found));
    }
    let found = match Path::new(UNPACKED).canonicalize() {
        Err(_) => None,
        Ok(place) if geteuid().is_root() && !is_open(&place) => {
            let folder = Folder::new("servers", Signal::TERM)?;
            copy(&place, folder.path())?;
            Some((folder.join("servers"), Some(folder)))
        }
        Ok(place) => Some((place, None)),
    };
    Ok(path(FOUND.get_or_init(|| found)))
}

/// Whether everybody may enter a folder.
fn is_open(folder: &Path) -> bool {
    folder.ancestors().all(|one| fs::metadata(one).is_ok_and(|data| data.permissions().mode() & 0o1 != 0))
}

fn copy(from: &Path, to: &Path) -> Result<(), Trouble> {
    let done = Command::new("cp").args(["--archive", "--reflink=auto"]).args([from, to]).status();
    match done.map_err(Trouble::with("cp"))?.success() {
        true => Ok(()),
        false => Err(Trouble(format!("{} cannot be copied to {}", from.display(), to.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_open_if_everybody_may_enter_all_above_it() -> std::io::Result<()> {
        let outer = tempfile::tempdir()?;
        let inner = outer.path().join("inner");
        fs::create_dir(&inner)?;
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o755))?;
        for (mode, expected) in [(0o755, true), (0o711, true), (0o700, false)] {
            fs::set_permissions(outer.path(), fs::Permissions::from_mode(mode))?;
            assert_eq!(is_open(&inner), expected, "{mode:o}");
        }
        Ok(())
    }
}
