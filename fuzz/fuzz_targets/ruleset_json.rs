//! Property: any text is a playable rule set or is rejected with an error.

#![no_main]

use draughts::{Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Rules::house(text) {
        Ok(rules) => {
            let position = Position::initial(&rules);
            assert_eq!(position.perft(1), position.legal_moves().len() as u64);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
