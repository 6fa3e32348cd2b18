//! Plays an endgame until a draw rule ends it, and prints the counters and the proof.

use std::error::Error;

use draughts::{Game, Rules, variant};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::from(variant::INTERNATIONAL);
    let mut game = Game::from_fen(&rules, "W:WK47,45:BK4")?;
    for text in ["47-41", "4-9", "41-47", "9-4", "47-36", "4-10", "36-47", "10-15", "47-41", "15-4"] {
        let m = game.read_move(text)?;
        println!("{} {text}", game.move_number());
        game.play(&m)?;
        let counters = game.counters();
        for counter in counters.iter().filter(|counter| counter.made > 0) {
            println!("    draw rule {}: {counter}", counter.rule + 1);
        }
    }
    if let Some(outcome) = game.outcome() {
        println!("{:?}", outcome.result);
        for proof in outcome.ending.proofs() {
            println!("{}: {:?}", proof.rule.source, proof.grounds);
        }
    }
    Ok(())
}
