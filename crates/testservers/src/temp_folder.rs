//! Temporary folders that are removed even if the process is killed.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::Signal;

use crate::error::Error;

/// A shell script that waits until its standard input is closed, stops the process that the file `pid` names, and removes
/// the folder.
///
/// A test that is killed drops nothing, nor does one that has a server in a static; but the system closes its pipes. (The
/// parent-death signal does not help: it is sent when the thread that started the server ends, and each test is a thread.)
const CLEANUP: &str = r#"
trap '' HUP INT QUIT TERM
# A process that has ended may remain as a zombie for long where no init process reaps orphans.
is_alive() { grep -qs '^State:.[^ZX]' "/proc/$1/status"; }
read -r _
if pid=$(cat "$1/pid" 2>/dev/null); then
    kill -"$2" "$pid"
    tries=0
    while is_alive "$pid" && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    if is_alive "$pid"; then kill -KILL "$pid"; fi
fi
cd / && rm -rf "$1"
"#;

/// A temporary folder, for example of a server. It is removed when this is dropped, or when this process ends in any way.
#[derive(Debug)]
pub struct TempFolder {
    path: PathBuf,
    cleanup: Child,
}

impl TempFolder {
    /// Creates a folder in the system's folder for temporary files. If this process is killed, the server in the folder is
    /// sent `stop_signal`.
    pub(crate) fn new(name: &str, stop_signal: Signal) -> Result<Self, Error> {
        Self::create(&env::temp_dir(), name, stop_signal)
    }

    /// Creates a folder in `parent`, with `name` in its name.
    pub fn new_in(parent: &Path, name: &str) -> Result<Self, Error> {
        Self::create(parent, name, Signal::TERM)
    }

    fn create(parent: &Path, name: &str, stop_signal: Signal) -> Result<Self, Error> {
        let folder = tempfile::Builder::new().prefix(&format!("crownhead-{name}-")).tempdir_in(parent);
        let folder = folder.map_err(Error::context("a temporary folder"))?;
        // Servers that drop root privileges must be able to enter it.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))
            .map_err(Error::at(folder.path()))?;
        let cleanup = Command::new("sh")
            .args(["-c", CLEANUP, "cleanup"])
            .arg(folder.path())
            .arg(stop_signal.as_raw().to_string())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C at a terminal interrupts the whole process group of the tests.
            .process_group(0)
            .spawn()
            .map_err(Error::context("sh"))?;
        Ok(Self { path: folder.keep(), cleanup })
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file in the folder.
    #[must_use]
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        drop(self.cleanup.stdin.take());
        // The script ends when it has removed the folder.
        let _ = self.cleanup.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drop_removes_the_folder_and_its_content() -> Result<(), Error> {
        let folder = TempFolder::new("test", Signal::TERM)?;
        let path = folder.path().to_owned();
        fs::create_dir(folder.join("inside")).map_err(Error::at(&path))?;
        assert!(path.is_dir());
        drop(folder);
        assert!(!path.exists());
        Ok(())
    }
}
