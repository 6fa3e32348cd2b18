//! Where the programs are, and what to do if they are not there.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::trouble::Trouble;
use crate::unpacked::{UNPACKED, unpacked};

/// Folders with programs, from the root of a system. Debian keeps servers where the PATH of ordinary people does not lead.
const FOLDERS: [&str; 5] = ["usr/local/sbin", "usr/sbin", "sbin", "usr/bin", "bin"];
/// Debian keeps the programs of each version of PostgreSQL in a folder of its own.
const VERSIONS: &str = "usr/lib/postgresql";
/// Libraries of a system lie in a folder for each kind of machine; some have folders of their own in it.
const LIBRARIES: [&str; 2] = ["usr/lib", "lib"];

/// A file that the tests need, the package of Debian that has it, and the folders in which it may be.
type Needed = (&'static str, &'static str, fn(Option<&Path>) -> Vec<PathBuf>);
const NEEDED: [Needed; 6] = [
    ("postgres", "postgresql", postgres_folders),
    ("nats-server", "nats-server", program_folders),
    ("nginx", "nginx", program_folders),
    (FAKETIME, "libfaketime", faketime_folders),
    ("openssl", "openssl", program_folders),
    ("systemd-analyze", "systemd", program_folders),
];
/// The library that tells a process another time.
const FAKETIME: &str = "libfaketimeMT.so.1";

/// Lists the packages that the tests need and do not find, neither installed nor unpacked.
#[must_use]
pub fn missing_packages() -> Vec<&'static str> {
    // The original, not a copy for another user.
    let unpacked = Some(Path::new(UNPACKED));
    let missing = NEEDED.iter().filter(|(name, _, folders)| first(folders(unpacked), name).is_none());
    missing.map(|(_, package, _)| *package).collect()
}

/// Returns a command that runs a program of this package of Debian.
pub fn command(name: &str, package: &str) -> Result<Command, Trouble> {
    find(program_folders, name, package).and_then(|path| runs(&path))
}

/// Returns a command that runs a program of PostgreSQL, all of the same version: the newest.
#[cfg(feature = "servers")]
pub(crate) fn of_postgres(name: &str) -> Result<Command, Trouble> {
    find(postgres_folders, name, "postgresql").and_then(|path| runs(&path))
}

/// Finds the library that tells a process another time.
pub fn faketime() -> Result<PathBuf, Trouble> {
    find(faketime_folders, FAKETIME, "libfaketime")
}

fn find(folders: fn(Option<&Path>) -> Vec<PathBuf>, name: &str, package: &str) -> Result<PathBuf, Trouble> {
    first(folders(unpacked()?), name).ok_or_else(|| missing(name, package))
}

/// Lists the folders with programs: those of unpacked packages, of the `PATH`, of the system.
fn program_folders(unpacked: Option<&Path>) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = |root: &Path| FOLDERS.map(|folder| root.join(folder));
    let unpacked = unpacked.map(folders).into_iter().flatten();
    unpacked.chain(env::split_paths(&path)).chain(folders(Path::new("/"))).collect()
}

fn postgres_folders(unpacked: Option<&Path>) -> Vec<PathBuf> {
    let versions = roots(unpacked).flat_map(|root| versions(&root.join(VERSIONS)));
    versions.chain(program_folders(unpacked)).collect()
}

fn faketime_folders(unpacked: Option<&Path>) -> Vec<PathBuf> {
    roots(unpacked).flat_map(library_folders).map(|folder| folder.join("faketime")).collect()
}

fn roots(unpacked: Option<&Path>) -> impl Iterator<Item = &Path> {
    unpacked.into_iter().chain([Path::new("/")])
}

/// A program of unpacked packages needs their libraries.
fn runs(path: &Path) -> Result<Command, Trouble> {
    let mut command = Command::new(path);
    if let Some(root) = unpacked()?.filter(|root| path.starts_with(root)) {
        command.env("LD_LIBRARY_PATH", library_path(root)?);
    }
    Ok(command)
}

fn library_path(root: &Path) -> Result<OsString, Trouble> {
    let folders = library_folders(root).into_iter().flat_map(|folder| [folder.join("systemd"), folder]);
    env::join_paths(folders).map_err(|error| Trouble(format!("{}: {error}", root.display())))
}

fn library_folders(root: &Path) -> Vec<PathBuf> {
    let entries =
        LIBRARIES.iter().filter_map(|folder| fs::read_dir(root.join(folder)).ok()).flatten().flatten();
    let folders = entries.filter(|entry| entry.file_name().to_string_lossy().contains("-linux-"));
    folders.map(|entry| entry.path()).collect()
}

fn first(folders: impl IntoIterator<Item = PathBuf>, name: &str) -> Option<PathBuf> {
    folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Lists the folders of the versions that have a server, the newest first.
fn versions(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let numbered = |entry: fs::DirEntry| {
        let number: u32 = entry.file_name().to_str()?.parse().ok()?;
        let programs = entry.path().join("bin");
        programs.join("postgres").is_file().then_some((number, programs))
    };
    let mut found: Vec<_> = entries.filter_map(numbered).collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, programs)| programs).collect()
}

fn missing(name: &str, package: &str) -> Trouble {
    Trouble(format!(
        "{name} is not installed, and the tests need it: run `cargo xtask services`, or as root \
         `apt-get install --no-install-recommends {package}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_names_the_package_and_the_command() {
        let trouble = command("a-program-that-nobody-has", "its-package").expect_err("nobody has it");
        assert!(trouble.0.contains("a-program-that-nobody-has is not installed"), "{trouble}");
        assert!(trouble.0.contains("apt-get install --no-install-recommends its-package"), "{trouble}");
    }

    #[test]
    fn a_file_is_found_in_every_folder_for_it() -> std::io::Result<()> {
        let system = tempfile::tempdir()?;
        for (path, folders) in [
            ("usr/sbin/one-of-ours", program_folders as fn(Option<&Path>) -> Vec<PathBuf>),
            ("usr/lib/postgresql/15/bin/postgres", postgres_folders),
            ("usr/bin/another-of-ours", postgres_folders),
            ("usr/lib/arm-linux-gnu/faketime/one.so", faketime_folders),
        ] {
            let path = system.path().join(path);
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(&path, "")?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            assert_eq!(first(folders(Some(system.path())), &name), Some(path));
        }
        assert_eq!(first(program_folders(Some(system.path())), "one.so"), None);
        Ok(())
    }

    #[test]
    fn the_newest_version_is_the_greatest_number() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        for version in ["9", "15", "garbage"] {
            let programs = folder.path().join(version).join("bin");
            fs::create_dir_all(&programs)?;
            fs::write(programs.join("postgres"), "")?;
        }
        // One of which only the clients are installed.
        fs::create_dir_all(folder.path().join("17/bin"))?;
        let found: Vec<_> = ["15", "9"].map(|version| folder.path().join(version).join("bin")).into();
        assert_eq!(versions(folder.path()), found);
        Ok(())
    }

    #[test]
    fn libraries_are_found_for_any_machine() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        for path in ["usr/lib/aarch64-linux-gnu", "usr/lib/postgresql", "lib/aarch64-linux-gnu"] {
            fs::create_dir_all(folder.path().join(path))?;
        }
        let expected =
            ["usr/lib/aarch64-linux-gnu", "lib/aarch64-linux-gnu"].map(|path| folder.path().join(path));
        assert_eq!(library_folders(folder.path()), expected);
        Ok(())
    }
}
