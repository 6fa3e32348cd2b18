//! `crownhead bench`

use std::collections::BTreeMap;
use std::io::Write;

use draughts::Rules;
use engine::{BenchResult, Speedup};

use crate::failure::Failure;

pub(crate) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let (mut seconds, mut boards) = (0.0, BTreeMap::<String, (u64, f64)>::new());
    let mut written = Ok(());
    let total = engine::bench(|BenchResult { position, nodes, time, .. }| {
        let time = time.as_secs_f64();
        seconds += time;
        if let Ok(rules) = Rules::named(position.rules) {
            let board = rules.rule_set().board;
            let sum = boards.entry(format!("{}x{}", board.width, board.height)).or_default();
            *sum = (sum.0 + nodes, sum.1 + time);
        }
        let fen = position.fen.unwrap_or("start");
        let line = writeln!(out, "{:17} depth {:2}  {nodes:>10}  {fen}", position.rules, position.depth);
        if written.is_ok() {
            written = line;
        }
        eprintln!("{:17} {:6.2} million nodes per second", position.rules, speed(*nodes, time));
    });
    written?;
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

pub(crate) fn speedup(threads: u16, out: &mut impl Write) -> Result<(), Failure> {
    let mut written = Ok(());
    let median = engine::speedup(threads.into(), |speedup| {
        let Speedup { position, one_thread: alone, all_threads: together, .. } = speedup;
        let (alone, together) = (alone.as_secs_f64(), together.as_secs_f64());
        let line = writeln!(
            out,
            "{:17} {alone:6.2} s, {together:6.2} s: speedup {:.2}",
            position.rules,
            speedup.ratio()
        );
        if written.is_ok() {
            written = line;
        }
    });
    written?;
    Ok(writeln!(out, "median speedup with {threads} threads: {median:.2}")?)
}
