//! `cargo xtask services`: provides the servers that the tests start.
//!
//! Servers that the system lacks are downloaded and unpacked into `target/servers`. Nothing is installed: no package
//! starts its server, root is not needed, and a killed run leaves nothing on the system.

use std::fs;
use std::path::Path;

use crate::command::{command, run, succeeds};

/// Unpacks the servers that are missing.
pub(crate) fn ensure_available() -> Result<(), String> {
    let missing = testservers::missing_packages();
    if missing.is_empty() {
        return Ok(());
    }
    unpack(&missing, Path::new(testservers::PACKAGES_FOLDER)).map_err(|reason| {
        format!(
            "{reason}\nthe tests need {}, which could not be downloaded; as root: \
             apt-get install --no-install-recommends {}",
            missing.join(", "),
            missing.join(" ")
        )
    })
}

/// Downloads packages with the dependencies that the system lacks, and unpacks them into a folder.
fn unpack(packages: &[&str], folder: &Path) -> Result<(), String> {
    for program in ["apt-get", "dpkg-deb"] {
        if !succeeds(command(program).arg("--version")) {
            return Err(format!("{program} was not found"));
        }
    }
    let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
    let work = folder.with_extension("partial");
    let _ = fs::remove_dir_all(&work);
    for subfolder in ["lists/partial", "archives/partial", "system"] {
        fs::create_dir_all(work.join(subfolder)).map_err(describe)?;
    }
    apt_get(&work, &["update"])?;
    apt_get(
        &work,
        &[&["install", "--yes", "--download-only", "--no-install-recommends"], packages].concat(),
    )?;
    let system = work.join("system");
    for archive in fs::read_dir(work.join("archives")).map_err(describe)?.flatten() {
        let archive = archive.path();
        if archive.extension().is_some_and(|extension| extension == "deb") {
            run(command("dpkg-deb").arg("--extract").arg(archive).arg(&system))?;
        }
    }
    // The folder may hold packages of an earlier run, which are still needed.
    if folder.exists() {
        run(command("cp").args(["--archive", "--no-clobber"]).arg(folder.join(".")).arg(&system))?;
        fs::remove_dir_all(folder).map_err(describe)?;
    }
    fs::rename(&system, folder).map_err(describe)?;
    fs::remove_dir_all(&work).map_err(describe)
}

/// Runs apt-get so that it writes into a folder of ours, and only reads which packages the system has.
fn apt_get(work: &Path, arguments: &[&str]) -> Result<(), String> {
    let folder = |name: &str, folder: &str| format!("--option={name}={}/{folder}", work.display());
    let folders = [
        folder("Dir::State::lists", "lists"),
        folder("Dir::Cache", "cache"),
        folder("Dir::Cache::archives", "archives"),
        folder("Dir::Log", "log"),
    ];
    // The locks belong to the system, and its user for downloads cannot write here.
    let options = ["--option=Debug::NoLocking=1", "--option=APT::Sandbox::User=", "--quiet"];
    run(command("apt-get").args(folders).args(options).args(arguments))
}
