//! `cargo xtask browser`: the pages in a real browser, and the types of their scripts.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::run::run_in;
use crate::{program, root, system};

/// Plays on the pages as people do. A part of a name runs only those tests.
pub(crate) fn browser(part: &str) -> Result<(), String> {
    eprintln!("── browser");
    let (folder, program) = prepare()?;
    run_in(&folder, "node", &["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"])?;
    run_in(&folder, "node", &["run.mjs", &program, part])
}

/// Takes the pictures of the documents anew.
pub(crate) fn pictures() -> Result<(), String> {
    let (folder, program) = prepare()?;
    let pictures = root().join("docs/pictures");
    fs::create_dir_all(&pictures).map_err(|error| format!("{}: {error}", pictures.display()))?;
    run_in(&folder, "node", &["pictures.mjs", &program, &pictures.display().to_string()])
}

/// Measures the pages: how soon one can act, how soon a move is seen, whether anything jumps.
pub(crate) fn measure() -> Result<(), String> {
    let (folder, _) = prepare()?;
    let program = program::released("crownhead")?;
    run_in(&folder, "node", &["measure.mjs", &program])
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, place) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.is_dir() {
            copy(&entry, &place)?;
        } else {
            fs::copy(&entry, &place)?;
        }
    }
    Ok(())
}

/// The folder with all that the scripts need, and the program they try.
fn prepare() -> Result<(PathBuf, String), String> {
    system::provide(&[("node", "nodejs"), ("npm", "npm")])?;
    // The scripts use another browser where this variable names it.
    if env::var_os("CHROMIUM").is_none() {
        system::provide(&[("chromium", "chromium")])?;
    }
    let (ours, folder) = (root().join("xtask/browser"), root().join("target/browser"));
    // A test that is gone must not be run any more.
    let _ = fs::remove_dir_all(folder.join("tests"));
    copy(&ours, &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run_in(&folder, "npm", &["install", "--silent", "--no-audit", "--no-fund"])?;
    Ok((folder, program::for_tests()?))
}
