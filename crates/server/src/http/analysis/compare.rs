//! The same game by other rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use draughts::draw::MoveNumber;
use draughts::notation::{MoveStyle, move_texts};
use draughts::{Attempt, Language, Move, Position, Rules};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::at_leisure;
use super::study::{Study, step, unusable};
use crate::http::body::Body;
use crate::http::draw_view::written;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::viewer::Viewer;
use crate::proposal::{RulesChoice, check_pieces};
use crate::site::Site;

/// A game, and other rules.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareWish {
    /// The game.
    study: Study,
    /// By which other rules.
    with: RulesChoice,
}

/// What becomes of a game by other rules.
#[derive(Serialize, ToSchema)]
pub(crate) struct Compared {
    /// So many of its moves are legal by the other rules, too.
    legal: usize,
    /// The first moment at which something else could have been played, or must have been.
    first_difference: Option<Difference>,
    /// The first move that is not legal by the other rules.
    stops: Option<Stop>,
}

/// A moment at which two rule sets differ.
#[derive(Serialize, ToSchema)]
struct Difference {
    /// After so many moves.
    ply: usize,
    /// The number of the move to come.
    number: String,
    /// What only the game's own rules allow.
    only_here: Vec<String>,
    /// What only the other rules allow.
    only_there: Vec<String>,
}

/// A move that is not legal.
#[derive(Serialize, ToSchema)]
struct Stop {
    /// After so many moves.
    ply: usize,
    /// Its number.
    number: String,
    /// The move, as the game's own rules write it.
    text: String,
    /// Why not.
    why: String,
}

/// Replay a game by other rules: the first move that differs.
#[utoipa::path(post, path = "/api/v1/analysis/compare", tag = "analysis", request_body = CompareWish,
    responses((status = 200, body = Compared), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn compare(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(CompareWish { study, with }): Body<CompareWish>,
) -> Result<Json<Compared>, ApiError> {
    let language = viewer.language;
    at_leisure(&site, &viewer, move || compared(&study, &with.rules()?, language)).await.map(Json)
}

fn compared(study: &Study, other: &Rules, language: Language) -> Result<Compared, ApiError> {
    let mut game = study.start()?;
    let mut there = set_up(game.position(), other)?;
    let first = game.rules().rule_set().start.first_move;
    let mut result = Compared { legal: 0, first_difference: None, stops: None };
    // A study goes on past what ends a game, and counts on.
    let opening = game.position().clone();
    for ply in 0..=study.moves.len() {
        let number = written(numbered(&opening, ply), first);
        if result.first_difference.is_none() {
            result.first_difference = difference(game.position(), &there, ply, &number);
        }
        let Some(text) = study.moves.get(ply) else { break };
        step(&mut game, text).map_err(|why| unusable(format!("Move {}, {text:?}: {why}", ply + 1)))?;
        let Some(played) = game.turns().last().map(|turn| turn.played.clone()) else { break };
        let legal = there.legal_moves();
        match legal.iter().find(|m| same(m, &played)) {
            Some(m) => there = there.play_unchecked(m),
            None => {
                let attempt = Attempt::of(&played);
                let why = match there.explain(&attempt) {
                    Err(why) => why.in_full(other, language),
                    // It goes there, but otherwise.
                    Ok(_) => String::new(),
                };
                result.stops = Some(Stop { ply, number, text: text.clone(), why });
                break;
            }
        }
        result.legal = ply + 1;
    }
    Ok(result)
}

fn numbered(opening: &Position, ply: usize) -> MoveNumber {
    let first = opening.rules().rule_set().start.first_move;
    let begun = u32::from(opening.turn() != first);
    MoveNumber::of_ply(u32::try_from(ply).unwrap_or(u32::MAX).saturating_add(begun), first)
}

/// The same position by other rules, on the same squares.
fn set_up(position: &Position, other: &Rules) -> Result<Position, ApiError> {
    let board = |rules: &Rules| {
        let board = &rules.rule_set().board;
        (
            board.width,
            board.height,
            rules.naming().squares().map(|at| rules.naming().cell(at)).collect::<Vec<_>>(),
        )
    };
    if board(position.rules()) != board(other) {
        return Err(unusable(
            "The two are played on different squares: there is nothing to compare.".to_owned(),
        ));
    }
    check_pieces(other, &position.setup())?;
    Position::new(other, &position.setup())
        .map_err(|error| unusable(format!("This position cannot be by the other rules: {error}.")))
}

fn same(one: &Move, other: &Move) -> bool {
    (one.from(), one.to(), one.captured()) == (other.from(), other.to(), other.captured())
}

fn difference(here: &Position, there: &Position, ply: usize, number: &str) -> Option<Difference> {
    let (own, others) = (here.legal_moves(), there.legal_moves());
    let only = |moves: &[Move], among: &[Move], position: &Position| -> Vec<String> {
        let texts = move_texts(moves, &MoveStyle::of(position.rules().rule_set()));
        let alone = |m: &Move| !among.iter().any(|other| same(m, other));
        moves.iter().zip(texts).filter(|(m, _)| alone(m)).map(|(_, text)| text).collect()
    };
    let (only_here, only_there) = (only(&own, &others, here), only(&others, &own, there));
    let differs = !only_here.is_empty() || !only_there.is_empty();
    differs.then(|| Difference { ply, number: number.to_owned(), only_here, only_there })
}
