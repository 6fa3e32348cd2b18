//! Lists the legal moves of a position: `cargo run --example legal_moves -- russian "W:Wc3,e3:Bd4,f6"`.

use std::error::Error;

use draughts::{Position, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules = Rules::named(arguments.next().as_deref().unwrap_or("international"))?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&rules, &fen)?,
        None => Position::initial(&rules),
    };
    println!("{position:?}: {} to move", position.turn());
    for m in position.legal_moves() {
        println!("{}", position.move_text(&m));
    }
    Ok(())
}
