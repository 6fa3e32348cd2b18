//! Positions from self-play, for training an evaluation.
//!
//! A file of samples is a header and one block for each game, in the order of the game numbers.
//! `docs/build/formats/samples.md` describes the format.

mod adjudication;
mod block;
mod error;
mod file;
mod header;
mod openings;
mod selfplay;
mod settings;

pub use block::{Sample, SampleGame};
pub use error::SampleError;
pub use file::{Reader, Writer};
pub use header::Header;
pub use openings::{Opening, Openings, random_opening};
pub use selfplay::{PlayedGame, play_game};
pub use settings::Settings;
