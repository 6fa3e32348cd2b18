//! Draughts 10×10 (Brettspielnetz).

use draughts::Color::{Black, White};
use draughts::game::{Ending, GameResult, Refusal};
use draughts::ruleset::{Corner, Enforcement, Priority, Removal, Shade};
use draughts::{Event, Game, variant};

use super::{
    claim, game, lower_left_is_played, men_at_the_start, moves, number, offer, offer_by, play, position, wait,
};

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
    assert_eq!(variant::DRAUGHTS_BSN.start.first_move, White);
}

#[test]
fn each_side_has_twenty_men() {
    assert_eq!(men_at_the_start(RULES), (20, 20));
}

#[test]
fn men_move_one_square_diagonally_forward() {
    assert_eq!(moves(RULES, "W:W28"), ["28-22", "28-23"]);
    assert_eq!(moves(RULES, "W:W36"), ["36-31"]);
    assert_eq!(moves(RULES, "W:W28,23"), ["23-18", "23-19", "28-22"]);
}

#[test]
fn captures_are_mandatory() {
    assert_eq!(moves(RULES, "W:W28,50:B23"), ["28x19"]);
    assert_eq!(variant::DRAUGHTS_BSN.conduct.enforcement, Enforcement::Strict);
}

#[test]
fn men_capture_in_all_four_diagonal_directions() {
    assert_eq!(moves(RULES, "W:W28:B22,23,32,33"), ["28x17", "28x19", "28x37", "28x39"]);
}

#[test]
fn men_may_capture_forward_and_then_backward() {
    assert_eq!(moves(RULES, "W:W28:B23,24"), ["28x30"]);
}

#[test]
fn the_capture_of_most_pieces_is_mandatory() {
    assert_eq!(moves(RULES, "W:W28,40:B23,19,34"), ["40x18"]);
}

#[test]
fn captured_kings_count_as_much_as_men() {
    assert_eq!(moves(RULES, "W:W28:B22,K23"), ["28x17", "28x19"]);
    assert_eq!(*variant::DRAUGHTS_BSN.capture.priority, [Priority::MostPieces]);
}

#[test]
fn kings_have_no_precedence_over_men() {
    assert_eq!(moves(RULES, "W:W28,K46:B23,37"), ["28x19", "46x32"]);
}

#[test]
fn a_king_may_capture_in_either_direction_and_land_anywhere_behind() {
    assert_eq!(moves(RULES, "W:WK38:B18,19,32,33"), ["38x38", "38x42", "38x43", "38x47", "38x49"]);
}

#[test]
fn men_promote_when_a_move_ends_on_the_top_row() {
    assert_eq!(moves(RULES, "W:W8"), ["8-2+", "8-3+"]);
    assert_eq!(moves(RULES, "W:W15:B10"), ["15x4+"]);
}

#[test]
fn a_man_that_passes_the_top_row_in_a_capture_stays_a_man() {
    assert_eq!(moves(RULES, "W:W15:B9,10"), ["15x13"]);
}

#[test]
fn kings_move_to_any_free_square_of_their_diagonals() {
    assert_eq!(moves(RULES, "W:WK46").len(), 9);
    assert_eq!(moves(RULES, "W:W23,K46"), ["23-18", "23-19", "46-28", "46-32", "46-37", "46-41"]);
}

#[test]
fn captured_pieces_are_removed_after_the_move_and_jumped_once() {
    // The Turkish stroke: captured pieces block the way back.
    assert_eq!(moves(RULES, "B:W27,28,38,39,42:BK25"), ["25x33"]);
    assert_eq!(variant::DRAUGHTS_BSN.capture.removal, Removal::AtTheEndOfTheMove);
}

#[test]
fn a_side_without_legal_moves_loses() {
    assert!(moves(RULES, "W:W:B1").is_empty());
    assert!(moves(RULES, "W:W6:B1").is_empty());
    let mut last = game(RULES, "W:W28:B23");
    play(&mut last, "28x19");
    assert_eq!(last.outcome().map(|outcome| outcome.result), Some(GameResult::Win(White)));
}

#[test]
fn a_player_may_resign() {
    let mut game = game(RULES, "W:W28:B1");
    game.apply(Event::Resign { by: Black }).expect("a player may always resign");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Win(White)));
}

#[test]
fn moves_are_numbered_in_pairs_and_captures_counted() {
    let mut game = Game::new(position(RULES, "W:W28:B1").rules());
    play(&mut game, "32-28 19-23 28x19");
    assert_eq!(game.move_number(), number(2, Black));
    assert_eq!((game.captured_by(White), game.captured_by(Black)), (1, 0));
}

#[test]
fn the_players_may_agree_on_a_draw() {
    let mut game = game(RULES, "W:W28:B1");
    game.apply(offer(Black, "Neither of us can win.")).expect("an offer");
    game.apply(Event::AcceptDraw { by: White }).expect("accepted");
    assert_eq!(game.outcome().map(|outcome| &outcome.ending), Some(&Ending::Agreement));
}

/// Checks that a draw by this rule (index from 0) exists after this many turns, not earlier, and is not automatic.
fn assert_draw_after(fen: &str, rule: usize, turns: usize) {
    let mut game = game(RULES, fen);
    wait(&mut game, turns - 1);
    assert_eq!(game.evidence(rule), None, "{fen} one turn earlier");
    wait(&mut game, 1);
    assert!(game.evidence(rule).is_some(), "{fen}");
    assert_eq!(game.outcome(), None);
}

#[test]
fn three_pieces_against_a_king_are_a_draw_after_16_moves_each() {
    assert_draw_after("W:WK47,K48,45:BK4", 0, 32);
    assert_eq!(game(RULES, "W:WK47,K48,45:BK4,6").counters()[0].first(), None, "the king must be alone");
}

#[test]
fn two_pieces_against_a_king_are_a_draw_after_5_moves_each() {
    assert_draw_after("W:WK47,45:BK4", 1, 10);
    assert_eq!(game(RULES, "W:WK47:BK4").counters()[1].first(), None, "one against one is not listed");
}

#[test]
fn twenty_five_king_moves_each_without_a_capture_are_a_draw() {
    assert_draw_after("W:WK47,45,35:BK4,6", 2, 50);
    let mut game = game(RULES, "W:WK47,45,35:BK4,6");
    wait(&mut game, 2);
    play(&mut game, "35-30");
    assert_eq!(game.counters()[2].made, 0, "a man has moved");
}

#[test]
fn threefold_repetition_is_a_draw() {
    let mut game = game(RULES, "W:WK47,45:BK4,6");
    play(&mut game, "47-41 4-9 41-47 9-4 47-41 4-9 41-47");
    assert_eq!(game.evidence(3), None);
    play(&mut game, "9-4");
    assert!(game.evidence(3).is_some());
}

#[test]
fn the_record_decides_an_ignored_offer() {
    for (rule, fen, turns) in [(0, "W:WK47,K46,45:BK4", 32), (1, "W:WK47,45:BK4", 10)] {
        let mut game = game(RULES, fen);
        wait(&mut game, turns);
        assert_eq!(game.apply(claim(Black)), Err(Refusal::OfferFirst(rule)), "{fen}");
        game.apply(offer_by(Black, rule)).expect("the count is complete");
        wait(&mut game, 1);
        game.apply(claim(Black)).expect("White has played on");
        assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw), "{fen}");
    }
}
