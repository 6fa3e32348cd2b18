//! Finds the programs and libraries that the tests need.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::packages::{PACKAGES_FOLDER, packages};

/// Folders with programs, relative to the root. Debian installs servers in folders that are not in the `PATH` of users.
const PROGRAM_FOLDERS: [&str; 5] = ["usr/local/sbin", "usr/sbin", "sbin", "usr/bin", "bin"];
/// The folder with a folder for each installed version of PostgreSQL.
const POSTGRES_VERSIONS: &str = "usr/lib/postgresql";
/// Folders with a folder of libraries for each architecture.
const LIBRARY_FOLDERS: [&str; 2] = ["usr/lib", "lib"];

/// A function that lists folders, first those in the folder with unpacked packages.
type Folders = fn(Option<&Path>) -> Vec<PathBuf>;

/// Files that the tests need, each with its Debian package and the folders in which it may be.
const REQUIRED: [(&str, &str, Folders); 6] = [
    ("postgres", "postgresql", postgres_folders),
    ("nats-server", "nats-server", program_folders),
    ("nginx", "nginx", program_folders),
    (FAKETIME, "libfaketime", faketime_folders),
    ("openssl", "openssl", program_folders),
    ("systemd-analyze", "systemd", program_folders),
];
/// The library that changes the clock of a process.
const FAKETIME: &str = "libfaketimeMT.so.1";

/// Returns the packages that the tests need and that are neither installed nor unpacked.
#[must_use]
pub fn missing_packages() -> Vec<&'static str> {
    // The original folder, not a copy for another user.
    let packages = Some(Path::new(PACKAGES_FOLDER));
    let missing = REQUIRED.iter().filter(|(name, _, folders)| first(folders(packages), name).is_none());
    missing.map(|(_, package, _)| *package).collect()
}

/// Returns a command that runs a program of a Debian package.
pub fn command(name: &str, package: &str) -> Result<Command, Error> {
    find(program_folders, name, package).and_then(|path| command_for(&path))
}

/// Returns a command that runs a program of the newest version of PostgreSQL.
#[cfg(feature = "servers")]
pub(crate) fn postgres_command(name: &str) -> Result<Command, Error> {
    find(postgres_folders, name, "postgresql").and_then(|path| command_for(&path))
}

/// Returns the path of the library that changes the clock of a process.
pub fn faketime_library() -> Result<PathBuf, Error> {
    find(faketime_folders, FAKETIME, "libfaketime")
}

fn find(folders: Folders, name: &str, package: &str) -> Result<PathBuf, Error> {
    first(folders(packages()?), name).ok_or_else(|| missing(name, package))
}

/// Returns the folders with programs: those of unpacked packages, of the `PATH`, of the system.
fn program_folders(packages: Option<&Path>) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = |root: &Path| PROGRAM_FOLDERS.map(|folder| root.join(folder));
    let packages = packages.map(folders).into_iter().flatten();
    packages.chain(env::split_paths(&path)).chain(folders(Path::new("/"))).collect()
}

fn postgres_folders(packages: Option<&Path>) -> Vec<PathBuf> {
    let versions = roots(packages).flat_map(|root| versions(&root.join(POSTGRES_VERSIONS)));
    versions.chain(program_folders(packages)).collect()
}

fn faketime_folders(packages: Option<&Path>) -> Vec<PathBuf> {
    roots(packages).flat_map(library_folders).map(|folder| folder.join("faketime")).collect()
}

fn roots(packages: Option<&Path>) -> impl Iterator<Item = &Path> {
    packages.into_iter().chain([Path::new("/")])
}

/// Returns a command for a program. One from an unpacked package needs the libraries of the packages.
fn command_for(path: &Path) -> Result<Command, Error> {
    let mut command = Command::new(path);
    if let Some(root) = packages()?.filter(|root| path.starts_with(root)) {
        command.env("LD_LIBRARY_PATH", library_path(root)?);
    }
    Ok(command)
}

fn library_path(root: &Path) -> Result<OsString, Error> {
    let folders = library_folders(root).into_iter().flat_map(|folder| [folder.join("systemd"), folder]);
    env::join_paths(folders).map_err(|error| Error(format!("{}: {error}", root.display())))
}

fn library_folders(root: &Path) -> Vec<PathBuf> {
    let entries =
        LIBRARY_FOLDERS.iter().filter_map(|folder| fs::read_dir(root.join(folder)).ok()).flatten().flatten();
    let folders = entries.filter(|entry| entry.file_name().to_string_lossy().contains("-linux-"));
    folders.map(|entry| entry.path()).collect()
}

fn first(folders: impl IntoIterator<Item = PathBuf>, name: &str) -> Option<PathBuf> {
    folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Returns the program folders of the PostgreSQL versions with a server, the newest first.
fn versions(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let numbered = |entry: fs::DirEntry| {
        let number: u32 = entry.file_name().to_str()?.parse().ok()?;
        let programs = entry.path().join("bin");
        programs.join("postgres").is_file().then_some((number, programs))
    };
    let mut versions: Vec<_> = entries.filter_map(numbered).collect();
    versions.sort_unstable_by(|one, other| other.cmp(one));
    versions.into_iter().map(|(_, programs)| programs).collect()
}

fn missing(name: &str, package: &str) -> Error {
    Error(format!(
        "the tests need {name}, which is not installed: run `cargo xtask services`, or as root \
         `apt-get install --no-install-recommends {package}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_for_a_missing_program_names_the_package_and_the_command() {
        let error = command("no-such-program", "its-package").expect_err("there is no such program");
        assert!(error.0.contains("need no-such-program, which is not installed"), "{error}");
        assert!(error.0.contains("apt-get install --no-install-recommends its-package"), "{error}");
    }

    #[test]
    fn files_are_found_in_all_folders() -> std::io::Result<()> {
        let system = tempfile::tempdir()?;
        for (path, folders) in [
            ("usr/sbin/a-server", program_folders as Folders),
            ("usr/lib/postgresql/15/bin/postgres", postgres_folders),
            ("usr/bin/a-client", postgres_folders),
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
    fn versions_are_sorted_by_number() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        for version in ["9", "15", "garbage"] {
            let programs = folder.path().join(version).join("bin");
            fs::create_dir_all(&programs)?;
            fs::write(programs.join("postgres"), "")?;
        }
        // A version with client programs only.
        fs::create_dir_all(folder.path().join("17/bin"))?;
        let expected: Vec<_> = ["15", "9"].map(|version| folder.path().join(version).join("bin")).into();
        assert_eq!(versions(folder.path()), expected);
        Ok(())
    }

    #[test]
    fn libraries_are_found_for_any_architecture() -> std::io::Result<()> {
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
