//! `cargo xtask test` and `cargo xtask perft`.

mod parts;
mod times;

use crate::command::{command, run, succeeds};
use crate::package::{Depth, package};
use crate::source::packages;
use crate::tidy::tidy;
use crate::{browser, peers, services};
use parts::{Part, Selection};
use times::Times;

/// Runs the selected parts of the check, or all if there are no arguments, and stops at the first failure. Prints how
/// long each part took.
pub(crate) fn test(arguments: &[&str]) -> Result<(), String> {
    let selection = Selection::parse(arguments)?;
    let mut times = Times::default();
    let outcome = run_all(&selection, &mut times);
    eprintln!("{times}");
    outcome
}

fn run_all(selection: &Selection, times: &mut Times) -> Result<(), String> {
    // The fast checks run first.
    for (part, action) in [
        (Part::Format, format as fn() -> Result<(), String>),
        (Part::Tidy, tidy),
        (Part::Lints, lints),
        (Part::Docs, docs),
    ] {
        if selection.contains(part) {
            times.measure(part.name(), action)?;
        }
    }
    let crates: Vec<Part> = Part::CRATES.into_iter().filter(|part| selection.contains(*part)).collect();
    if !crates.is_empty() {
        let names: Vec<&str> = crates.iter().map(|part| part.name()).collect();
        times.measure(&names.join(", "), || crate_tests(&crates))?;
    }
    for (part, action) in [
        (Part::Postgres, postgres as fn() -> Result<(), String>),
        (Part::Peers, peers::test),
        (Part::Browser, || browser::test("")),
        (Part::Package, || package(Depth::Short)),
    ] {
        if selection.contains(part) {
            times.measure(part.name(), action)?;
        }
    }
    Ok(())
}

fn format() -> Result<(), String> {
    ensure_component("fmt", "rustfmt")?;
    run(command("cargo").args(["fmt", "--all", "--check"]))
}

fn lints() -> Result<(), String> {
    ensure_component("clippy", "clippy")?;
    let arguments = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    run(command("cargo").args(arguments))
}

fn docs() -> Result<(), String> {
    let arguments = ["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"];
    run(command("cargo").args(arguments).env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Runs the tests of the crates of some parts, in one call of Cargo so that shared dependencies are built once.
fn crate_tests(parts: &[Part]) -> Result<(), String> {
    if parts.contains(&Part::Site) {
        services::ensure_available()?;
    }
    if parts.len() == Part::CRATES.len() {
        return run(command("cargo").args(["test", "--workspace"]));
    }
    let packages = packages()?;
    let selected = packages.iter().filter(|package| parts.contains(&Part::of_crate(&package.folder())));
    let names: Vec<&str> = selected.flat_map(|package| ["--package", package.name.as_str()]).collect();
    run(command("cargo").arg("test").args(names))
}

/// Runs the tests of games and of the site again, on three nodes with PostgreSQL and NATS behind nginx.
fn postgres() -> Result<(), String> {
    services::ensure_available()?;
    let nodes = [("CROWNHEAD_TEST_SITE", "nodes"), ("CROWNHEAD_TEST_DATABASE", "postgres")];
    // Select the whole workspace so that Cargo unifies features as for the other tests and rebuilds nothing.
    run(command("cargo").args(["test", "--workspace", "--test", "repository", "--test", "site"]).envs(nodes))
}

/// Checks the perft tables up to 10⁹ nodes, with optimisation.
pub(crate) fn perft() -> Result<(), String> {
    let arguments = ["test", "--release", "--package", "draughts", "--test", "perft", "--", "--nocapture"];
    run(command("cargo").args(arguments).env("CROWNHEAD_PERFT_NODES", "1000000000"))
}

/// Installs a component of the toolchain if it is missing.
fn ensure_component(subcommand: &str, name: &str) -> Result<(), String> {
    if succeeds(command("cargo").args([subcommand, "--version"])) {
        return Ok(());
    }
    run(command("rustup").args(["component", "add", name]))
}
