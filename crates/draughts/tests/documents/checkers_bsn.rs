//! Checkers 8×8 (Brettspielnetz).

use draughts::ruleset::{Agreement, Corner, Count, DrawWhen, Effect, Enforcement, Goal, Per, Reset, Shade};
use draughts::{Color, variant};

use super::{lower_left_is_played, men_at_the_start, moves};

const RULES: &str = "checkers-bsn";
/// The other reading of A0.1.
const GOES_ON: &str = r#"{"base": "checkers-bsn", "men": {"crowning": "in-passing-and-it-goes-on"}}"#;

#[test]
fn the_lower_left_corner_is_a_dark_playing_square() {
    let board = variant::CHECKERS_BSN.board;
    assert_eq!((board.width, board.height), (8, 8));
    assert_eq!((board.lower_left_corner, board.shade), (Corner::Played, Shade::Dark));
    assert!(lower_left_is_played(RULES));
}

#[test]
fn the_starting_player_has_black() {
    assert_eq!(variant::CHECKERS_BSN.start.first_move, Color::Black);
}

#[test]
fn each_side_has_twelve_men() {
    assert_eq!(men_at_the_start(RULES), (12, 12));
}

#[test]
fn a_man_moves_one_square_diagonally_forward_onto_an_empty_square() {
    assert_eq!(moves(RULES, "W:W22"), ["22-17", "22-18"]);
    assert_eq!(moves(RULES, "B:B11"), ["11-15", "11-16"]);
    assert_eq!(moves(RULES, "W:W22,18"), ["18-14", "18-15", "22-17"]);
}

#[test]
fn who_can_capture_must_capture() {
    assert_eq!(moves(RULES, "W:W22,24:B18"), ["22x15"]);
    assert_eq!(variant::CHECKERS_BSN.conduct.enforcement, Enforcement::Strict);
}

#[test]
fn a_man_captures_forward_only() {
    assert_eq!(moves(RULES, "W:W22:B26"), ["22-17", "22-18"]);
}

#[test]
fn the_choice_between_captures_is_free_whatever_their_number() {
    assert_eq!(moves(RULES, "W:W23,28:B18,24,15"), ["23x14", "28x10"]);
}

#[test]
fn a_king_has_no_precedence_over_a_man() {
    assert_eq!(moves(RULES, "W:WK32,22:B18,27"), ["22x15", "32x14"]);
}

#[test]
fn a_capture_must_be_finished() {
    assert_eq!(moves(RULES, "W:W30:B26,18,10"), ["30x7"]);
}

#[test]
fn a_man_becomes_a_king_on_the_top_line_by_a_move_or_a_capture() {
    assert_eq!(moves(RULES, "W:W6"), ["6-1+", "6-2+"]);
    assert_eq!(moves(RULES, "W:W11:B7"), ["11x2+"]);
}

#[test]
fn a_new_king_does_not_go_on_capturing() {
    assert_eq!(moves(RULES, "W:W11:B7,6"), ["11x2+"]);
    assert_eq!(moves(GOES_ON, "W:W11:B7,6"), ["11x9+"]);
}

#[test]
fn a_king_moves_and_captures_one_square_forward_and_backward() {
    assert_eq!(moves(RULES, "W:WK18"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(moves(RULES, "W:WK18:B14,23"), ["18x27", "18x9"]);
}

#[test]
fn a_king_must_stand_next_to_what_it_captures_and_lands_right_behind_it() {
    assert_eq!(moves(RULES, "W:WK18:B9"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(moves(RULES, "W:WK32:B27"), ["32x23"]);
}

#[test]
fn who_has_no_men_or_no_legal_move_has_lost() {
    assert!(moves(RULES, "W:W:B1").is_empty());
    assert!(moves(RULES, "W:W5:B1").is_empty());
    assert_eq!(variant::CHECKERS_BSN.goal, Goal::NoMovesLoses);
}

#[test]
fn the_players_may_agree_on_a_draw() {
    assert_eq!(variant::CHECKERS_BSN.draws.agreement, Agreement::Allowed);
}

#[test]
fn twenty_five_moves_of_each_player_without_capture_or_new_king_can_be_claimed() {
    let rule = &variant::CHECKERS_BSN.draws.rules[0];
    let count =
        Count { moves: 25, per: Per::EachPlayer, reset_by: vec![Reset::Capture, Reset::Crowning].into() };
    assert_eq!(rule.when, DrawWhen::QuietMoves(count));
    assert_eq!(rule.effect, Effect::OnClaimJudged);
}

#[test]
fn the_same_position_three_times_can_be_claimed() {
    let rule = &variant::CHECKERS_BSN.draws.rules[1];
    assert_eq!(rule.when, DrawWhen::Repetition { times: 3 });
    assert_eq!(rule.effect, Effect::OnClaimJudged);
}
