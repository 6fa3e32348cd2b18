//! Positions from games that the engine played against itself, for those who train an evaluation.
//!
//! A file of samples is a header and one block for each game, in the order of the games' numbers. The format is
//! described in `docs/formats/samples.md`.

mod block;
mod file;
mod header;
mod selfplay;

pub use block::{Sample, SampleGame};
pub use file::{Reader, SampleError, Writer};
pub use header::Header;
pub use selfplay::{play_game, random_opening};
