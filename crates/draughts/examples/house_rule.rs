//! Composes a house rule, prints its rules as sentences, and lists all conflicts of an invalid one.

use std::error::Error;

use draughts::{Language, Position, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let club =
        Rules::house(r#"{ "base": "russian", "name": "Our club", "board": { "width": 10, "height": 8 } }"#)?;
    for sentence in club.rule_set().sentences_in(Language::English) {
        println!("{}: {}", sentence.topic, sentence.text);
    }
    println!("{} sequences of four moves", Position::initial(&club).perft(4));

    let crowded = r#"{ "base": "russian", "start": { "rows_of_men": 4 }, "kings": { "moves": [] } }"#;
    if let Err(conflicts) = Rules::house(crowded) {
        println!("\nThis cannot be played:\n{conflicts}");
    }
    Ok(())
}
