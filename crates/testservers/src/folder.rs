//! A folder that is gone when it is not needed any more, however that comes about.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::Signal;

use crate::trouble::Trouble;

/// Waits until its standard input is closed, ends the process that the file `pid` names, and removes the folder.
///
/// A test that is killed drops nothing, nor does one that keeps a server in a static; but the system closes what it had
/// open. (The death signal of a parent does not help: it comes when the thread ends that started the server, and each test is
/// a thread.)
const KEEPER: &str = r#"
trap '' HUP INT QUIT TERM
# One that has ended may keep its number for long, where nobody cares for the children of the dead.
alive() { grep -qs '^State:.[^ZX]' "/proc/$1/status"; }
read -r _
if pid=$(cat "$1/pid" 2>/dev/null); then
    kill -"$2" "$pid"
    tries=0
    while alive "$pid" && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    if alive "$pid"; then kill -KILL "$pid"; fi
fi
cd / && rm -rf "$1"
"#;

/// A temporary folder, for example of a server. It is removed when this is dropped, or when this process ends in any way.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    keeper: Child,
}

impl Folder {
    /// Makes a new one. The signal ends the server in it if this process cannot do so any more.
    pub(crate) fn new(what: &str, end: Signal) -> Result<Self, Trouble> {
        Self::made(&env::temp_dir(), what, end)
    }

    /// Makes one for files in another folder than the system's for temporary ones.
    pub fn inside(parent: &Path, what: &str) -> Result<Self, Trouble> {
        Self::made(parent, what, Signal::TERM)
    }

    fn made(parent: &Path, what: &str, end: Signal) -> Result<Self, Trouble> {
        let made = tempfile::Builder::new().prefix(&format!("crownhead-{what}-")).tempdir_in(parent);
        let made = made.map_err(Trouble::with("a temporary folder"))?;
        // Servers that give up the rights of root must be able to reach what is theirs in it.
        fs::set_permissions(made.path(), Permissions::from_mode(0o755)).map_err(Trouble::at(made.path()))?;
        let keeper = Command::new("sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(made.path())
            .arg(end.as_raw().to_string())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Who interrupts the tests at a terminal interrupts a whole group.
            .process_group(0)
            .spawn()
            .map_err(Trouble::with("sh"))?;
        Ok(Self { path: made.keep(), keeper })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A place in it.
    #[must_use]
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // It is there until it has removed the folder.
        let _ = self.keeper.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_gone_with_what_is_in_it() -> Result<(), Trouble> {
        let folder = Folder::new("test", Signal::TERM)?;
        let path = folder.path().to_owned();
        fs::create_dir(folder.join("inside")).map_err(Trouble::at(&path))?;
        assert!(path.is_dir());
        drop(folder);
        assert!(!path.exists());
        Ok(())
    }
}
