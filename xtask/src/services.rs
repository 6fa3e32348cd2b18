//! `cargo xtask services`: the servers that the tests start are installed.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::run::{run_with, works};

/// A program, and the package of Debian that has it.
const NEEDED: [(&str, &str); 5] = [
    ("postgres", "postgresql"),
    ("nats-server", "nats-server"),
    ("nginx", "nginx"),
    ("faketime", "faketime"),
    ("openssl", "openssl"),
];
/// Debian keeps servers where the PATH of ordinary people does not lead, and each PostgreSQL in a folder of its own.
const FOR_SERVERS: [&str; 3] = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
const VERSIONS: &str = "/usr/lib/postgresql";
/// What says whether a package may start the server in it.
const POLICY: &str = "/usr/sbin/policy-rc.d";
/// What says whether a package makes a database of its own.
const CLUSTERS: &str = "/etc/postgresql-common/createcluster.conf";

/// Finds what the tests need, and installs what is missing. Nothing is started by it: tests start servers of their own.
pub(crate) fn install() -> Result<(), String> {
    let missing: Vec<&str> =
        NEEDED.iter().filter(|(name, _)| !is_there(name)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let line = format!("apt-get install --no-install-recommends {}", missing.join(" "));
    let told = |reason: String| {
        format!(
            "{reason}\nthe tests start real servers, and {} cannot be installed from here; as root: {line}",
            missing.join(", ")
        )
    };
    if !is_root() {
        return Err(told("only root can install packages".to_owned()));
    }
    quietly(&missing).map_err(told)
}

fn quietly(packages: &[&str]) -> Result<(), String> {
    let policy =
        Aside::put(Path::new(POLICY), |old| old.is_none().then(|| "#!/bin/sh\nexit 101\n".to_owned()))?;
    // On a bare machine the lists of packages may be missing, too.
    let _ = apt(&["update", "--quiet"]);
    // This comes first, so that it can be told not to make a database that nobody wants.
    let mut clusters = None;
    if packages.contains(&"postgresql") {
        apt(&[&INSTALL[..], &["postgresql-common"]].concat())?;
        let none =
            |old: Option<&str>| Some(format!("{}\ncreate_main_cluster = false\n", old.unwrap_or_default()));
        clusters = Some(Aside::put(Path::new(CLUSTERS), none)?);
    }
    let installed = apt(&[&INSTALL[..], packages].concat());
    drop((policy, clusters));
    installed
}

const INSTALL: [&str; 4] = ["install", "--yes", "--quiet", "--no-install-recommends"];

fn apt(arguments: &[&str]) -> Result<(), String> {
    run_with("apt-get", arguments, &[("DEBIAN_FRONTEND", "noninteractive")])
}

/// A file of the system that says something else for a while. It is as it was when this is dropped.
struct Aside {
    path: PathBuf,
    old: Option<String>,
}

impl Aside {
    /// What was there decides what is there now; if that is nothing, it stays as it is.
    fn put(path: &Path, new: impl Fn(Option<&str>) -> Option<String>) -> Result<Option<Self>, String> {
        let told = |error: io::Error| format!("{}: {error}", path.display());
        let old = match fs::read_to_string(path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(told(error)),
        };
        let Some(new) = new(old.as_deref()) else { return Ok(None) };
        let aside = Self { path: path.to_owned(), old };
        fs::write(path, new).map_err(told)?;
        if aside.old.is_none() {
            // It may be a script.
            let runs = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            fs::set_permissions(path, runs).map_err(told)?;
        }
        Ok(Some(aside))
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // There is nobody left to tell that it cannot be put back.
        let _ = match &self.old {
            Some(text) => fs::write(&self.path, text),
            None => fs::remove_file(&self.path),
        };
    }
}

fn is_there(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let versions =
        fs::read_dir(VERSIONS).into_iter().flatten().flatten().map(|version| version.path().join("bin"));
    let folders = env::split_paths(&path).chain(FOR_SERVERS.map(PathBuf::from)).chain(versions);
    folders.into_iter().any(|folder| folder.join(name).is_file())
}

/// Whether one is root, asked in the way of scripts.
fn is_root() -> bool {
    works("sh", &["-c", "test \"$(id -u)\" = 0"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_put_aside_is_as_it_was() {
        let path = env::temp_dir().join(format!("crownhead-aside-{}", std::process::id()));
        let read = || fs::read_to_string(&path).ok();
        let aside = Aside::put(&path, |old| old.is_none().then(|| "new".to_owned()));
        assert_eq!(read().as_deref(), Some("new"));
        // Somebody else's is left alone.
        assert!(Aside::put(&path, |old| old.is_none().then(String::new)).is_ok_and(|aside| aside.is_none()));
        let more = Aside::put(&path, |old| Some(format!("{}er", old.unwrap_or_default())));
        assert_eq!(read().as_deref(), Some("newer"));
        drop(more);
        assert_eq!(read().as_deref(), Some("new"));
        drop(aside);
        assert_eq!(read(), None);
    }
}
