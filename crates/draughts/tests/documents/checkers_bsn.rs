//! Checkers 8×8 (Brettspielnetz).

use draughts::Color::{Black, White};
use draughts::draw::{Grounds, Occurrence};
use draughts::game::{Ending, GameResult, Refusal};
use draughts::ruleset::{Corner, Enforcement, KingMark, Shade};
use draughts::{Event, Game, variant};

use super::{
    claim, decline, game, king_mark, lower_left_is_played, men_at_the_start, moves, number, offer, offer_by,
    play, wait,
};

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
    assert_eq!(variant::CHECKERS_BSN.start.first_move, Black);
}

#[test]
fn each_side_has_twelve_men() {
    assert_eq!(men_at_the_start(RULES), (12, 12));
}

#[test]
fn men_move_one_square_diagonally_forward_to_an_empty_square() {
    assert_eq!(moves(RULES, "W:W22"), ["22-17", "22-18"]);
    assert_eq!(moves(RULES, "B:B11"), ["11-15", "11-16"]);
    assert_eq!(moves(RULES, "W:W22,18"), ["18-14", "18-15", "22-17"]);
}

#[test]
fn captures_are_mandatory() {
    assert_eq!(moves(RULES, "W:W22,24:B18"), ["22x15"]);
    assert_eq!(variant::CHECKERS_BSN.conduct.enforcement, Enforcement::Strict);
}

#[test]
fn men_capture_forward_only() {
    assert_eq!(moves(RULES, "W:W22:B26"), ["22-17", "22-18"]);
}

#[test]
fn captures_may_be_chosen_freely() {
    assert_eq!(moves(RULES, "W:W23,28:B18,24,15"), ["23x14", "28x10"]);
}

#[test]
fn kings_have_no_precedence_over_men() {
    assert_eq!(moves(RULES, "W:WK32,22:B18,27"), ["22x15", "32x14"]);
}

#[test]
fn captures_must_be_finished() {
    assert_eq!(moves(RULES, "W:W30:B26,18,10"), ["30x7"]);
}

#[test]
fn men_promote_on_the_top_row_by_a_move_or_a_capture() {
    assert_eq!(moves(RULES, "W:W6"), ["6-1+", "6-2+"]);
    assert_eq!(moves(RULES, "W:W11:B7"), ["11x2+"]);
}

#[test]
fn kings_are_marked_with_a_d() {
    assert_eq!(variant::CHECKERS_BSN.notation.king_mark, KingMark::LetterD);
    assert_eq!(king_mark(RULES), KingMark::LetterD);
}

#[test]
fn a_new_king_does_not_continue_capturing() {
    assert_eq!(moves(RULES, "W:W11:B7,6"), ["11x2+"]);
    assert_eq!(moves(GOES_ON, "W:W11:B7,6"), ["11x9+"]);
}

#[test]
fn kings_move_and_capture_one_square_in_all_diagonals() {
    assert_eq!(moves(RULES, "W:WK18"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(moves(RULES, "W:WK18:B14,23"), ["18x27", "18x9"]);
}

#[test]
fn kings_capture_adjacent_pieces_and_land_directly_behind() {
    assert_eq!(moves(RULES, "W:WK18:B9"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(moves(RULES, "W:WK32:B27"), ["32x23"]);
}

#[test]
fn a_side_without_men_or_legal_moves_loses() {
    assert!(moves(RULES, "W:W:B1").is_empty());
    assert!(moves(RULES, "W:W5:B1").is_empty());
    let mut last = game(RULES, "W:W22:B18");
    play(&mut last, "22x15");
    assert_eq!(last.outcome().map(|outcome| outcome.result), Some(GameResult::Win(White)));
}

#[test]
fn a_player_may_resign() {
    let mut game = game(RULES, "W:W22:B1");
    game.apply(Event::Resign { by: White }).expect("a player may always resign");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Win(Black)));
}

#[test]
fn the_players_may_agree_on_a_draw() {
    let mut game = game(RULES, "W:W22:B1");
    game.apply(offer(Black, "Nobody can win.")).expect("an offer");
    game.apply(Event::AcceptDraw { by: White }).expect("accepted");
    assert_eq!(game.outcome().map(|outcome| &outcome.ending), Some(&Ending::Agreement));
}

// The indices of the draw rules in the rule set.
const MOVES: usize = 0;
const REPETITION: usize = 1;

/// A position with two kings and two men, at move 41.
const QUIET: &str = "B:WK32,21:BK1,12:F41";

#[test]
fn a_draw_can_be_claimed_after_25_quiet_moves_each() {
    let mut game = game(RULES, QUIET);
    wait(&mut game, 49);
    assert!(matches!(game.clone().apply(offer_by(Black, MOVES)), Err(Refusal::NotJustified(_))));
    wait(&mut game, 1);
    assert_eq!(game.outcome(), None, "the draw is not automatic");
    game.apply(offer_by(White, MOVES)).expect("50 turns");
    game.apply(decline(Black)).expect("declined");
    game.apply(claim(White)).expect("50 turns");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
}

#[test]
fn captures_and_promotions_reset_the_count_man_moves_do_not() {
    let mut game = game(RULES, "B:WK32,21:BK1,12,26");
    play(&mut game, "26-31");
    assert_eq!(game.counters()[0].made, 0, "a new king");
    play(&mut game, "32-27");
    assert_eq!(game.counters()[0].made, 1);
    play(&mut game, "31x24");
    assert_eq!(game.counters()[0].made, 0, "a capture");
    play(&mut game, "21-17");
    assert_eq!(game.counters()[0].made, 1, "a man moved");
}

#[test]
fn quiet_moves_from_move_41_are_a_draw_from_move_66() {
    let mut game = game(RULES, QUIET);
    wait(&mut game, 50);
    assert_eq!(game.move_number(), number(66, Black));
    let Some(Grounds::Count { first, from, .. }) = game.evidence(0).map(|evidence| evidence.grounds) else {
        panic!("50 turns are a draw");
    };
    assert_eq!((first, from), (number(41, Black), number(66, Black)));
}

/// Returns a game with a threefold repetition.
fn repeated() -> Game {
    let mut game = game(RULES, "B:WK32,21:BK1,12");
    play(&mut game, "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    game
}

#[test]
fn threefold_repetition_can_be_claimed() {
    let mut early = game(RULES, "B:WK32,21:BK1,12");
    play(&mut early, "1-6 32-27 6-1 27-32 1-6 32-27 6-1");
    assert!(matches!(early.apply(offer_by(Black, REPETITION)), Err(Refusal::NotJustified(_))));
    let mut game = repeated();
    assert_eq!(game.outcome(), None, "the draw is not automatic");
    game.apply(offer_by(White, REPETITION)).expect("three times");
    game.apply(decline(Black)).expect("declined");
    game.apply(claim(White)).expect("three times");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
}

#[test]
fn a_draw_offer_comes_with_a_move_and_cites_the_three_move_numbers() {
    let mut game = repeated();
    assert_eq!(game.apply(offer_by(Black, REPETITION)), Err(Refusal::OfferWithMove));
    play(&mut game, "12-16");
    game.apply(offer_by(Black, REPETITION)).expect("with the next move");
    let offer = game.offer().expect("an offer");
    assert_eq!(offer.message, "By the rules of the game.");
    let Some(Grounds::Repetition(occurrences)) = offer.evidence.as_ref().map(|proof| &proof.grounds) else {
        panic!("a repetition is claimed");
    };
    let expected =
        [Occurrence::AtTheStart, Occurrence::After(number(2, White)), Occurrence::After(number(4, White))];
    assert_eq!(occurrences.as_slice(), expected);
}

#[test]
fn the_record_decides_a_declined_offer() {
    let mut game = repeated();
    assert_eq!(game.apply(claim(Black)), Err(Refusal::OfferFirst(REPETITION)));
    play(&mut game, "12-16");
    game.apply(offer_by(Black, REPETITION)).expect("with the next move");
    assert_eq!(game.apply(claim(Black)), Err(Refusal::OfferUnanswered));
    game.apply(decline(White)).expect("without a reason");
    game.apply(claim(Black)).expect("the record proves it");
    assert!(matches!(game.outcome().map(|outcome| &outcome.ending), Some(Ending::Claim(Black, _))));
}

#[test]
fn moving_after_a_declined_offer_forfeits_the_claim() {
    let mut game = repeated();
    play(&mut game, "12-16");
    game.apply(offer_by(Black, REPETITION)).expect("with the next move");
    play(&mut game, "21-17 16-19");
    assert!(matches!(game.apply(claim(Black)), Err(Refusal::NotJustified(_))));
    assert_eq!(game.outcome(), None);
}
