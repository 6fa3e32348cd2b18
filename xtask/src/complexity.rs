//! `cargo xtask complexity`: the CPU time of requests about costly positions.

use crate::command::{command, run};

/// Measures composed positions, and positions of each named rule set found by hill climbing. Passes the arguments to the
/// benchmark.
pub(crate) fn measure(arguments: &[&str]) -> Result<(), String> {
    let bench = ["bench", "--package", "draughts", "--bench", "complexity", "--"];
    run(command("cargo").args(bench).args(arguments))
}
