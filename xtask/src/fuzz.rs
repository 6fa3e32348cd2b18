//! `cargo xtask fuzz`: libFuzzer on the stable toolchain.

use std::fs;

use draughts::notation::{MoveStyle, move_texts};
use draughts::{Position, Rules, variant};

use crate::command::{command, output, run};
use crate::root;

/// The compiler flags of cargo-fuzz, except those that need a nightly toolchain.
const COVERAGE_FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions -Coverflow-checks";

/// The fuzz targets.
const TARGETS: [&str; 7] = ["fen", "ruleset_json", "move_text", "event_log", "network", "pdn", "samples"];

/// Runs a fuzz target for a number of seconds.
pub(crate) fn fuzz(target: &str, seconds: &str) -> Result<(), String> {
    let seconds: u32 = seconds.parse().map_err(|_| format!("{seconds:?} is not a number of seconds"))?;
    write_seeds(target)?;
    let artifacts = "fuzz/artifacts/";
    fs::create_dir_all(root().join(artifacts)).map_err(|error| format!("{artifacts}: {error}"))?;
    let mut cargo = command("cargo");
    cargo.args(["run", "--quiet", "--release", "--manifest-path", "fuzz/Cargo.toml", "--bin", target]);
    // With `--target`, the flags do not apply to build scripts, which are not linked with libFuzzer.
    cargo.args(["--target", &host()?, "--", &format!("-max_total_time={seconds}")]);
    cargo.args([format!("-artifact_prefix={artifacts}"), format!("fuzz/corpus/{target}")]);
    run(cargo.env("RUSTFLAGS", COVERAGE_FLAGS))
}

/// Writes a seed for each named rule set into the corpus of a target.
fn write_seeds(target: &str) -> Result<(), String> {
    if !TARGETS.contains(&target) {
        return Err(format!("unknown fuzz target {target:?}; the targets are {}", TARGETS.join(", ")));
    }
    let folder = root().join("fuzz/corpus").join(target);
    let with_path = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(with_path)?;
    for (number, rules) in variant::ALL.into_iter().enumerate() {
        let position = Position::initial(&Rules::from(rules));
        let first_move = || {
            let moves = position.legal_moves();
            move_texts(&position, &moves, &MoveStyle::of(position.rules()))
                .first()
                .cloned()
                .unwrap_or_default()
        };
        let seed = match target {
            "fen" => [&[number as u8], position.fen().as_bytes()].concat(),
            "ruleset_json" => serde_json::to_vec(rules.rule_set()).map_err(|error| error.to_string())?,
            "move_text" => [&[number as u8, 7], first_move().as_bytes()].concat(),
            "event_log" => [&[number as u8, number as u8][..], &[99, 0, 7].repeat(60)].concat(),
            "samples" => samples_seed(Rules::from(rules).board_len() as u8),
            "network" => network_seed(&rules.rule_set().board, position.rules().square_names().len() as u8),
            _ => {
                let text = first_move();
                format!("[Variant \"{}\"]\n1. {text} {{a}} (1. {text}) $1 *\n", rules.id).into_bytes()
            }
        };
        fs::write(folder.join(rules.id.as_ref()), seed).map_err(with_path)?;
    }
    Ok(())
}

/// Returns a drawn game with one sample, a man on the first square, on a board of this many squares.
fn samples_seed(squares: u8) -> Vec<u8> {
    let mut seed = vec![squares, 1, 1, 0, 25, 0, 0];
    seed.extend((0..squares.div_ceil(8)).map(|byte| u8::from(byte == 0)));
    seed.push(0);
    seed
}

/// Returns a network file for a board, with 16 accumulators, 8 hidden neurons, 1 bucket and no knowledge.
fn network_seed(board: &draughts::ruleset::Board, squares: u8) -> Vec<u8> {
    let (accumulators, hidden, features) = (16, 8, 4 * usize::from(squares));
    let sizes = [1, board.width, board.height, squares, 1, 24, accumulators, 0, hidden, 0, 100, 0];
    let [accumulators, hidden] = [accumulators, hidden].map(usize::from);
    let narrow = 2 * (features * accumulators + accumulators + features + hidden);
    // The lengths of the texts, the weights, and the checksum, which the target corrects.
    let zeros = 8 + narrow + hidden * 2 * accumulators + 4 * (hidden + 1) + 8;
    [&b"CHNETWRK"[..], &sizes, &vec![0; zeros]].concat()
}

/// Returns the target triple of the host.
fn host() -> Result<String, String> {
    let text = output(command("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV does not name the host".to_owned())
}
