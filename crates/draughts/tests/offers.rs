//! Draw offers and claims under rules that require an offer first.

use draughts::Color::{Black, White};
use draughts::game::{Answer, Ending, GameResult, Refusal, Verdict};
use draughts::{Color, Event, Game, Rules};

const REPETITION: usize = 1;

fn game(rules: &str, fen: &str) -> Game {
    let rules = if rules.starts_with('{') { Rules::house(rules).expect("rules") } else { named(rules) };
    Game::from_fen(&rules, fen).expect("a position")
}

fn named(id: &str) -> Rules {
    Rules::named(id).expect("a rule set")
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        let m = game.read_move(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        game.play(&m).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

fn offer(by: Color, rule: usize) -> Event {
    Event::OfferDraw { by, rule: Some(rule), message: String::new() }
}

fn claim(by: Color) -> Event {
    Event::ClaimDraw { by, rule: None, message: String::new() }
}

fn decline(by: Color) -> Event {
    Event::DeclineDraw { by, message: String::new() }
}

/// Returns a game in which White's last move completed a threefold repetition; Black is to move.
fn repeated() -> Game {
    let mut game = game("checkers-bsn", "B:WK32,21:BK1,12");
    play(&mut game, "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    game
}

/// Returns a game in which Black then made an irreversible move.
fn repeated_and_left() -> Game {
    let mut game = repeated();
    play(&mut game, "12-16");
    game
}

#[test]
fn evidence_is_usable_until_after_the_next_own_move() {
    // The moves after the third occurrence, the player who offers, and whether the rule can be invoked.
    let cases = [
        ("", White, true),
        ("12-16", Black, true),
        ("12-16 21-17", Black, false),
        ("12-16 21-17", White, true),
        ("12-16 21-17 16-19", White, false),
        ("12-16 21-17 16-19", Black, false),
    ];
    for (moves, by, usable) in cases {
        let mut game = repeated();
        moves.split(' ').filter(|text| !text.is_empty()).for_each(|text| play(&mut game, text));
        let to_move = game.position().turn() == by;
        assert_eq!(game.ground(by, REPETITION).is_some(), usable, "{by} after {moves:?}");
        let offered = game.apply(offer(by, REPETITION));
        match (usable, to_move) {
            (_, true) => assert_eq!(offered, Err(Refusal::OfferWithMove), "{by} after {moves:?}"),
            (true, false) => assert_eq!(offered, Ok(()), "{by} after {moves:?}"),
            (false, false) => {
                assert!(matches!(offered, Err(Refusal::NotJustified(_))), "{by} after {moves:?}");
            }
        }
    }
}

#[test]
fn an_offer_keeps_its_evidence() {
    let mut game = repeated_and_left();
    game.apply(offer(Black, REPETITION)).expect("with the next move");
    let evidence = game.offer().and_then(|offer| offer.evidence.clone()).expect("a proof");
    play(&mut game, "21-17");
    assert_eq!(game.offer(), None);
    let rejected = game.rejected_offer(Black).expect("White played on");
    assert_eq!((rejected.answer, rejected.offer.evidence.as_ref()), (Answer::Ignored, Some(&evidence)));
    game.apply(claim(Black)).expect("the offer was justified");
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.result, &outcome.ending), (GameResult::Draw, &Ending::Claim(Black, evidence)));
}

#[test]
fn a_declined_offer_can_be_claimed_until_the_next_own_move() {
    let mut at_once = repeated_and_left();
    at_once.apply(offer(Black, REPETITION)).expect("an offer");
    assert_eq!(at_once.apply(claim(Black)), Err(Refusal::OfferUnanswered));
    at_once.apply(decline(White)).expect("declined");
    assert_eq!(at_once.rejected_offer(Black).map(|rejected| rejected.answer), Some(Answer::Declined));

    let mut later = at_once.clone();
    at_once.apply(claim(Black)).expect("White is still to move");
    play(&mut later, "21-17");
    later.clone().apply(claim(Black)).expect("Black is to move");
    play(&mut later, "16-19");
    assert!(matches!(later.apply(claim(Black)), Err(Refusal::NotJustified(_))), "one move too late");
    assert_eq!(later.outcome(), None);
}

#[test]
fn an_offer_without_evidence_permits_no_claim() {
    let mut game = game("checkers-bsn", "B:WK32,21:BK1,12");
    play(&mut game, "1-6");
    assert!(matches!(game.apply(offer(Black, 0)), Err(Refusal::NotJustified(_))), "the offer is refused");
    assert_eq!(game.offer(), None);
    game.apply(Event::OfferDraw { by: Black, rule: None, message: "Please.".to_owned() }).expect("an offer");
    game.apply(decline(White)).expect("declined");
    assert!(matches!(game.apply(claim(Black)), Err(Refusal::NotJustified(_))));
    assert_eq!(game.apply(offer(Black, 0)), Err(Refusal::OfferedBefore));
    play(&mut game, "32-27 6-9");
    game.apply(Event::OfferDraw { by: Black, rule: None, message: String::new() })
        .expect("after another move");
    game.apply(Event::AcceptDraw { by: White }).expect("accepted");
    assert_eq!(game.outcome().map(|outcome| &outcome.ending), Some(&Ending::Agreement));
}

#[test]
fn a_draw_must_be_offered_before_it_is_claimed() {
    let mut game = repeated();
    for by in [White, Black] {
        assert_eq!(game.apply(claim(by)), Err(Refusal::OfferFirst(REPETITION)));
    }
    game.apply(offer(White, REPETITION)).expect("an offer");
    game.apply(Event::WithdrawDraw { by: White }).expect("withdrawn");
    assert_eq!(game.apply(claim(White)), Err(Refusal::OfferFirst(REPETITION)));
    let other = Event::ClaimDraw { by: White, rule: Some(0), message: String::new() };
    assert!(matches!(game.apply(other), Err(Refusal::NotJustified(_))), "25 moves are missing");
}

#[test]
fn without_agreement_an_offer_needs_evidence() {
    let rules = r#"{"base": "checkers-bsn", "name": "Stern", "draws": {"agreement": "not-allowed"}}"#;
    let mut game = game(rules, "B:WK32,21:BK1,12");
    play(&mut game, "1-6");
    let plain = Event::OfferDraw { by: Black, rule: None, message: String::new() };
    assert_eq!(game.apply(plain), Err(Refusal::NoAgreement));
    play(&mut game, "32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    game.apply(offer(White, REPETITION)).expect("the rule applies");
    game.apply(Event::AcceptDraw { by: Black }).expect("accepted");
    assert!(matches!(game.outcome().map(|outcome| &outcome.ending), Some(Ending::Claim(White, _))));
}

#[test]
fn a_redo_restores_the_ignored_offer() {
    let rules =
        r#"{"base": "draughts-bsn", "name": "Careless", "conduct": {"enforcement": "redo-on-demand"}}"#;
    let mut game = game(rules, "B:W32,45:B28,1,K5:H50:F60");
    play(&mut game, "5-10");
    game.apply(offer(Black, 2)).expect("25 moves were quiet before this one");
    play(&mut game, "45-40");
    assert!(game.offer().is_none() && game.rejected_offer(Black).is_some());
    game.apply(Event::DemandRedo { by: Black }).expect("White forgot to capture");
    assert!(game.offer().is_some() && game.rejected_offer(Black).is_none());
}

/// Records of versions in which a claim did not end the game have a verdict after each claim.
#[test]
fn a_verdict_that_confirms_a_claim_has_no_effect() {
    let grant = || Event::Adjudicate { verdict: Verdict::ClaimGranted, reason: String::new() };
    let old = r#"{"base": "checkers-bsn", "name": "As it was", "draws": {"claims": "immediate", "rules": [
        {"when": {"repetition": {"times": 3}}, "effect": "on-claim-judged", "source": "third point"}]}}"#;
    let mut game = game(old, "B:WK32,21:BK1,12");
    play(&mut game, "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    assert_eq!(game.apply(grant()), Err(Refusal::NoClaim));
    game.apply(claim(Black)).expect("three times");
    let before = game.outcome().cloned();
    game.apply(grant()).expect("confirmed");
    assert_eq!(game.outcome().cloned(), before);
    assert!(matches!(before.map(|outcome| outcome.ending), Some(Ending::Claim(Black, _))));
    assert_eq!(game.apply(Event::Resign { by: White }), Err(Refusal::GameOver));
}
