//! Numbers of moves, as people write them.

use draughts::Color;
use draughts::draw::MoveNumber;

/// The number of a move in a record: `30.` for the side that begins, `30...` for the other.
#[must_use]
pub fn written(number: MoveNumber, first: Color) -> String {
    format!("{}{}", number.number, if number.by == first { "." } else { "..." })
}
