//! Explains why moves are not legal.

use std::error::Error;

use draughts::notation::ReadMoveError;
use draughts::{Position, Rules, variant};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::from(variant::INTERNATIONAL);
    let position = Position::from_fen(&rules, "W:W28,34,K46:B14,23,30")?;
    for text in ["34x25", "28-22", "28-33", "46-40", "7-1"] {
        match position.read_move(text) {
            Ok(m) => println!("{text} is legal: {}", position.move_text(&m)),
            Err(ReadMoveError::NotLegal(why)) => {
                let rule = why.field().map_or(String::new(), |field| format!(" (rule {field})"));
                println!("{text}: {why}{rule}");
            }
            Err(error) => println!("{text}: {error}"),
        }
    }
    Ok(())
}
