//! Prints the score and the principal variation of a position, or of each move of a recorded game.

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

/// The result of one depth as JSON.
#[derive(Serialize)]
struct InfoJson {
    /// The rank of the line, from 1 (best).
    rank: usize,
    depth: u32,
    /// Score in centimen, for the side to move.
    score: i32,
    /// Plies to a proven win (positive) or loss (negative).
    ends_in: Option<i32>,
    /// Winning chances of the side to move, 0 to 1; absent with the hand-made evaluation.
    winning_chance: Option<f64>,
    nodes: u64,
    seconds: f64,
    /// The principal variation.
    line: Vec<String>,
}

pub(crate) fn run(args: &AnalyseArgs, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let rules = args.rules.as_deref().map(input::rules).transpose()?;
    let mut engine = Engine::new(args.engine.into()).map_err(Failure::input)?;
    if let Some(rules) = &rules {
        engine = engine.with_network(input::network(args.network.as_deref(), rules)?);
    }
    match (&args.pdn, rules) {
        (Some(file), rules) => {
            let record = replay::read_record(Path::new(file), args.game)?;
            record::run(&engine, &record, rules.as_ref(), args, language, out)
        }
        (None, Some(rules)) => analyse_position(&engine, &rules, args, language, out),
        (None, None) => Err(Failure::Input("add --rules with the id of a rule set".to_owned())),
    }
}

fn analyse_position(
    engine: &Engine,
    rules: &Rules,
    args: &AnalyseArgs,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = input::game(rules, args.fen.as_deref())?;
    if let Some(outcome) = game.outcome() {
        let text = outcome.render(language);
        let line = if args.json { serde_json::json!({ "over": text }).to_string() } else { text };
        return Ok(writeln!(out, "{line}")?);
    }
    let mut written = Ok(());
    let (lines, stop) = (usize::from(args.lines), AtomicBool::new(false));
    let report = engine.search_lines(&game, limits(args), lines, &stop, |info| {
        if written.is_ok() {
            written = print_info(info, game.position(), args, out);
            if written.is_err() {
                // The output is closed.
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    written?;
    if let Some(best) = report.best.filter(|_| !args.json) {
        writeln!(out, "{}", render_line(game.position(), &[best]).join(" "))?;
    }
    Ok(())
}

/// Returns the search limits that the arguments set, or 3 seconds if they set none.
fn limits(args: &AnalyseArgs) -> Limits {
    let has_no_limit = args.time.is_none() && args.depth.is_none() && args.nodes.is_none();
    let time = args.time.or(has_no_limit.then_some(Duration::from_secs(3)));
    Limits { time, depth: args.depth, nodes: args.nodes, ..Limits::default() }
}

fn print_info(
    info: &Info,
    position: &Position,
    args: &AnalyseArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let line = render_line(position, &info.pv);
    let seconds = info.time.as_secs_f64();
    if args.json {
        let info = InfoJson {
            rank: info.rank,
            depth: info.depth,
            score: info.score.centimen(),
            ends_in: info.score.plies_to_end(),
            winning_chance: winning_chance(info),
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
            "{depth:>3}{rank}  {:>7}  {}  {nodes:>12}  {seconds:>7.2} s  {}",
            score.to_string(),
            percent(winning_chance(info)),
            line.join(" ")
        )?;
    }
    Ok(out.flush()?)
}

/// Returns the winning chances of the side to move, rounded to thousandths.
fn winning_chance(info: &Info) -> Option<f64> {
    info.winning_chance().map(|chance| (1000.0 * chance).round() / 1000.0)
}

/// Returns winning chances in per cent, aligned; a dash if there are none.
fn percent(chance: Option<f64>) -> String {
    chance.map_or_else(|| format!("{:>5}", '–'), |chance| format!("{:>3.0} %", 100.0 * chance))
}

/// Returns the moves of a line in the notation of the rule set.
fn render_line(position: &Position, line: &[Move]) -> Vec<String> {
    line_texts(position, line, &MoveStyle::of(position.rules()))
}
