//! Prints the first move of an engine that speaks Hub: `cargo run --example hub -- "crownhead hub"`.

use std::error::Error;
use std::time::Duration;

use crownhead_protocol::engine::Limits;
use crownhead_protocol::hub;
use draughts::{Game, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let Some(command) = std::env::args().nth(1) else {
        println!("usage: hub COMMAND, where COMMAND starts an engine that speaks Hub");
        return Ok(());
    };
    let rules = Rules::named("international")?;
    let mut client = hub::Client::start(&command, &rules)?;
    client.new_game()?;
    let best = client.think(&Game::new(&rules), &Limits::time(Duration::from_secs(1)))?;
    println!("{} plays {}", client.name(), hub::write_move(&rules, &best));
    Ok(())
}
