//! `cargo xtask test` and `cargo xtask perft`

use crate::browser::browser;
use crate::peers::peers;
use crate::run::{run, run_with, works};
use crate::services::install;
use crate::tidy::tidy;

/// Everything that must hold before a change lands. The tests come last, so that what is read at the end is
/// the test runner's own summary.
pub(crate) fn test() -> Result<(), String> {
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    run("cargo", &["fmt", "--all", "--check"])?;
    run("cargo", &["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    let strict = [("RUSTDOCFLAGS", "--deny warnings")];
    run_with("cargo", &["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"], &strict)?;
    tidy()?;
    peers()?;
    browser("")?;
    install()?;
    // What happens at tables and on the site, once more on three nodes over PostgreSQL and NATS behind nginx.
    let nodes = [("CROWNHEAD_TEST_SITE", "nodes"), ("CROWNHEAD_TEST_DATABASE", "postgres")];
    run_with("cargo", &["test", "--package", "server", "--test", "hall", "--test", "site"], &nodes)?;
    run("cargo", &["test", "--workspace"])
}

/// The node tables up to a thousand million nodes, with everything optimised.
pub(crate) fn perft() -> Result<(), String> {
    let nodes = [("CROWNHEAD_PERFT_NODES", "1000000000")];
    run_with(
        "cargo",
        &["test", "--release", "--package", "draughts", "--test", "perft", "--", "--nocapture"],
        &nodes,
    )
}

/// Adds a part of the toolchain that a bare machine may lack.
fn component(command: &str, name: &str) -> Result<(), String> {
    if works("cargo", &[command, "--version"]) {
        return Ok(());
    }
    run("rustup", &["component", "add", name])
}
