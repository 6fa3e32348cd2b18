//! The programs of the workspace, built to be run by tests and trials.

use crate::root;
use crate::run::run;

/// Builds the program as the tests do, and returns its path. The whole workspace is selected, so that dependencies have the
/// features that they have in the tests, and are not built a second time.
pub(crate) fn for_tests() -> Result<String, String> {
    run("cargo", &["build", "--quiet", "--workspace", "--bin", "crownhead"])?;
    path("target/debug/crownhead")
}

/// Builds a program as it is released, and returns its path.
pub(crate) fn released(name: &str) -> Result<String, String> {
    run("cargo", &["build", "--quiet", "--release", "--package", name])?;
    path(&format!("target/release/{name}"))
}

fn path(program: &str) -> Result<String, String> {
    let path = root().join(program);
    path.to_str().map(str::to_owned).ok_or_else(|| "the folder has a name that is not UTF-8".to_owned())
}
