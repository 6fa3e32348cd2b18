//! Property: any text is a position or is rejected with an error that names the character, and a position round-trips.

#![no_main]

use draughts::{Position, Rules, variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    // The first byte chooses the rule set; the rest is the text.
    let Some((&choice, text)) = input.split_first() else { return };
    let rules = Rules::from(variant::ALL[usize::from(choice) % variant::ALL.len()]);
    match Position::from_fen(&rules, &String::from_utf8_lossy(text)) {
        Ok(position) => {
            let again = Position::from_fen(&rules, &position.fen());
            assert_eq!(again.as_ref(), Ok(&position));
            assert_eq!(position.has_capture(), position.legal_moves().iter().any(draughts::Move::is_capture));
        }
        Err(error) => assert!(error.to_string().starts_with("FEN, character ")),
    }
});
