//! Dame 100.

use draughts::Color::{Black, White};
use draughts::game::{Ending, GameResult, Refusal};
use draughts::ruleset::{Corner, Enforcement, KingMark, Removal, Shade};
use draughts::{Event, Position, Rules, variant};

use super::{game, king_mark, lower_left_is_played, men_at_the_start, moves, offer, play, wait};

const RULES: &str = "dame-100";
const AT_ONCE: &str = r#"{"base": "dame-100", "capture": {"removal": "after-each-jump"}}"#;

#[test]
fn the_board_is_10x10_with_a_dark_lower_left_corner() {
    let board = variant::DAME_100.board;
    assert_eq!((board.width, board.height), (10, 10));
    assert_eq!((board.lower_left_corner, board.shade), (Corner::Played, Shade::Dark));
    assert!(lower_left_is_played(RULES));
}

#[test]
fn the_players_may_agree_to_play_on_light_squares() {
    assert!(variant::DAME_100.board.leaves_shade_to_players());
    let mut agreed = variant::DAME_100.rule_set().clone();
    agreed.board.shade = Shade::Light;
    assert!(agreed.is_edition_of(&variant::DAME_100));
    let light = Rules::new(agreed).expect("the same game on other squares");
    assert!(light.rule_set().board.leaves_shade_to_players());
    let dark = Rules::named(RULES).expect("a named rule set");
    assert_eq!(Position::initial(&light).perft(6), Position::initial(&dark).perft(6));
}

#[test]
fn each_side_has_twenty_men_on_four_rows() {
    assert_eq!(men_at_the_start(RULES), (20, 20));
    assert_eq!(variant::DAME_100.start.rows_of_men, 4);
}

#[test]
fn white_begins() {
    assert_eq!(variant::DAME_100.start.first_move, White);
}

#[test]
fn men_move_one_square_diagonally_forward() {
    assert_eq!(moves(RULES, "W:W28"), ["28-22", "28-23"]);
    assert_eq!(moves(RULES, "B:B23"), ["23-28", "23-29"]);
}

#[test]
fn men_capture_forward_and_backward() {
    assert_eq!(moves(RULES, "W:W28:B22,23,32,33"), ["28x17", "28x19", "28x37", "28x39"]);
    assert_eq!(moves(RULES, "W:W28:B23,19"), ["28-22"]);
}

#[test]
fn captured_pieces_are_removed_after_the_move() {
    // If pieces were removed at once, more captures would be possible.
    assert_eq!(moves(RULES, "B:W27,28,38,39,42:BK25"), ["25x33"]);
    assert_ne!(moves(AT_ONCE, "B:W27,28,38,39,42:BK25"), ["25x33"]);
    assert_eq!(variant::DAME_100.capture.removal, Removal::AtTheEndOfTheMove);
}

#[test]
fn captures_must_be_finished() {
    assert_eq!(moves(RULES, "W:W48:B43,34,24"), ["48x19"]);
}

#[test]
fn a_square_may_be_visited_twice_but_no_piece_jumped_twice() {
    // A circular capture that passes its origin and continues.
    assert_eq!(moves(RULES, "W:W28:B12,13,22,23,32"), ["28x37"]);
}

#[test]
fn captures_are_mandatory_and_must_take_the_most() {
    assert_eq!(moves(RULES, "W:W28,40,50:B23,19,34"), ["40x18"]);
}

#[test]
fn equal_captures_may_be_chosen_freely() {
    assert_eq!(moves(RULES, "W:W28:B22,K23"), ["28x17", "28x19"]);
}

#[test]
fn men_promote_on_the_last_row() {
    assert_eq!(moves(RULES, "W:W8"), ["8-2+", "8-3+"]);
    assert_eq!(moves(RULES, "B:B43"), ["43-48+", "43-49+"]);
}

#[test]
fn kings_are_two_pieces_high() {
    assert_eq!(king_mark(RULES), KingMark::Crown);
}

#[test]
fn a_man_that_passes_the_last_row_in_a_capture_stays_a_man() {
    assert_eq!(moves(RULES, "W:W15:B9,10"), ["15x13"]);
}

#[test]
fn kings_move_any_number_of_free_squares() {
    assert_eq!(moves(RULES, "W:WK46").len(), 9);
    assert_eq!(moves(RULES, "W:WK28").len(), 17);
}

#[test]
fn kings_capture_from_any_distance_and_land_anywhere_behind() {
    assert_eq!(moves(RULES, "W:WK46:B23"), ["46x10", "46x14", "46x19", "46x5"]);
}

#[test]
fn kings_may_turn_during_a_capture() {
    assert_eq!(moves(RULES, "W:WK46:B37,23"), ["46x10", "46x14", "46x19", "46x5"]);
    assert_eq!(moves(RULES, "W:WK46:B37,22"), ["46x11", "46x17", "46x6"]);
}

#[test]
fn pieces_cannot_jump_their_own_colour() {
    assert_eq!(moves(RULES, "W:WK46,37:B28"), ["37-31", "37-32", "46-41"]);
}

#[test]
fn kings_have_no_precedence_over_men() {
    assert_eq!(moves(RULES, "W:W28,K46:B23,37"), ["28x19", "46x32"]);
}

#[test]
fn the_opponent_may_demand_a_redo_of_an_illegal_turn() {
    assert_eq!(variant::DAME_100.conduct.enforcement, Enforcement::RedoOnDemand);
    let mut forgot = game(RULES, "W:W32,45:B28,1");
    play(&mut forgot, "45-40");
    forgot.apply(Event::DemandRedo { by: Black }).expect("White forgot to capture");
    assert_eq!((forgot.position().turn(), forgot.turns().len()), (White, 0));
    let mut too_few = game(RULES, "W:W28,34:B23,14,30,1");
    play(&mut too_few, "34x25");
    too_few.apply(Event::DemandRedo { by: Black }).expect("White took too few");
    play(&mut too_few, "28x10");
}

#[test]
fn the_opponent_may_let_an_illegal_turn_stand() {
    let mut game = game(RULES, "W:W32,45:B28,1");
    play(&mut game, "45-40 28x37");
    assert_eq!(game.turns().len(), 2);
    assert_eq!(game.apply(Event::DemandRedo { by: White }), Err(Refusal::TurnWasLegal));
}

#[test]
fn a_side_without_legal_moves_loses() {
    assert!(moves(RULES, "W:W:B1").is_empty());
    let mut game = game(RULES, "W:W28:B23");
    play(&mut game, "28x19");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Win(White)));
}

#[test]
fn draws_are_by_agreement_or_by_the_fmjd_counts() {
    let mut agreed = game(RULES, "W:W32:B1");
    agreed.apply(offer(White, "Neither of us can win.")).expect("an offer");
    agreed.apply(Event::AcceptDraw { by: Black }).expect("accepted");
    assert_eq!(agreed.outcome().map(|outcome| &outcome.ending), Some(&Ending::Agreement));
    assert_eq!(variant::DAME_100.draws, variant::INTERNATIONAL.draws);
    let mut counted = game(RULES, "W:WK47,45:BK4");
    wait(&mut counted, 8);
    assert_eq!(counted.outcome(), None);
}
