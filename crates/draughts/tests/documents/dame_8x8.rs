//! Dame 8×8.

use draughts::Color::{Black, White};
use draughts::game::GameResult;
use draughts::ruleset::{Effect, KingMark, Removal, Shade};
use draughts::variant;

use super::{claim, game, king_mark, lower_left_is_played, men_at_the_start, moves, play, position, wait};

const RULES: &str = "dame-8x8";
/// The other readings of A4.1 and A4.2.
const BACKWARD: &str =
    r#"{"base": "dame-8x8", "men": {"captures": ["diagonally-forward", "diagonally-backward"]}}"#;
const AT_ONCE: &str = r#"{"base": "dame-8x8", "capture": {"removal": "after-each-jump"}}"#;

#[test]
fn the_board_is_the_dark_squares_of_a_chessboard() {
    let board = variant::DAME_8X8.board;
    assert_eq!((board.width, board.height, board.shade), (8, 8, Shade::Dark));
    assert!(lower_left_is_played(RULES));
}

#[test]
fn each_side_has_twelve_men_on_three_rows() {
    assert_eq!(men_at_the_start(RULES), (12, 12));
    assert_eq!(variant::DAME_8X8.start.rows_of_men, 3);
}

#[test]
fn black_begins() {
    assert_eq!(variant::DAME_8X8.start.first_move, Black);
}

#[test]
fn men_move_diagonally_forward_only() {
    assert_eq!(moves(RULES, "W:W22"), ["22-17", "22-18"]);
}

#[test]
fn pieces_must_be_jumped_if_the_square_behind_is_free() {
    assert_eq!(moves(RULES, "W:W22,24:B18"), ["22x15"]);
    assert_eq!(moves(RULES, "W:W22:B18,15"), ["22-17"]);
}

#[test]
fn men_capture_forward_only() {
    assert_eq!(moves(RULES, "W:W22:B26"), ["22-17", "22-18"]);
    assert_eq!(moves(BACKWARD, "W:W22:B26"), ["22x31"]);
}

#[test]
fn a_capture_may_change_direction() {
    assert_eq!(moves(RULES, "W:W30:B26,18,10"), ["30x7"]);
    assert_eq!(moves(RULES, "W:W30:B26,19"), ["30x16"]);
}

#[test]
fn captured_pieces_are_removed_after_the_move() {
    assert_eq!(variant::DAME_8X8.capture.removal, Removal::AtTheEndOfTheMove);
    let fen = "W:WK18,21:B23,8,9,3,K30,17,11";
    let most = |rules| {
        let captures = position(rules, fen).legal_moves();
        captures.iter().filter(|m| m.from().index() == 17).map(|m| m.captured().len()).max()
    };
    assert_eq!((most(RULES), most(AT_ONCE)), (Some(1), Some(2)));
}

#[test]
fn captures_may_be_chosen_freely() {
    assert_eq!(moves(RULES, "W:W23,28:B18,24,15"), ["23x14", "28x10"]);
}

#[test]
fn pieces_cannot_jump_their_own_colour() {
    assert_eq!(moves(RULES, "W:W22,18:B15"), ["18x11"]);
    assert_eq!(moves(RULES, "W:WK29,25:B18"), ["25-21", "25-22"]);
}

#[test]
fn men_promote_on_the_base_line_and_the_move_ends() {
    assert_eq!(moves(RULES, "W:W6"), ["6-1+", "6-2+"]);
    assert_eq!(moves(RULES, "W:W11:B7,6"), ["11x2+"]);
}

#[test]
fn kings_are_two_pieces_high() {
    assert_eq!(king_mark(RULES), KingMark::Crown);
}

#[test]
fn kings_move_and_jump_any_distance() {
    assert_eq!(moves(RULES, "W:WK18").len(), 13);
    assert_eq!(moves(RULES, "W:WK4:B18"), ["4x22"]);
}

#[test]
fn kings_land_directly_behind_the_captured_piece() {
    assert_eq!(moves(RULES, "W:WK29:B18"), ["29x15"]);
}

#[test]
fn captures_of_kings_must_be_finished() {
    assert_eq!(moves(RULES, "W:WK29:B18,10"), ["29x6"]);
}

#[test]
fn a_side_without_legal_moves_loses() {
    assert!(moves(RULES, "W:W5:B1").is_empty());
    let mut last = game(RULES, "W:W22:B18");
    play(&mut last, "22x15");
    assert_eq!(last.outcome().map(|outcome| outcome.result), Some(GameResult::Win(White)));
    let mut blocked = game(RULES, "W:W9:B1,5");
    play(&mut blocked, "9-6");
    assert_eq!(blocked.outcome(), None);
}

#[test]
fn draws_are_additions_of_the_platform_and_only_by_claim() {
    for rule in variant::DAME_8X8.draws.rules.iter() {
        assert_eq!((rule.effect, rule.source.as_ref()), (Effect::OnClaim, "an addition of this platform"));
    }
    let mut game = game(RULES, "W:WK30,21:BK1,12");
    wait(&mut game, 50);
    assert_eq!(game.outcome(), None, "the draws are not automatic");
    game.apply(claim(game.position().turn())).expect("25 moves each, and repetitions");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
}
