//! `cargo xtask browser`: the pages in a real browser, and the types of their scripts.

use std::fs;
use std::path::PathBuf;

use crate::root;
use crate::run::{run, run_in, works};

/// Plays on the pages as people do. A part of a name runs only those tests.
pub(crate) fn browser(part: &str) -> Result<(), String> {
    eprintln!("── browser");
    let (folder, program) = prepare()?;
    run_in(&folder, "node", &["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"])?;
    run_in(&folder, "node", &["run.mjs", &program, &folder.display().to_string(), part])
}

/// Takes the pictures of the documents anew.
pub(crate) fn pictures() -> Result<(), String> {
    let (folder, program) = prepare()?;
    let pictures = root().join("docs/pictures");
    fs::create_dir_all(&pictures).map_err(|error| format!("{}: {error}", pictures.display()))?;
    let (here, pictures) = (folder.display().to_string(), pictures.display().to_string());
    run_in(&folder, "node", &["pictures.mjs", &program, &here, &pictures])
}

/// The folder with all that the scripts need, and the program they try.
fn prepare() -> Result<(PathBuf, String), String> {
    if !works("chromium", &["--version"]) {
        // On a bare machine the lists of packages may be missing, too.
        let _ = run("apt-get", &["update", "--quiet"]);
        run("apt-get", &["install", "--yes", "--quiet", "--no-install-recommends", "chromium"])?;
    }
    let (ours, folder) = (root().join("xtask/browser"), root().join("target/browser"));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in
        ["package.json", "tsconfig.json", "harness.mjs", "tests.mjs", "people.mjs", "run.mjs", "pictures.mjs"]
    {
        fs::copy(ours.join(name), folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    run_in(&folder, "npm", &["install", "--silent", "--no-audit", "--no-fund"])?;
    run("cargo", &["build", "--quiet", "--package", "crownhead"])?;
    let program = root().join("target/debug/crownhead");
    Ok((folder, program.display().to_string()))
}
