//! Conversion between moves and messages, and the ends of games.

use draughts::game::GameResult;
use draughts::{Color, Game, Move, Square};

use super::message::Message;
use crate::end_reason::EndReason;
use crate::notation::{MoveError, find_move, square_names};

/// Returns the message of a move.
pub(super) fn move_message(game: &Game, m: &Move, seconds: u64) -> Message {
    let names = square_names(game.rules());
    let number = |square: Square| names.number(square) as u8;
    Message::Move {
        seconds: u16::try_from(seconds).unwrap_or(u16::MAX),
        from: number(m.from()),
        to: number(m.to()),
        captured: m.captured().iter().map(number).collect(),
    }
}

/// Returns the legal move of a message.
pub(super) fn read_move_message(game: &Game, from: u8, to: u8, captured: &[u8]) -> Result<Move, MoveError> {
    let names = square_names(game.rules());
    let square = |number: u8| {
        let square = names.by_number(usize::from(number));
        square.ok_or(MoveError::NoSquare(number))
    };
    let captured = captured.iter().map(|&number| square(number)).collect::<Result<Vec<_>, _>>()?;
    let separator = if captured.is_empty() { '-' } else { 'x' };
    let m = find_move(game, square(from)?, square(to)?, &captured, &format!("{from}{separator}{to}"))?;
    if captured.is_empty() && m.is_capture() {
        return Err(MoveError::NoCaptures { from, to });
    }
    Ok(m)
}

/// Returns how the game ended for a side; `None` if it has not ended. A draw that can be claimed ends the game.
pub(super) fn end_reason(game: &Game, side: Color) -> Option<EndReason> {
    match game.outcome().map(|outcome| outcome.result) {
        Some(GameResult::Win(winner)) if winner == side => Some(EndReason::Won),
        Some(GameResult::Win(_)) => Some(EndReason::Lost),
        Some(GameResult::Draw) => Some(EndReason::Draw),
        Some(_) => Some(EndReason::Unknown),
        None if game.counters().iter().any(draughts::draw::Counter::is_reached) => Some(EndReason::Draw),
        None => None,
    }
}

/// Returns the game before the move with this number of a side; `None` if the game has not come so far. A number counts
/// a move of each side, as in game records.
pub(super) fn take_back_to(game: &Game, number: u16, turn: Color) -> Option<Game> {
    let first = game.start().turn();
    let ply = 2 * usize::from(number).checked_sub(1)? + usize::from(turn != first);
    if ply > game.turns().len() {
        return None;
    }
    let mut earlier = Game::from_position(game.start().clone());
    for turn in game.turns().iter().take(ply) {
        earlier.play(&turn.played).ok()?;
    }
    Some(earlier)
}
