//! The Frisian limit of king moves: while a side has men, a king that has moved three times in a row must rest until
//! another piece has moved, unless it captures.

use draughts::notation::{MoveStyle, move_texts};
use draughts::{Position, Rules};

/// Plays moves, or returns the first one that is not legal.
fn play(fen: &str, moves: &str) -> Result<Position, String> {
    let rules = Rules::named("frisian").expect("a named rule set");
    let mut position = Position::from_fen(&rules, fen).expect("a position");
    for text in moves.split(' ') {
        let legal = position.legal_moves();
        let texts = move_texts(&position, &legal, &MoveStyle::of(&rules));
        let index = texts.iter().position(|legal| legal == text);
        position = position.play_unchecked(&legal[index.ok_or_else(|| text.to_owned())?]);
    }
    Ok(position)
}

const WITH_MEN: &str = "W:W36,K46:B3,4";
const THREE: &str = "46-41 3-8 41-46 8-12 46-41 4-9";

#[test]
fn a_king_must_rest_after_three_moves_in_a_row() {
    let rested = play(WITH_MEN, THREE).expect("three moves are legal");
    assert_eq!(rested.fen(), "W:W36,K41:B9,12:+0+341");
    assert_eq!(play(WITH_MEN, &format!("{THREE} 41-46")).expect_err("the king must rest"), "41-46");
    assert!(rested.legal_moves().iter().all(|m| m.from().index() + 1 == 36));
}

#[test]
fn a_move_of_another_piece_resets_the_count() {
    let again = play(WITH_MEN, &format!("{THREE} 36-31 9-13 41-46"));
    assert_eq!(again.expect("the king may move again").fen(), "B:W31,K46:B12,13:+0+146");
}

#[test]
fn a_move_of_another_king_resets_the_count() {
    let other = play("W:W36,K46,K50:B3,4", &format!("{THREE} 50-45"));
    assert_eq!(other.expect("another king may move").fen(), "B:W36,K41,K45:B9,12:+0+145");
}

#[test]
fn a_side_without_men_has_no_limit() {
    let position = play("W:WK46:B3,4", &format!("{THREE} 41-46 9-13 46-41"));
    assert_eq!(position.expect("no limit").fen(), "B:WK41:B12,13");
}

#[test]
fn a_capture_resets_the_count() {
    let position = play("W:W36,K46:B3,9", "46-41 3-8 41-46 9-14 46x7");
    assert_eq!(position.expect("the king captures").fen(), "B:WK7,36:B");
}

#[test]
fn capturing_the_king_resets_its_count() {
    let position = play("W:W36,K46:B3,K15", "46-41 15-10 41x1");
    assert_eq!(position.expect("a king takes a king").fen(), "B:WK1,36:B");
}

#[test]
fn king_moves_affect_the_hash() {
    let rules = Rules::named("frisian").expect("a named rule set");
    let fens =
        ["W:W36,K46:B5,K15", "W:W36,K46:B5,K15:+0+1", "W:W36,K46:B5,K15:+0+2", "W:W36,K46:B5,K15:+1+0"];
    let hash = |fen| Position::from_fen(&rules, fen).expect("a position").zobrist_hash();
    let mut hashes: Vec<u64> = fens.into_iter().map(hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), fens.len());
}
