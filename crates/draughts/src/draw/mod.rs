//! Counters and proofs of draws.
//!
//! A tally holds the ply at which the count of each draw rule began; a [`Counter`] is the progress of a draw rule;
//! [`Evidence`] proves a draw by the numbers of the moves.

mod evidence;
mod forces;
mod tally;

pub use crate::move_number::MoveNumber;
pub use evidence::{Evidence, Grounds, Occurrence};
pub use tally::Counter;
pub(crate) use tally::Tally;
