//! `cargo xtask test` and `cargo xtask perft`

mod parts;
mod times;

use crate::browser::browser;
use crate::package::{Depth, package};
use crate::peers::peers;
use crate::run::{run, run_with, works};
use crate::services::provide;
use crate::source::packages;
use crate::tidy::tidy;
use parts::{Part, Selection};
use times::Times;

/// Runs the parts of the check that are asked for, all of them without arguments, up to the first that fails. Prints how long
/// each took.
pub(crate) fn test(arguments: &[&str]) -> Result<(), String> {
    let selection = Selection::parse(arguments)?;
    let mut times = Times::default();
    let outcome = run_all(&selection, &mut times);
    eprintln!("{times}");
    outcome
}

fn run_all(selection: &Selection, times: &mut Times) -> Result<(), String> {
    // What needs no tests comes first: it fails sooner.
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
        (Part::Peers, peers),
        (Part::Browser, || browser("")),
        (Part::Package, || package(Depth::Short)),
    ] {
        if selection.contains(part) {
            times.measure(part.name(), action)?;
        }
    }
    Ok(())
}

fn format() -> Result<(), String> {
    component("fmt", "rustfmt")?;
    run("cargo", &["fmt", "--all", "--check"])
}

fn lints() -> Result<(), String> {
    component("clippy", "clippy")?;
    run("cargo", &["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"])
}

fn docs() -> Result<(), String> {
    let strict = [("RUSTDOCFLAGS", "--deny warnings")];
    run_with("cargo", &["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"], &strict)
}

/// Runs the tests of the crates in some parts, in one call: what they share is built once.
fn crate_tests(parts: &[Part]) -> Result<(), String> {
    if parts.contains(&Part::Site) {
        provide()?;
    }
    if parts.len() == Part::CRATES.len() {
        return run("cargo", &["test", "--workspace"]);
    }
    let packages = packages()?;
    let chosen = packages.iter().filter(|package| parts.contains(&Part::of_crate(&package.folder())));
    let names: Vec<&str> = chosen.flat_map(|package| ["--package", package.name.as_str()]).collect();
    run("cargo", &[&["test"], &names[..]].concat())
}

/// What happens at tables and on the site, once more on three nodes over PostgreSQL and NATS behind nginx.
fn postgres() -> Result<(), String> {
    provide()?;
    let nodes = [("CROWNHEAD_TEST_SITE", "nodes"), ("CROWNHEAD_TEST_DATABASE", "postgres")];
    // Of the whole workspace, so that everything is built as for the other tests.
    run_with("cargo", &["test", "--workspace", "--test", "repository", "--test", "site"], &nodes)
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
