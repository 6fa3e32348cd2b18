//! `cargo xtask crash`, `load`, `start`, `chaos`, `rolling` and `archive`: the site tried as its clients do, everything optimised.

use crate::root;
use crate::run::run;
use crate::services;

/// Runs a trial against the program, with more arguments for the trial.
pub(crate) fn trial(name: &str, arguments: &[&str]) -> Result<(), String> {
    if matches!(name, "load" | "chaos" | "rolling" | "archive") {
        services::install()?;
    }
    let (site, trial) = (built("crownhead")?, built("trial")?);
    let mut all = vec![name, "--program", &site];
    let maker = if name == "archive" { built("specimen")? } else { String::new() };
    if !maker.is_empty() {
        all.extend(["--maker", &maker]);
    }
    run(&trial, &[&all, arguments].concat())
}

/// Makes up a site with so many games in a database.
pub(crate) fn site(games: &str, database: &str) -> Result<(), String> {
    run(&built("specimen")?, &[games, database])
}

/// Builds a program of the workspace; says where it is.
fn built(name: &str) -> Result<String, String> {
    run("cargo", &["build", "--quiet", "--release", "--package", name])?;
    let path = root().join("target/release").join(name);
    path.to_str().map(str::to_owned).ok_or_else(|| "the folder has a name that is not UTF-8".to_owned())
}
