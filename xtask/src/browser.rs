//! `cargo xtask browser`: the pages in a real browser, and the types of their scripts.

use std::fs;

use crate::root;
use crate::run::{run, run_in, works};

/// Plays on the pages as people do. A part of a name runs only those tests.
pub(crate) fn browser(part: &str) -> Result<(), String> {
    eprintln!("── browser");
    if !works("chromium", &["--version"]) {
        // On a bare machine the lists of packages may be missing, too.
        let _ = run("apt-get", &["update", "--quiet"]);
        run("apt-get", &["install", "--yes", "--quiet", "--no-install-recommends", "chromium"])?;
    }
    let (ours, folder) = (root().join("xtask/browser"), root().join("target/browser"));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in ["package.json", "tsconfig.json", "harness.mjs", "tests.mjs", "run.mjs"] {
        fs::copy(ours.join(name), folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    run_in(&folder, "npm", &["install", "--silent", "--no-audit", "--no-fund"])?;
    run_in(&folder, "node", &["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"])?;
    run("cargo", &["build", "--quiet", "--package", "crownhead"])?;
    let program = root().join("target/debug/crownhead");
    let (program, here) = (program.display().to_string(), folder.display().to_string());
    run_in(&folder, "node", &["run.mjs", &program, &here, part])
}
