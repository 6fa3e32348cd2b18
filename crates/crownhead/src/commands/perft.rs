//! `crownhead perft`: counts the nodes of the move tree at each depth.

use std::io::Write;
use std::time::Instant;

use draughts::notation::{MoveStyle, move_texts};

use super::input;
use crate::args::PositionArgs;
use crate::failure::Failure;

pub(crate) fn run(
    args: &PositionArgs,
    depth: u32,
    divide: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (position, notation) = input::position(args)?;
    for depth in 1..=depth {
        let start = Instant::now();
        let nodes = position.perft(depth);
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "{depth} {nodes}")?;
        out.flush()?;
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        eprintln!("depth {depth}: {seconds:.3} s, {speed:.1} million nodes per second");
    }
    if divide {
        let moves = position.legal_moves();
        let style = MoveStyle::of(position.rules());
        let style = notation.map_or(style.clone(), |names| style.with(names));
        let texts = move_texts(&position, &moves, &style);
        for (m, text) in moves.iter().zip(texts) {
            writeln!(out, "{text} {}", position.play_unchecked(m).perft(depth - 1))?;
        }
    }
    Ok(())
}
