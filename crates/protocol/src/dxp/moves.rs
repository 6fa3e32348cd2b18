//! Moves as messages, and the ends of games.

use draughts::game::GameResult;
use draughts::{Color, Game, Move, Square};

use super::message::Message;
use crate::notation::{MoveError, find_move, naming};
use crate::reason::Reason;

/// Returns a move as a message.
pub(super) fn message_of(game: &Game, m: &Move, seconds: u64) -> Message {
    let naming = naming(game.rules());
    let number = |square: Square| naming.number(square) as u8;
    Message::Move {
        seconds: u16::try_from(seconds).unwrap_or(u16::MAX),
        from: number(m.from()),
        to: number(m.to()),
        captured: m.captured().iter().map(number).collect(),
    }
}

/// Returns the legal move that a message means.
pub(super) fn move_of(game: &Game, from: u8, to: u8, captured: &[u8]) -> Result<Move, MoveError> {
    let naming = naming(game.rules());
    let square = |number: u8| {
        let square = naming.by_number(usize::from(number));
        square.ok_or(MoveError::NoSquare(number))
    };
    let taken = captured.iter().map(|&number| square(number)).collect::<Result<Vec<_>, _>>()?;
    let sign = if taken.is_empty() { '-' } else { 'x' };
    let m = find_move(game, square(from)?, square(to)?, &taken, &format!("{from}{sign}{to}"))?;
    if taken.is_empty() && m.is_capture() {
        return Err(MoveError::NoCaptures { from, to });
    }
    Ok(m)
}

/// Returns how the game ended for this side, if it has ended. A draw that could be claimed is one.
pub(super) fn end_for(game: &Game, side: Color) -> Option<Reason> {
    match game.outcome().map(|outcome| outcome.result) {
        Some(GameResult::Win(winner)) if winner == side => Some(Reason::Won),
        Some(GameResult::Win(_)) => Some(Reason::Lost),
        Some(GameResult::Draw) => Some(Reason::Draw),
        Some(_) => Some(Reason::Unknown),
        None if game.counters().iter().any(draughts::draw::Counter::is_reached) => Some(Reason::Draw),
        None => None,
    }
}

/// Returns the game as it was when this side was to make the move with this number; `None` if it never was. A number counts a
/// move of each side, as in game records.
pub(super) fn back_to(game: &Game, number: u16, turn: Color) -> Option<Game> {
    let first = game.start().turn();
    let ply = 2 * usize::from(number).checked_sub(1)? + usize::from(turn != first);
    if ply > game.turns().len() {
        return None;
    }
    let mut earlier = Game::from_position(game.start().clone());
    for turn in &game.turns()[..ply] {
        earlier.play(&turn.played).ok()?;
    }
    Some(earlier)
}
