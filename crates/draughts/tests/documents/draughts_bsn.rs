//! Draughts 10×10 (Brettspielnetz).

use draughts::ruleset::{
    Agreement, Corner, DrawRule, Effect, Enforcement, Force, Goal, Priority, Removal, Shade,
};
use draughts::{Color, variant};

use super::{lower_left_is_played, men_at_the_start, moves};

const RULES: &str = "draughts-bsn";

#[test]
fn the_lower_left_corner_is_a_dark_playing_square() {
    let board = variant::DRAUGHTS_BSN.board;
    assert_eq!((board.width, board.height), (10, 10));
    assert_eq!((board.lower_left_corner, board.shade), (Corner::Played, Shade::Dark));
    assert!(lower_left_is_played(RULES));
}

#[test]
fn white_begins() {
    assert_eq!(variant::DRAUGHTS_BSN.start.first_move, Color::White);
}

#[test]
fn each_side_has_twenty_men() {
    assert_eq!(men_at_the_start(RULES), (20, 20));
}

#[test]
fn a_man_moves_one_square_diagonally_forward_within_the_board() {
    assert_eq!(moves(RULES, "W:W28"), ["28-22", "28-23"]);
    assert_eq!(moves(RULES, "W:W36"), ["36-31"]);
    assert_eq!(moves(RULES, "W:W28,23"), ["23-18", "23-19", "28-22"]);
}

#[test]
fn who_can_capture_must_capture() {
    assert_eq!(moves(RULES, "W:W28,50:B23"), ["28x19"]);
    assert_eq!(variant::DRAUGHTS_BSN.conduct.enforcement, Enforcement::Strict);
}

#[test]
fn a_man_captures_in_all_four_diagonal_directions() {
    assert_eq!(moves(RULES, "W:W28:B22,23,32,33"), ["28x17", "28x19", "28x37", "28x39"]);
}

#[test]
fn a_man_may_capture_forward_and_then_backward() {
    assert_eq!(moves(RULES, "W:W28:B23,24"), ["28x30"]);
}

#[test]
fn the_capture_of_most_pieces_must_be_chosen() {
    assert_eq!(moves(RULES, "W:W28,40:B23,19,34"), ["40x18"]);
}

#[test]
fn a_king_counts_no_more_than_a_man() {
    assert_eq!(moves(RULES, "W:W28:B22,K23"), ["28x17", "28x19"]);
    assert_eq!(*variant::DRAUGHTS_BSN.capture.priority, [Priority::MostPieces]);
}

#[test]
fn of_equal_captures_man_or_king_may_make_one() {
    assert_eq!(moves(RULES, "W:W28,K46:B23,37"), ["28x19", "46x32"]);
}

#[test]
fn a_king_takes_four_men_by_either_way_and_ends_on_any_square_of_the_last_line() {
    assert_eq!(moves(RULES, "W:WK38:B18,19,32,33"), ["38x38", "38x42", "38x43", "38x47", "38x49"]);
}

#[test]
fn a_man_becomes_a_king_when_its_move_ends_on_the_top_row() {
    assert_eq!(moves(RULES, "W:W8"), ["8-2+", "8-3+"]);
    assert_eq!(moves(RULES, "W:W15:B10"), ["15x4+"]);
}

#[test]
fn a_man_that_passes_the_top_row_in_a_capture_stays_a_man() {
    assert_eq!(moves(RULES, "W:W15:B9,10"), ["15x13"]);
}

#[test]
fn a_king_moves_to_each_free_square_of_its_diagonals() {
    assert_eq!(moves(RULES, "W:WK46").len(), 9);
    assert_eq!(moves(RULES, "W:W23,K46"), ["23-18", "23-19", "46-28", "46-32", "46-37", "46-41"]);
}

#[test]
fn a_captured_piece_stays_until_the_move_is_over_and_is_jumped_once() {
    // The Turkish strike: the pieces already jumped bar the way back.
    assert_eq!(moves(RULES, "B:W27,28,38,39,42:BK25"), ["25x33"]);
    assert_eq!(variant::DRAUGHTS_BSN.capture.removal, Removal::AtTheEndOfTheMove);
}

#[test]
fn who_has_no_pieces_or_no_legal_move_has_lost() {
    assert!(moves(RULES, "W:W:B1").is_empty());
    assert!(moves(RULES, "W:W6:B1").is_empty());
    assert_eq!(variant::DRAUGHTS_BSN.goal, Goal::NoMovesLoses);
}

#[test]
fn the_players_may_agree_on_a_draw() {
    assert_eq!(variant::DRAUGHTS_BSN.draws.agreement, Agreement::Allowed);
}

#[test]
fn the_four_counted_draws_are_declared_by_an_administrator() {
    let judged = Effect::OnClaimJudged;
    let (three, two) = (Force::exactly(3, 1), Force::exactly(2, 1));
    let expected = [
        DrawRule::against_a_lone_king(three, 16, judged, "Draw rules, second point"),
        DrawRule::against_a_lone_king(two, 5, judged, "Draw rules, third point"),
        DrawRule::only_kings_moved(25, judged, "Draw rules, fourth point"),
        DrawRule::repetition(3, judged, "Draw rules, fifth point"),
    ];
    assert_eq!(*variant::DRAUGHTS_BSN.draws.rules, expected);
}
