//! Replays every game of a file and prints leniencies and failures: `cargo run --example read_file -- FILE.pdn`.
//! Without a file, it reads a sample.

use std::error::Error;
use std::fs;

/// A game with a blank in a move and an illegal second move.
const SAMPLE: &str = "[White \"Ann\"] [Black \"Bob\"] 1. 32-28 19- 23 2. 33-29 *";

fn main() -> Result<(), Box<dyn Error>> {
    let file = match std::env::args().nth(1) {
        Some(path) => fs::read(path)?,
        None => SAMPLE.as_bytes().to_vec(),
    };
    let mut replayer = pdn::Replayer::default();
    for (i, record) in pdn::Reader::new(file.as_slice()).enumerate() {
        let record = record?;
        let replay = replayer.replay(&record);
        let rules = &replay.reading.rules.rule_set().name;
        println!("game {}: {} moves, {rules}", i + 1, replay.moves.len());
        for leniency in record.leniencies.iter().chain(&replay.leniencies) {
            println!("  {leniency}");
        }
        if let Some(failure) = &replay.failure {
            println!("  {failure}: {}", failure.reason);
        }
    }
    Ok(())
}
