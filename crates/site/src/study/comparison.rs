//! Comparison of a study under two rule sets.

use draughts::draw::MoveNumber;
use draughts::notation::{MoveStyle, move_texts};
use draughts::{Attempt, Move, PlayError, Position, Rules};
use serde::Serialize;
use utoipa::ToSchema;

use super::budget::Budget;
use super::error::{StudyError, StudyErrorKind};
use super::{Study, play_move};
use play::move_number::written;
use play::proposal::check_pieces;
use texts::{Language, WhyNotText};

/// The result of replaying a game by other rules.
#[derive(Serialize, ToSchema)]
pub(crate) struct Comparison {
    /// The number of its first moves that are legal by the other rules, too.
    legal: usize,
    /// The first position in which the legal moves differ.
    first_difference: Option<Difference>,
    /// The first move that is not legal by the other rules.
    stops: Option<Stop>,
}

/// A position in which the legal moves of two rule sets differ.
#[derive(Serialize, ToSchema)]
struct Difference {
    /// The number of moves before the position.
    ply: usize,
    /// The number of the next move.
    number: String,
    /// The moves that only the rules of the game allow.
    only_here: Vec<String>,
    /// The moves that only the other rules allow.
    only_there: Vec<String>,
}

/// A move that is not legal by the other rules.
#[derive(Serialize, ToSchema)]
struct Stop {
    /// The number of moves before it.
    ply: usize,
    /// The number of the move.
    number: String,
    /// The move in the notation of the game's own rules.
    text: String,
    /// Why it is not legal.
    why: String,
}

/// Replays a study by other rules.
pub(crate) fn compare(
    study: &Study,
    other: &Rules,
    language: Language,
    budget: &Budget<'_>,
) -> Result<Comparison, StudyError> {
    let mut game = study.start(budget)?;
    let mut position = set_up(game.position(), other)?;
    let first = game.rules().rule_set().start.first_move;
    let mut result = Comparison { legal: 0, first_difference: None, stops: None };
    // A study continues after the end of a game, and so do its move numbers.
    let opening = game.position().clone();
    for ply in 0..=study.moves.len() {
        budget.spend(&position)?;
        let number = written(move_number(&opening, ply), first);
        if result.first_difference.is_none() {
            result.first_difference = difference(game.position(), &position, ply, &number);
        }
        let Some(text) = study.moves.get(ply) else { break };
        play_move(&mut game, ply + 1, text, budget)?;
        let Some(played) = game.turns().last().map(|turn| turn.played.clone()) else { break };
        match position.play(&played) {
            Ok(next) => position = next,
            Err(PlayError) => {
                let attempt = Attempt::of(&played);
                let why = match position.explain(&attempt) {
                    Err(why) => why.in_full(other, language),
                    // The move exists, but with other captures.
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

fn move_number(opening: &Position, ply: usize) -> MoveNumber {
    let first = opening.rules().rule_set().start.first_move;
    let offset = u32::from(opening.turn() != first);
    MoveNumber::of_ply(u32::try_from(ply).unwrap_or(u32::MAX).saturating_add(offset), first)
}

/// Returns the same position by other rules, if both have the same squares.
fn set_up(position: &Position, other: &Rules) -> Result<Position, StudyError> {
    let board = |rules: &Rules| {
        let board = &rules.rule_set().board;
        (
            board.width,
            board.height,
            rules.square_names().squares().map(|at| rules.square_names().cell(at)).collect::<Vec<_>>(),
        )
    };
    if board(position.rules()) != board(other) {
        return Err(StudyError::new(StudyErrorKind::OtherSquares));
    }
    check_pieces(other, &position.setup())?;
    Position::new(other, &position.setup())
        .map_err(|error| StudyError::new(StudyErrorKind::OtherPosition(error)))
}

fn difference(own: &Position, other: &Position, ply: usize, number: &str) -> Option<Difference> {
    let (own_moves, other_moves) = (own.legal_moves(), other.legal_moves());
    let only_in = |moves: &[Move], others: &[Move], position: &Position| -> Vec<String> {
        let texts = move_texts(position, moves, &MoveStyle::of(position.rules()));
        let is_missing = |m: &Move| !others.contains(m);
        moves.iter().zip(texts).filter(|(m, _)| is_missing(m)).map(|(_, text)| text).collect()
    };
    let (only_here, only_there) =
        (only_in(&own_moves, &other_moves, own), only_in(&other_moves, &own_moves, other));
    let differs = !only_here.is_empty() || !only_there.is_empty();
    differs.then(|| Difference { ply, number: number.to_owned(), only_here, only_there })
}
