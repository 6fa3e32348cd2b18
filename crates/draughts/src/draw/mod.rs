//! Draws, counted and proved.
//!
//! A tally keeps, move by move, where the count of each draw rule began; a [`Counter`] tells how far it has
//! come; [`Evidence`] proves a draw by the numbers of the moves.

mod evidence;
mod forces;
mod number;
mod tally;

pub use evidence::{Evidence, Grounds, Occurrence};
pub use number::MoveNumber;
pub use tally::Counter;
pub(crate) use tally::{Facts, Tally};
