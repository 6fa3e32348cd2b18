//! Analyses every move of a recorded game.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use draughts::{Event, Rules};
use engine::{Engine, Score};
use pdn::Record;
use serde::Serialize;
use texts::{FailureText, Language, Render, RenderByRules};

use super::{limits, percent, render_line, winning_chance};
use crate::args::AnalyseArgs;
use crate::commands::replay::{initial_game, nodes_of};
use crate::failure::Failure;

/// An analysed move as JSON.
#[derive(Serialize)]
struct MoveJson {
    /// Ply of the game, from 1.
    ply: usize,
    /// Move number and side, such as `1 (White)`.
    number: String,
    /// The move that was played.
    played: String,
    /// Score of the best move in centimen, for the side to move.
    score: i32,
    /// Plies to a proven win (positive) or loss (negative).
    ends_in: Option<i32>,
    /// Winning chances of the side to move, 0 to 1; absent with the hand-made evaluation.
    winning_chance: Option<f64>,
    /// The principal variation.
    best: Vec<String>,
}

pub(super) fn run(
    engine: &Engine,
    record: &Record,
    rules: Option<&Rules>,
    args: &AnalyseArgs,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let replay = pdn::replay(record, rules);
    let mut game = initial_game(record, &replay)?;
    if replay.moves.is_empty() && replay.failure.is_none() {
        return Err(Failure::Input(format!("game {} has no moves", args.game)));
    }
    let stop = AtomicBool::new(false);
    for (i, played) in replay.moves.iter().enumerate() {
        if game.outcome().is_some() {
            break;
        }
        let number = game.number_of(i).render(language);
        if let Some(info) = engine.search(&game, limits(args), &stop, |_| {}).info {
            let analysed = MoveJson {
                ply: i + 1,
                number: number.clone(),
                // `render_line` takes legal moves only; with huffing, the played move may break a duty.
                played: game.position().move_text(&played.played),
                score: info.score.centimen(),
                ends_in: info.score.plies_to_end(),
                winning_chance: winning_chance(&info),
                best: render_line(game.position(), &info.pv),
            };
            print_move(&analysed, info.score, args.json, out)?;
        }
        let side = game.position().turn();
        let huffed =
            nodes_of(record, &replay, i).iter().find_map(|node| node.huffed(&replay.reading.square_names));
        let mut applied = game.play(&played.played);
        if let Some(square) = huffed {
            applied = applied.and_then(|()| game.apply(Event::Huff { by: !side, square }));
        }
        if let Err(refusal) = applied {
            let reason = refusal.render(game.rules(), language);
            return Err(Failure::Input(format!("game {}, {number}: {reason}", args.game)));
        }
    }
    match &replay.failure {
        None => Ok(()),
        Some(failure) => {
            eprintln!("{}", failure.render(&replay.reading, language));
            Err(Failure::Reported)
        }
    }
}

fn print_move(analysed: &MoveJson, score: Score, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if json {
        writeln!(out, "{}", serde_json::to_string(analysed).map_err(std::io::Error::from)?)?;
    } else {
        let MoveJson { number, played, best, winning_chance, .. } = analysed;
        let chance = percent(*winning_chance);
        let mark = if best.first() == Some(played) { ' ' } else { '≠' };
        writeln!(out, "{number}: {played:<8} {:>7} {chance} {mark} {}", score.to_string(), best.join(" "))?;
    }
    Ok(out.flush()?)
}
