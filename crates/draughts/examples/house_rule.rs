//! Composes a house rule, counts its first moves, and lists all conflicts of an invalid one.

use std::error::Error;

use draughts::{Position, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let club =
        Rules::house(r#"{ "base": "russian", "name": "Our club", "board": { "width": 10, "height": 8 } }"#)?;
    println!("{}: {:?}", club.rule_set().name, Position::initial(&club));
    println!("{} sequences of four moves", Position::initial(&club).perft(4));

    let crowded = r#"{ "base": "russian", "start": { "rows_of_men": 4 }, "kings": { "moves": [] } }"#;
    if let Err(conflicts) = Rules::house(crowded) {
        println!("\nThis cannot be played:\n{conflicts}");
    }
    Ok(())
}
