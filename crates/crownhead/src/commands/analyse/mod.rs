//! `crownhead analyse`

mod record;

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use draughts::notation::{MoveStyle, line_texts};
use draughts::{Move, Position, Rules};
use engine::{Engine, Info, Limits};
use serde::Serialize;
use texts::{Language, Render};

use super::{input, replay};
use crate::args::AnalyseArgs;
use crate::failure::Failure;

/// What the engine found at one depth, for other programs.
#[derive(Serialize)]
struct InfoJson {
    /// 1 is the best line.
    rank: usize,
    depth: u32,
    /// Hundredths of a man, for the side to move.
    score: i32,
    /// Turns to a win (above 0) or loss that was seen to its end.
    ends_in: Option<i32>,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
}

pub(crate) fn run(args: &AnalyseArgs, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let engine = Engine::new(args.engine.into()).map_err(Failure::input)?;
    let rules = args.rules.as_deref().map(input::rules).transpose()?;
    match (&args.pdn, rules) {
        (Some(file), rules) => {
            let record = replay::record(Path::new(file), args.game)?;
            record::run(&engine, &record, rules.as_ref(), args, language, out)
        }
        (None, Some(rules)) => position(&engine, &rules, args, language, out),
        (None, None) => Err(Failure::Input("name a rule set with --rules".to_owned())),
    }
}

fn position(
    engine: &Engine,
    rules: &Rules,
    args: &AnalyseArgs,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = input::game(rules, args.fen.as_deref())?;
    if let Some(outcome) = game.outcome() {
        let told = outcome.render(language);
        let line = if args.json { serde_json::json!({ "over": told }).to_string() } else { told };
        return Ok(writeln!(out, "{line}")?);
    }
    let mut told = Ok(());
    let (lines, stop) = (usize::from(args.lines), AtomicBool::new(false));
    let report = engine.search_lines(&game, limits(args), lines, &stop, |info| {
        if told.is_ok() {
            told = tell(info, game.position(), args, out);
            // Nobody reads on: there is nothing to think for.
            stop.fetch_or(told.is_err(), Ordering::Relaxed);
        }
    });
    told?;
    if let Some(best) = report.best.filter(|_| !args.json) {
        writeln!(out, "{}", texts(game.position(), &[best]).join(" "))?;
    }
    Ok(())
}

/// Three seconds, unless something is asked for.
fn limits(args: &AnalyseArgs) -> Limits {
    let nothing = args.time.is_none() && args.depth.is_none() && args.nodes.is_none();
    let time = args.time.or(nothing.then_some(Duration::from_secs(3)));
    Limits { time, depth: args.depth, nodes: args.nodes, ..Limits::default() }
}

fn tell(info: &Info, position: &Position, args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let line = texts(position, &info.line);
    let seconds = info.time.as_secs_f64();
    if args.json {
        let info = InfoJson {
            rank: info.rank,
            depth: info.depth,
            score: info.score.centimen(),
            ends_in: info.score.plies_to_end(),
            nodes: info.nodes,
            seconds,
            line,
        };
        writeln!(out, "{}", serde_json::to_string(&info).map_err(std::io::Error::from)?)?;
    } else {
        let (depth, score, nodes) = (info.depth, info.score, info.nodes);
        let rank = if args.lines > 1 { format!("{:>3}.", info.rank) } else { String::new() };
        writeln!(
            out,
            "{depth:>3}{rank}  {:>7}  {nodes:>12}  {seconds:>7.2} s  {}",
            score.to_string(),
            line.join(" ")
        )?;
    }
    Ok(out.flush()?)
}

/// The moves of a line, as the rules of its position write them.
fn texts(position: &Position, line: &[Move]) -> Vec<String> {
    line_texts(position, line, &MoveStyle::of(position.rules()))
}
