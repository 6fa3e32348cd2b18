//! Where the programs are, and what to install if they are not there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::trouble::Trouble;

/// Debian keeps servers where the PATH of ordinary people does not lead.
const FOR_SERVERS: [&str; 3] = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
/// Debian keeps the programs of each version of PostgreSQL in a folder of its own.
const VERSIONS: &str = "/usr/lib/postgresql";

/// A program that comes with this package of Debian.
pub(crate) fn find(name: &str, package: &str) -> Result<PathBuf, Trouble> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(FOR_SERVERS.map(PathBuf::from));
    first(folders, name).ok_or_else(|| missing(name, package))
}

/// A program of PostgreSQL, all of the same version: the newest.
pub(crate) fn of_postgres(name: &str) -> Result<PathBuf, Trouble> {
    first(versions(Path::new(VERSIONS)), name).map_or_else(|| find(name, "postgresql"), Ok)
}

fn first(folders: impl IntoIterator<Item = PathBuf>, name: &str) -> Option<PathBuf> {
    folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The folders of the versions that have a server, the newest first.
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
        let trouble = find("a-program-that-nobody-has", "its-package").expect_err("nobody has it");
        assert!(trouble.0.contains("a-program-that-nobody-has is not installed"), "{trouble}");
        assert!(trouble.0.contains("apt-get install --no-install-recommends its-package"), "{trouble}");
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
}
