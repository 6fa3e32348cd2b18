//! What a position is worth, looked at without searching.

mod material;
mod weights;

pub use material::Material;
pub use weights::Weights;

use draughts::{Generated, Referee, State};

/// Judges positions. A learned evaluation will be another of these.
pub trait Evaluation<W: Generated>: Send + Sync {
    /// Made ready for the rules and the board of this referee.
    fn new(referee: &Referee<W>, weights: &Weights) -> Self
    where
        Self: Sized;

    /// What the position is worth to the side to move, in hundredths of a man.
    fn evaluate(&self, state: &State<W>) -> i32;
}
