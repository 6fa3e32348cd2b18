//! Draws, counted and proved.
//!
//! A tally keeps, move by move, where the count of each draw rule began; a [`Counter`] tells how far it has
//! come; [`Evidence`] proves a draw by the numbers of the moves.

mod evidence;
mod forces;
mod tally;

pub use crate::move_number::MoveNumber;
pub use evidence::{Evidence, Grounds, Occurrence};
pub use tally::Counter;
pub(crate) use tally::Tally;
