//! Plays the first legal move ten times and writes the game: `cargo run --example write_game`.

use std::error::Error;

use draughts::{Game, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(&Rules::named("english")?);
    for _ in 0..10 {
        let first = game.legal_moves()[0].clone();
        game.play(&first)?;
    }
    let tags = vec![("White".to_owned(), "Ann".to_owned()), ("Black".to_owned(), "Bob".to_owned())];
    pdn::write(&pdn::from_game(&game, tags), &mut std::io::stdout())?;
    Ok(())
}
