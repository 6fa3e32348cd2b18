//! `cargo xtask crash`, `load`, `attack`, `start`, `chaos`, `rolling`, `archive` and `site-size`: test scenarios against an
//! optimised site.

use crate::command::{command, run};
use crate::{program, services};

/// Runs a scenario of `harness`, with further arguments for it.
pub(crate) fn run_scenario(name: &str, arguments: &[&str]) -> Result<(), String> {
    if matches!(name, "load" | "chaos" | "rolling" | "archive") {
        services::ensure_available()?;
    }
    let site = program::build_release("crownhead")?;
    let mut scenario = command(program::build_release("harness")?);
    scenario.arg("--program").arg(site).arg(name);
    if matches!(name, "archive" | "site-size") {
        scenario.arg("--generator").arg(program::build_release("fixtures")?);
    }
    run(scenario.args(arguments))
}

/// Fills a new database with a site of `games` generated games.
pub(crate) fn generate_site(games: &str, database: &str) -> Result<(), String> {
    run(command(program::build_release("fixtures")?).args([games, database]))
}
