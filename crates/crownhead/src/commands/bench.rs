//! Measures the engine on fixed positions: node counts, speed, and speedup by threads.

use std::collections::BTreeMap;
use std::io::Write;

use draughts::Rules;
use engine::{BenchResult, Speedup};

use crate::failure::Failure;

/// Searches the benchmark positions. Prints the node counts and the signature, and the speed on standard error.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let (mut seconds, mut boards) = (0.0, BTreeMap::<String, (u64, f64)>::new());
    let mut result = Ok(());
    let total = engine::bench(|BenchResult { position, nodes, time, .. }| {
        let time = time.as_secs_f64();
        seconds += time;
        if let Ok(rules) = Rules::named(position.rules) {
            let board = rules.rule_set().board;
            let (board_nodes, board_seconds) =
                boards.entry(format!("{}x{}", board.width, board.height)).or_default();
            *board_nodes += nodes;
            *board_seconds += time;
        }
        let fen = position.fen.unwrap_or("start");
        let line = writeln!(out, "{:17} depth {:2}  {nodes:>10}  {fen}", position.rules, position.depth);
        if result.is_ok() {
            result = line;
        }
        eprintln!("{:17} {:6.2} million nodes per second", position.rules, speed(*nodes, time));
    });
    result?;
    let total = total.map_err(Failure::input)?;
    for (board, (nodes, time)) in boards {
        eprintln!("{board:17} {:6.2} million nodes per second", speed(nodes, time));
    }
    eprintln!("{seconds:.2} s, {:.2} million nodes per second", speed(total, seconds));
    Ok(writeln!(out, "{total}")?)
}

/// Returns the speed in million nodes per second.
fn speed(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9) / 1e6
}

/// Measures the speed-up by threads. Prints it per position, and the median.
pub(crate) fn speedup(threads: u16, out: &mut impl Write) -> Result<(), Failure> {
    let mut result = Ok(());
    let median = engine::speedup(threads.into(), |speedup| {
        let Speedup { position, one_thread, all_threads, .. } = speedup;
        let (one_thread, all_threads) = (one_thread.as_secs_f64(), all_threads.as_secs_f64());
        let line = writeln!(
            out,
            "{:17} {one_thread:6.2} s, {all_threads:6.2} s: speedup {:.2}",
            position.rules,
            speedup.ratio()
        );
        if result.is_ok() {
            result = line;
        }
    });
    result?;
    let median = median.map_err(Failure::input)?;
    Ok(writeln!(out, "median speedup with {threads} threads: {median:.2}")?)
}
