//! Every move of a recorded game, judged.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use draughts::Rules;
use engine::{Engine, Score};
use pdn::Record;
use serde::Serialize;
use texts::{FailureText, Language, Render};

use super::{limits, texts};
use crate::args::AnalyseArgs;
use crate::commands::replay::beginning;
use crate::failure::Failure;

/// A move of the game, for other programs.
#[derive(Serialize)]
struct TurnJson {
    /// Its number among the moves of both sides, from 1.
    ply: usize,
    number: String,
    played: String,
    /// Hundredths of a man, for the side that moved, with best play.
    score: i32,
    /// Turns to a win (above 0) or loss that was seen to its end.
    ends_in: Option<i32>,
    /// The line of best play.
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
    let mut game = beginning(record, &replay)?;
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
            let text = texts(game.position(), std::slice::from_ref(&played.played)).join(" ");
            let turn = TurnJson {
                ply: i + 1,
                number,
                played: text,
                score: info.score.centimen(),
                ends_in: info.score.plies_to_end(),
                best: texts(game.position(), &info.line),
            };
            tell(&turn, info.score, args.json, out)?;
        }
        if game.play(&played.played).is_err() {
            break;
        }
    }
    match &replay.failure {
        None => Ok(()),
        Some(failure) => {
            eprintln!("{}", failure.render(&replay.reading, language));
            Err(Failure::Found)
        }
    }
}

fn tell(turn: &TurnJson, score: Score, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if json {
        writeln!(out, "{}", serde_json::to_string(turn).map_err(std::io::Error::from)?)?;
    } else {
        let TurnJson { number, played, best, .. } = turn;
        let mark = if best.first() == Some(played) { ' ' } else { '≠' };
        writeln!(out, "{number}: {played:<8} {:>7} {mark} {}", score.to_string(), best.join(" "))?;
    }
    Ok(out.flush()?)
}
