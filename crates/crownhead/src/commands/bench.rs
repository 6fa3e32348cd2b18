//! `crownhead bench`

use std::collections::BTreeMap;
use std::io::Write;

use draughts::Rules;
use engine::{BenchResult, Speedup};

use crate::failure::Failure;

pub(crate) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let (mut seconds, mut boards) = (0.0, BTreeMap::<String, (u64, f64)>::new());
    let mut told = Ok(());
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
        if told.is_ok() {
            told = line;
        }
        eprintln!(
            "{:17} {:6.2} million nodes a second",
            position.rules,
            *nodes as f64 / time.max(1e-9) / 1e6
        );
    });
    told?;
    for (board, (nodes, time)) in boards {
        eprintln!("{board:17} {:6.2} million nodes a second", nodes as f64 / time.max(1e-9) / 1e6);
    }
    eprintln!("{seconds:.2} s, {:.2} million nodes a second", total as f64 / seconds.max(1e-9) / 1e6);
    Ok(writeln!(out, "{total}")?)
}

pub(crate) fn speedup(threads: u16, out: &mut impl Write) -> Result<(), Failure> {
    let mut told = Ok(());
    let median = engine::speedup(threads.into(), |speedup| {
        let Speedup { position, one_thread: alone, all_threads: together, .. } = speedup;
        let (alone, together) = (alone.as_secs_f64(), together.as_secs_f64());
        let line = writeln!(
            out,
            "{:17} {alone:6.2} s, {together:6.2} s: {:.2} times sooner",
            position.rules,
            speedup.ratio()
        );
        if told.is_ok() {
            told = line;
        }
    });
    told?;
    Ok(writeln!(out, "{median:.2} times sooner with {threads} threads, the median")?)
}
