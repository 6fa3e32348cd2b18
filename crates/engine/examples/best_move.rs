//! Prints the best move of a position: `cargo run --example best_move -- RULES [FEN]`.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{Engine, Limits, Options};
use draughts::notation::{MoveStyle, line_texts};
use draughts::{Game, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rules = Rules::named(arguments.first().map_or("international", String::as_str))?;
    let game = arguments.get(1).map_or(Ok(Game::new(&rules)), |fen| Game::from_fen(&rules, fen))?;
    let engine = Engine::new(Options::default())?;
    let report = engine.search(&game, Limits::depth(12), &AtomicBool::new(false), |_| {});
    let Some(info) = report.info else { return Err("the game is over".into()) };
    let pv = line_texts(game.position(), &info.pv, &MoveStyle::of(&rules));
    println!("depth {}, score {}: {}", info.depth, info.score, pv.join(" "));
    Ok(())
}
