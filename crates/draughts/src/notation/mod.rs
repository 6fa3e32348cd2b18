//! Notation of squares, moves and positions (FEN).

mod fen;
mod moves;
mod read;

pub use crate::square_names::{SquareNames, SquareRange};
pub use fen::{Fen, FenError, FenErrorKind, ParseFenError};
pub use moves::{MoveStyle, line_texts, move_texts, vias};
pub use read::{MoveErrorKind, ParseMoveError, ReadMoveError, WrittenFrom, WrittenMove};
