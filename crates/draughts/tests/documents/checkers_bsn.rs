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
fn a_king_is_marked_with_a_d() {
    assert_eq!(variant::CHECKERS_BSN.notation.king_mark, KingMark::LetterD);
    assert_eq!(king_mark(RULES), KingMark::LetterD);
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
    let mut last = game(RULES, "W:W22:B18");
    play(&mut last, "22x15");
    assert_eq!(last.outcome().map(|outcome| outcome.result), Some(GameResult::Win(White)));
}

#[test]
fn a_player_may_resign() {
    let mut game = game(RULES, "W:W22:B1");
    game.apply(Event::Resign { by: White }).expect("one may always resign");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Win(Black)));
}

#[test]
fn the_players_may_agree_on_a_draw() {
    let mut game = game(RULES, "W:W22:B1");
    game.apply(offer(Black, "Nobody can win.")).expect("an offer");
    game.apply(Event::AcceptDraw { by: White }).expect("accepted");
    assert_eq!(game.outcome().map(|outcome| &outcome.ending), Some(&Ending::Agreement));
}

/// The draw rules, by their places in the rule set.
const MOVES: usize = 0;
const REPETITION: usize = 1;

/// Two kings and two men; nothing has happened when move 41 comes.
const QUIET: &str = "B:WK32,21:BK1,12:F41";

#[test]
fn twenty_five_moves_of_each_player_without_capture_or_new_king_can_be_claimed() {
    let mut game = game(RULES, QUIET);
    wait(&mut game, 49);
    assert!(matches!(game.clone().apply(offer_by(Black, MOVES)), Err(Refusal::NotJustified(_))));
    wait(&mut game, 1);
    assert_eq!(game.outcome(), None, "nothing happens by itself");
    game.apply(offer_by(White, MOVES)).expect("50 turns");
    game.apply(decline(Black)).expect("declined");
    game.apply(claim(White)).expect("50 turns");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
}

#[test]
fn a_capture_or_a_new_king_starts_the_count_anew_and_the_move_of_a_man_does_not() {
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
fn if_the_first_quiet_move_is_41_the_game_is_a_draw_from_move_66_on() {
    let mut game = game(RULES, QUIET);
    wait(&mut game, 50);
    assert_eq!(game.move_number(), number(66, Black));
    let Some(Grounds::Count { first, from, .. }) = game.evidence(0).map(|evidence| evidence.grounds) else {
        panic!("50 turns are a draw");
    };
    assert_eq!((first, from), (number(41, Black), number(66, Black)));
}

/// The same position for the third time.
fn repeated() -> Game {
    let mut game = game(RULES, "B:WK32,21:BK1,12");
    play(&mut game, "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    game
}

#[test]
fn the_same_position_three_times_can_be_claimed() {
    let mut early = game(RULES, "B:WK32,21:BK1,12");
    play(&mut early, "1-6 32-27 6-1 27-32 1-6 32-27 6-1");
    assert!(matches!(early.apply(offer_by(Black, REPETITION)), Err(Refusal::NotJustified(_))));
    let mut game = repeated();
    assert_eq!(game.outcome(), None, "it is not detected by itself");
    game.apply(offer_by(White, REPETITION)).expect("three times");
    game.apply(decline(Black)).expect("declined");
    game.apply(claim(White)).expect("three times");
    assert_eq!(game.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
}

#[test]
fn the_draw_offer_goes_with_the_next_move_and_gives_its_reason_and_the_three_move_numbers() {
    let mut game = repeated();
    assert_eq!(game.apply(offer_by(Black, REPETITION)), Err(Refusal::OfferWithMove));
    play(&mut game, "12-16");
    game.apply(offer_by(Black, REPETITION)).expect("with the next move");
    let offer = game.offer().expect("an offer");
    assert_eq!(offer.message, "By the rules of the game.");
    let Some(Grounds::Repetition(moments)) = offer.evidence.as_ref().map(|proof| &proof.grounds) else {
        panic!("a repetition is claimed");
    };
    let expected =
        [Occurrence::AtTheStart, Occurrence::After(number(2, White)), Occurrence::After(number(4, White))];
    assert_eq!(moments.as_slice(), expected);
}

#[test]
fn a_declined_offer_is_decided_by_the_record_in_the_administrators_place() {
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
fn another_move_after_a_declined_offer_gives_up_the_claim() {
    let mut game = repeated();
    play(&mut game, "12-16");
    game.apply(offer_by(Black, REPETITION)).expect("with the next move");
    play(&mut game, "21-17 16-19");
    assert!(matches!(game.apply(claim(Black)), Err(Refusal::NotJustified(_))));
    assert_eq!(game.outcome(), None);
}
