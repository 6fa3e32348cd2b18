//! The samples in `deploy/` use only existing settings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Reads a file of `deploy/`.
fn deploy(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs the program; returns whether it succeeded, and its output.
fn crownhead(arguments: &[&str]) -> (bool, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_crownhead")).args(arguments).output().expect("the program starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

/// Returns the environment variables in the help of a command.
fn variables(command: &str) -> BTreeSet<String> {
    let (_, help) = crownhead(&[command, "--help"]);
    let named = help.split("[env: ").skip(1).filter_map(|rest| rest.split('=').next());
    named.map(str::to_owned).collect()
}

/// Returns the arguments in the command line of a unit, for the instance `8081`.
fn arguments(unit: &str) -> Vec<String> {
    let text = deploy(unit);
    let line = text.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/crownhead "));
    let line = line.unwrap_or_else(|| panic!("{unit} does not start crownhead")).replace("%i", "8081");
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn sample_settings_exist() {
    let known: BTreeSet<String> = variables("serve").union(&variables("worker")).cloned().collect();
    let sample = deploy("crownhead.env.example");
    // Settings in comments are samples, too.
    let lines = sample.lines().map(|line| line.trim_start_matches('#'));
    let named: BTreeSet<String> = lines
        .filter(|line| line.starts_with("CROWNHEAD_"))
        .filter_map(|line| line.split('=').next().map(str::to_owned))
        .collect();
    assert!(named.len() >= 7, "{named:?}");
    assert!(named.is_subset(&known), "{:?}", named.difference(&known));
    for setting in ["CROWNHEAD_DATABASE=postgres://", "CROWNHEAD_BUS=nats://", "CROWNHEAD_ORIGIN=https://"] {
        assert!(sample.lines().any(|line| line.starts_with(setting)), "{setting}");
    }
}

#[test]
fn units_use_existing_variables_and_arguments() {
    for unit in ["crownhead.service", "crownhead@.service", "crownhead-worker@.service"] {
        let arguments = arguments(unit);
        let known = variables(&arguments[0]);
        let text = deploy(unit);
        for line in text.lines().filter_map(|line| line.strip_prefix("Environment=")) {
            let name = line.split('=').next().unwrap_or_default();
            assert!(known.contains(name), "{unit}: {name}");
        }
        let mut all: Vec<&str> = arguments.iter().map(String::as_str).collect();
        all.push("--help");
        let (accepted, output) = crownhead(&all);
        assert!(accepted, "{unit}: {output}");
        // `--help` does not hide invalid arguments.
        let (accepted, output) = crownhead(&[&all[..1], &["--no-such-option"], &all[1..]].concat());
        assert!(!accepted, "{unit}: {output}");
    }
}
