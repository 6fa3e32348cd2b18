//! `crownhead analyse`

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::notation::{Fen, MoveStyle, move_texts};
use draughts::{Game, Move, Position};
use engine::{Engine, Info, Limits, Options};
use serde::Serialize;

use super::input;
use crate::args::PositionArgs;
use crate::failure::Failure;

/// What the engine found at one depth, for other programs.
#[derive(Serialize)]
struct InfoJson {
    depth: u32,
    /// Hundredths of a man, for the side to move.
    score: i32,
    /// Turns to a win (above 0) or loss that was seen to its end.
    ends_in: Option<i32>,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
}

/// Three seconds, unless something is asked for.
pub(crate) fn limits(time: Option<f64>, depth: Option<u32>, nodes: Option<u64>) -> Limits {
    let nothing = time.is_none() && depth.is_none() && nodes.is_none();
    let seconds = time.or(nothing.then_some(3.0));
    Limits { time: seconds.map(Duration::from_secs_f64), depth, nodes, ..Limits::default() }
}

pub(crate) fn run(
    args: &PositionArgs,
    limits: Limits,
    options: Options,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = input::rules(&args.rules)?;
    let game = match &args.fen {
        None => Game::new(&rules),
        Some(fen) => {
            let fen = Fen::parse(&fen.to_string_lossy(), &rules.naming()).map_err(Failure::input)?;
            Game::of_fen(&rules, &fen).map_err(Failure::input)?
        }
    };
    let engine = Engine::new(options).map_err(Failure::input)?;
    if let Some(outcome) = game.outcome() {
        return Ok(writeln!(out, "{}", outcome.tell(draughts::Language::English))?);
    }
    let mut told = Ok(());
    let report = engine.search(&game, limits, &AtomicBool::new(false), |info| {
        if told.is_ok() {
            told = tell(info, game.position(), json, out);
        }
    });
    told?;
    if let Some(best) = report.best.filter(|_| !json) {
        writeln!(out, "{}", texts(game.position(), &[best]).join(" "))?;
    }
    Ok(())
}

fn tell(info: &Info, position: &Position, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let line = texts(position, &info.line);
    let seconds = info.time.as_secs_f64();
    if json {
        let info = InfoJson {
            depth: info.depth,
            score: info.score.hundredths(),
            ends_in: info.score.turns_to_the_end(),
            nodes: info.nodes,
            seconds,
            line,
        };
        writeln!(out, "{}", serde_json::to_string(&info).map_err(std::io::Error::from)?)?;
    } else {
        let (depth, score, nodes) = (info.depth, info.score, info.nodes);
        writeln!(
            out,
            "{depth:>3}  {:>7}  {nodes:>12}  {seconds:>7.2} s  {}",
            score.to_string(),
            line.join(" ")
        )?;
    }
    Ok(out.flush()?)
}

/// The moves of a line, each as its position writes it.
fn texts(position: &Position, line: &[Move]) -> Vec<String> {
    let style = MoveStyle::of(position.rules().rule_set());
    let mut position = position.clone();
    let mut texts = Vec::new();
    for m in line {
        let legal = position.legal_moves();
        let Some(place) = legal.iter().position(|other| other == m) else { break };
        texts.push(move_texts(&legal, &style)[place].clone());
        position = position.play_unchecked(m);
    }
    texts
}
