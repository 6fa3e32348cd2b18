//! `cargo xtask crash`, `load`, `start`, `chaos`, `rolling` and `archive`: the site tried as its clients do, everything optimised.

use crate::run::run;
use crate::{program, services};

/// Runs a trial against the program, with more arguments for the trial.
pub(crate) fn trial(name: &str, arguments: &[&str]) -> Result<(), String> {
    if matches!(name, "load" | "chaos" | "rolling" | "archive") {
        services::provide()?;
    }
    let (site, trial) = (program::released("crownhead")?, program::released("harness")?);
    let mut all = vec!["--program", &site, name];
    let generator = if name == "archive" { program::released("fixtures")? } else { String::new() };
    if !generator.is_empty() {
        all.extend(["--generator", &generator]);
    }
    run(&trial, &[&all, arguments].concat())
}

/// Makes up a site with so many games in a database.
pub(crate) fn site(games: &str, database: &str) -> Result<(), String> {
    run(&program::released("fixtures")?, &[games, database])
}
