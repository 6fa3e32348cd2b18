//! `cargo xtask fuzz`: libFuzzer on the stable toolchain.

use std::fs;
use std::process::Command;

use draughts::notation::{MoveStyle, move_texts};
use draughts::{Position, Rules, variant};

use crate::run::run_with;

/// What cargo-fuzz would pass to the compiler, less what needs a nightly one.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions -Coverflow-checks";

/// Runs a fuzz target for so many seconds.
pub(crate) fn fuzz(target: &str, seconds: &str) -> Result<(), String> {
    let seconds: u32 = seconds.parse().map_err(|_| format!("{seconds:?} is not a number of seconds"))?;
    plant(target)?;
    let limit = format!("-max_total_time={seconds}");
    let corpus = format!("fuzz/corpus/{target}");
    // With the target named, the flags are kept from build scripts, which are not linked with libFuzzer.
    let host = host()?;
    let manifest = "fuzz/Cargo.toml";
    let cargo =
        ["run", "--quiet", "--release", "--target", &host, "--manifest-path", manifest, "--bin", target];
    let artifacts = "fuzz/artifacts/";
    fs::create_dir_all(crate::root().join(artifacts)).map_err(|error| format!("{artifacts}: {error}"))?;
    let found = format!("-artifact_prefix={artifacts}");
    run_with("cargo", &[&cargo[..], &["--", &limit, &found, &corpus]].concat(), &[("RUSTFLAGS", COVERAGE)])
}

/// The targets, each a law.
pub(crate) const TARGETS: [&str; 5] = ["fen", "ruleset_json", "move_text", "event_log", "pdn"];

/// Something to start from, made of every named rule set.
fn plant(target: &str) -> Result<(), String> {
    if !TARGETS.contains(&target) {
        return Err(format!("there is no fuzz target {target:?}; there are {}", TARGETS.join(", ")));
    }
    let folder = crate::root().join("fuzz/corpus").join(target);
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(problem)?;
    for (number, rules) in variant::ALL.into_iter().enumerate() {
        let position = Position::initial(&Rules::from(rules));
        let first = || {
            let moves = position.legal_moves();
            move_texts(&position, &moves, &MoveStyle::of(position.rules()))
                .first()
                .cloned()
                .unwrap_or_default()
        };
        let seed = match target {
            "fen" => [&[number as u8], position.fen().as_bytes()].concat(),
            "ruleset_json" => serde_json::to_vec(rules.rule_set()).map_err(|error| error.to_string())?,
            "move_text" => [&[number as u8, 7], first().as_bytes()].concat(),
            "event_log" => [&[number as u8, number as u8][..], &[99, 0, 7].repeat(60)].concat(),
            _ => format!("[Variant \"{}\"]\n1. {} {{a}} (1. {}) $1 *\n", rules.id, first(), first())
                .into_bytes(),
        };
        fs::write(folder.join(rules.id.as_ref()), seed).map_err(problem)?;
    }
    Ok(())
}

/// The machine that the compiler runs on, as it calls it.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "rustc -vV does not name the host".to_owned())
}
