//! `cargo xtask crash`, `load`, `start`, `chaos` and `rolling`: the site tried as its clients do, everything optimised.

use crate::root;
use crate::run::run;
use crate::services;

/// Runs a trial against the program, with more arguments for the trial.
pub(crate) fn trial(name: &str, arguments: &[&str]) -> Result<(), String> {
    if matches!(name, "load" | "chaos" | "rolling") {
        services::install()?;
    }
    run("cargo", &["build", "--quiet", "--release", "--package", "crownhead", "--package", "trial"])?;
    let program = |name: &str| {
        let path = root().join("target/release").join(name);
        path.to_str().map(str::to_owned).ok_or("the folder has a name that is not UTF-8")
    };
    let (site, trial) = (program("crownhead")?, program("trial")?);
    run(&trial, &[&[name, "--program", &site], arguments].concat())
}
