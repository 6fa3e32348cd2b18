//! Builds the programs of the workspace for tests and measurements.

use std::path::PathBuf;

use crate::command::{command, run};
use crate::root;

/// Builds `crownhead` without optimisation and returns its path. Selects the whole workspace, so that dependencies have
/// the same features as in the tests and are not built a second time.
pub(crate) fn build_for_tests() -> Result<PathBuf, String> {
    run(command("cargo").args(["build", "--quiet", "--workspace", "--bin", "crownhead"]))?;
    Ok(root().join("target/debug/crownhead"))
}

/// Builds a program with the release profile and returns its path.
pub(crate) fn build_release(name: &str) -> Result<PathBuf, String> {
    run(command("cargo").args(["build", "--quiet", "--release", "--package", name]))?;
    Ok(root().join("target/release").join(name))
}
