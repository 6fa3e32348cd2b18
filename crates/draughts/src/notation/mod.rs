//! Text: what squares and moves are called, and positions in one line.

mod fen;
mod moves;
mod naming;

pub use fen::{Fen, FenFault, ParseFenError};
pub use moves::{MoveStyle, move_texts};
pub use naming::Naming;
