//! Move numbers as they are written in a record.

use draughts::Color;
use draughts::draw::MoveNumber;

/// Returns the number of a move: `30.` for the side that starts, `30...` for the other.
#[must_use]
pub fn written(number: MoveNumber, first: Color) -> String {
    format!("{}{}", number.number, if number.by == first { "." } else { "..." })
}
