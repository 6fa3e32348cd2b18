//! Checkers with revenge.

use std::collections::BTreeSet;

use draughts::Color::{Black, White};
use draughts::game::{GameResult, Refusal};
use draughts::ruleset::{KingMark, NextGame, Removal};
use draughts::{Color, Event, variant};

use super::{game, king_mark, lower_left_is_played, men_at_the_start, moves, offer, play, position, wait};

const RULES: &str = "checkers-revenge";
/// The other readings of A3.2, A3.3 and A3.4.
const MAY_STOP: &str = r#"{"base": "checkers-revenge", "capture": {"finish": "may-be-stopped"}}"#;
const GOES_ON: &str = r#"{"base": "checkers-revenge", "men": {"crowning": "in-passing-and-it-goes-on"}}"#;
const AT_THE_END: &str = r#"{"base": "checkers-revenge", "capture": {"removal": "at-the-end-of-the-move"}}"#;

#[test]
fn black_moves_first() {
    assert_eq!(variant::CHECKERS_REVENGE.start.first_move, Black);
}

#[test]
fn the_board_is_8x8_with_twelve_men_each() {
    let board = variant::CHECKERS_REVENGE.board;
    assert_eq!((board.width, board.height), (8, 8));
    assert!(lower_left_is_played(RULES));
    assert_eq!(men_at_the_start(RULES), (12, 12));
}

#[test]
fn men_move_diagonally_forward_only() {
    assert_eq!(moves(RULES, "W:W22"), ["22-17", "22-18"]);
    assert_eq!(moves(RULES, "B:B11"), ["11-15", "11-16"]);
}

#[test]
fn captures_are_mandatory() {
    assert_eq!(moves(RULES, "W:W22,24:B18"), ["22x15"]);
}

#[test]
fn only_capturing_pieces_are_movable() {
    let movable: BTreeSet<usize> =
        position(RULES, "W:W22,24,31:B18").legal_moves().iter().map(|m| m.from().index() + 1).collect();
    assert_eq!(movable, BTreeSet::from([22]));
}

#[test]
fn men_capture_forward_if_the_square_behind_is_empty() {
    assert_eq!(moves(RULES, "W:W22:B18"), ["22x15"]);
    assert_eq!(moves(RULES, "W:W22:B18,15"), ["22-17"]);
    assert_eq!(moves(RULES, "W:W22:B26"), ["22-17", "22-18"]);
}

#[test]
fn multiple_captures_must_be_finished() {
    assert_eq!(moves(RULES, "W:W30:B26,18,10"), ["30x7"]);
    assert_eq!(moves(MAY_STOP, "W:W30:B26,18,10"), ["30x14", "30x23", "30x7"]);
}

#[test]
fn captured_pieces_are_removed_after_each_jump() {
    assert_eq!(variant::CHECKERS_REVENGE.capture.removal, Removal::AfterEachJump);
    // The king turns back over the square of the captured piece.
    assert_eq!(moves(RULES, "W:WK18,21:B23,8,9,3,K30,17,11"), ["18x27", "18x5", "21x5"]);
    let twice = position(RULES, "W:WK18,21:B23,8,9,3,K30,17,11").legal_moves();
    assert!(twice.iter().any(|m| m.from().index() == 17 && m.captured().len() == 2));
    let once = position(AT_THE_END, "W:WK18,21:B23,8,9,3,K30,17,11").legal_moves();
    assert!(once.iter().filter(|m| m.from().index() == 17).all(|m| m.captured().len() == 1));
}

#[test]
fn men_promote_on_the_far_row() {
    assert_eq!(moves(RULES, "W:W6"), ["6-1+", "6-2+"]);
}

#[test]
fn a_capture_ends_on_the_far_row() {
    assert_eq!(moves(RULES, "W:W11:B7,6"), ["11x2+"]);
    assert_eq!(moves(GOES_ON, "W:W11:B7,6"), ["11x9+"]);
}

#[test]
fn kings_are_marked_with_two_rings() {
    assert_eq!(variant::CHECKERS_REVENGE.notation.king_mark, KingMark::TwoRings);
    assert_eq!(king_mark(RULES), KingMark::TwoRings);
}

#[test]
fn kings_move_any_number_of_empty_squares() {
    assert_eq!(moves(RULES, "W:WK18").len(), 13);
}

#[test]
fn kings_capture_from_any_distance_and_land_directly_behind() {
    assert_eq!(moves(RULES, "W:WK29:B18"), ["29x15"]);
    assert_eq!(moves(RULES, "W:WK29:B22"), ["29x18"]);
}

#[test]
fn men_and_kings_can_capture_kings() {
    assert_eq!(moves(RULES, "W:W22:BK18"), ["22x15"]);
    assert_eq!(moves(RULES, "W:WK29:BK18"), ["29x15"]);
}

#[test]
fn a_player_may_have_any_number_of_kings() {
    assert_eq!(position(RULES, "W:WK29,K30,K31,K32,K25,K26:B1").setup().kings.white.len(), 6);
}

#[test]
fn a_side_without_legal_moves_loses() {
    assert!(moves(RULES, "W:W5:B1").is_empty());
    let mut last = game(RULES, "W:W22:B18");
    play(&mut last, "22x15");
    assert_eq!(last.outcome().map(|outcome| outcome.result), Some(GameResult::Win(White)));
}

#[test]
fn one_king_each_is_an_immediate_draw() {
    let mut game = game(RULES, "B:WK29:BK1,14");
    play(&mut game, "14-18");
    assert_eq!(game.outcome(), None);
    play(&mut game, "29x15");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
    let with_men = super::game(RULES, "W:WK29,21:BK1,12");
    assert_eq!(with_men.evidence(0), None, "kings and men are not a draw");
}

#[test]
fn twenty_five_quiet_turns_are_an_immediate_draw() {
    let mut game = game(RULES, "W:WK30,21:BK1,12");
    wait(&mut game, 24);
    assert_eq!(game.outcome(), None);
    wait(&mut game, 1);
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
}

#[test]
fn the_winner_begins_the_revenge() {
    assert_eq!(variant::CHECKERS_REVENGE.conduct.next_game, NextGame::WinnerBegins);
    let mut game = game(RULES, "W:W22:B1");
    game.apply(Event::Resign { by: Black }).expect("White wins");
    let seats = game.next_game(Black, None).expect("the game is over");
    assert_eq!(seats.begins, White);
}

#[test]
fn the_winner_plays_black_in_the_revenge() {
    let mut game = game(RULES, "W:W22:B1");
    game.apply(Event::Resign { by: Black }).expect("White wins");
    let seats = game.next_game(Black, None).expect("the game is over");
    assert_eq!((seats.black, seats.white), (White, Black), "the players swap colours");
}

#[test]
fn after_a_draw_the_challenger_begins_the_revenge() {
    let mut game = game(RULES, "B:WK32:BK1,12");
    wait(&mut game, 25);
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
    for challenger in Color::ALL {
        assert_eq!(game.next_game(challenger, None).map(|seats| seats.begins), Ok(challenger));
    }
}

#[test]
fn the_players_cannot_agree_on_a_draw() {
    let mut game = game(RULES, "W:W22:B1");
    for by in Color::ALL {
        assert_eq!(game.apply(offer(by, "Neither of us can win.")), Err(Refusal::NoAgreement));
        let claim = Event::ClaimDraw { by, rule: None, message: String::new() };
        assert_eq!(game.apply(claim), Err(Refusal::NothingToClaim));
    }
}
