//! Property: any text is a legal move, ambiguous, or rejected with a reason, and a legal move round-trips.

#![no_main]

use draughts::notation::{MoveStyle, ReadMoveError, move_texts};
use draughts::{Position, Rules, variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    // Two bytes choose the rule set and the number of plies; the rest is the text.
    let [choice, plies, text @ ..] = input else { return };
    let rules = Rules::from(variant::ALL[usize::from(*choice) % variant::ALL.len()]);
    let mut position = Position::initial(&rules);
    for ply in 0..*plies {
        let moves = position.legal_moves();
        let Some(m) = moves.get(usize::from(ply.wrapping_mul(*plies)) % moves.len().max(1)) else { break };
        position = position.play_unchecked(m);
    }
    let legal = position.legal_moves();
    match position.read_move(&String::from_utf8_lossy(text)) {
        Ok(m) => assert!(legal.contains(&m)),
        Err(ReadMoveError::Ambiguous(moves)) => assert!(moves.len() > 1 && moves.iter().all(|m| legal.contains(m))),
        Err(ReadMoveError::NotLegal(why)) => assert!(!why.to_string().is_empty()),
        Err(ReadMoveError::Parse(error)) => assert!(error.to_string().starts_with("character ")),
    }
    for (m, text) in legal.iter().zip(move_texts(&position, &legal, &MoveStyle::of(&rules))) {
        assert_eq!(position.read_move(&text).as_ref(), Ok(m), "{text} in {position:?}");
    }
});
