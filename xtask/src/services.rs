//! `cargo xtask services`: the servers that the tests start are at hand.
//!
//! What the system lacks is downloaded and unpacked into `target/servers`. Nothing is installed, so no package can start its
//! server, no root is needed, and nothing stays on the system if this is killed.

use std::fs;
use std::path::Path;

use crate::run::{run, works};

/// Finds what the tests need, and unpacks what is missing.
pub(crate) fn provide() -> Result<(), String> {
    let missing = testservers::missing_packages();
    if missing.is_empty() {
        return Ok(());
    }
    unpack(&missing, Path::new(testservers::PACKAGES_FOLDER)).map_err(|reason| {
        format!(
            "{reason}\nthe tests start real servers, and {} cannot be had from here; as root: \
             apt-get install --no-install-recommends {}",
            missing.join(", "),
            missing.join(" ")
        )
    })
}

/// Downloads packages with all that they need and the system lacks, and unpacks them into a folder.
fn unpack(packages: &[&str], folder: &Path) -> Result<(), String> {
    for program in ["apt-get", "dpkg-deb"] {
        if !works(program, &["--version"]) {
            return Err(format!("there is no {program} here"));
        }
    }
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let work = folder.with_extension("partial");
    let _ = fs::remove_dir_all(&work);
    for place in ["lists/partial", "archives/partial", "system"] {
        fs::create_dir_all(work.join(place)).map_err(problem)?;
    }
    apt(&work, &["update"])?;
    apt(&work, &[&["install", "--yes", "--download-only", "--no-install-recommends"], packages].concat())?;
    let system = work.join("system");
    for archive in fs::read_dir(work.join("archives")).map_err(problem)?.flatten() {
        let archive = archive.path();
        if archive.extension().is_some_and(|extension| extension == "deb") {
            run("dpkg-deb", &["--extract", &archive.to_string_lossy(), &system.to_string_lossy()])?;
        }
    }
    // What was unpacked before is complete only together with what was missing.
    if folder.exists() {
        run(
            "cp",
            &["--archive", "--no-clobber", &format!("{}/.", folder.display()), &system.to_string_lossy()],
        )?;
        fs::remove_dir_all(folder).map_err(problem)?;
    }
    fs::rename(&system, folder).map_err(problem)?;
    fs::remove_dir_all(&work).map_err(problem)
}

/// Runs apt-get with everything that it writes in a folder of ours. It only reads which packages the system has.
fn apt(work: &Path, arguments: &[&str]) -> Result<(), String> {
    let place = |name: &str, folder: &str| format!("--option={name}={}/{folder}", work.display());
    let options = [
        place("Dir::State::lists", "lists"),
        place("Dir::Cache", "cache"),
        place("Dir::Cache::archives", "archives"),
        place("Dir::Log", "log"),
        // The locks are the system's, and its user for downloads cannot write here.
        "--option=Debug::NoLocking=1".to_owned(),
        "--option=APT::Sandbox::User=".to_owned(),
        "--quiet".to_owned(),
    ];
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    run("apt-get", &[&options, arguments].concat())
}
