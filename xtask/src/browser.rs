//! `cargo xtask browser`, `pictures` and `measure`: the pages in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use crate::command::{command, run};
use crate::{program, root, system};

/// Checks the types of the scripts, then runs the browser tests whose names contain `filter`.
pub(crate) fn test(filter: &str) -> Result<(), String> {
    eprintln!("── browser");
    let folder = prepare()?;
    run(node(&folder, "node_modules/typescript/bin/tsc").args(["--project", "tsconfig.json"]))?;
    run(node(&folder, "run.mjs").arg(program::build_for_tests()?).arg(filter))
}

/// Takes the screenshots in docs/pictures.
pub(crate) fn take_pictures() -> Result<(), String> {
    let folder = prepare()?;
    let pictures = root().join("docs/pictures");
    fs::create_dir_all(&pictures).map_err(|error| format!("{}: {error}", pictures.display()))?;
    run(node(&folder, "pictures.mjs").arg(program::build_for_tests()?).arg(pictures))
}

/// Measures paint times, the delay until a move is shown, and layout shifts.
pub(crate) fn measure() -> Result<(), String> {
    let folder = prepare()?;
    run(node(&folder, "measure.mjs").arg(program::build_release("crownhead")?))
}

fn node(folder: &Path, script: &str) -> Command {
    let mut node = command("node");
    node.current_dir(folder).arg(script);
    node
}

/// Copies a folder recursively.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (source, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

/// Creates the folder with the scripts and their dependencies, and returns its path.
fn prepare() -> Result<PathBuf, String> {
    system::ensure_programs(&[("node", "nodejs"), ("npm", "npm")])?;
    // The scripts use the browser that this variable names.
    if env::var_os("CHROMIUM").is_none() {
        system::ensure_programs(&[("chromium", "chromium")])?;
    }
    let folder = root().join("target/browser");
    // Tests that were deleted must not run.
    let _ = fs::remove_dir_all(folder.join("tests"));
    copy(&root().join("xtask/browser"), &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run(command("npm").current_dir(&folder).args(["install", "--silent", "--no-audit", "--no-fund"]))?;
    Ok(folder)
}
