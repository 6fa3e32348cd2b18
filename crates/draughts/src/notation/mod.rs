//! Text: what squares and moves are called, and positions in one line.

mod fen;
mod moves;
mod naming;
mod read;

pub use fen::{Fen, FenFault, ParseFenError};
pub use moves::{MoveStyle, line_texts, move_texts, vias};
pub use naming::Naming;
pub use read::{MoveFault, ParseMoveError, ReadMoveError, WrittenFrom, WrittenMove};
