//! A study by other rules.

use draughts::draw::MoveNumber;
use draughts::notation::{MoveStyle, move_texts};
use draughts::{Attempt, Move, PlayError, Position, Rules};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{StudyError, StudyFault};
use super::{Study, step};
use play::move_number::written;
use play::proposal::check_pieces;
use texts::{Language, WhyNotText};

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

/// Plays a study by other rules.
pub(crate) fn compared(study: &Study, other: &Rules, language: Language) -> Result<Compared, StudyError> {
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
        step(&mut game, ply + 1, text)?;
        let Some(played) = game.turns().last().map(|turn| turn.played.clone()) else { break };
        match there.play(&played) {
            Ok(next) => there = next,
            Err(PlayError) => {
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
        return Err(StudyError::new(StudyFault::OtherSquares));
    }
    check_pieces(other, &position.setup())?;
    Position::new(other, &position.setup()).map_err(|error| StudyError::new(StudyFault::OtherPosition(error)))
}

fn difference(here: &Position, there: &Position, ply: usize, number: &str) -> Option<Difference> {
    let (own, others) = (here.legal_moves(), there.legal_moves());
    let only = |moves: &[Move], among: &[Move], position: &Position| -> Vec<String> {
        let texts = move_texts(position, moves, &MoveStyle::of(position.rules()));
        let alone = |m: &Move| !among.contains(m);
        moves.iter().zip(texts).filter(|(m, _)| alone(m)).map(|(_, text)| text).collect()
    };
    let (only_here, only_there) = (only(&own, &others, here), only(&others, &own, there));
    let differs = !only_here.is_empty() || !only_there.is_empty();
    differs.then(|| Difference { ply, number: number.to_owned(), only_here, only_there })
}
