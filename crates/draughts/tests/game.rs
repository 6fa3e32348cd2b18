//! A whole game, event by event.

mod strategies;

use draughts::game::{Ending, GameResult, NextGameError, Refusal, Verdict};
use draughts::{Color, Event, Game, Language, Rules, Square, SquareSet, WhyNot, variant};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use Color::{Black, White};

fn game(rules: &str, fen: &str) -> Game {
    let rules =
        if rules.starts_with('{') { Rules::house(rules).expect("a house rule") } else { named(rules) };
    Game::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn named(id: &str) -> Rules {
    Rules::named(id).expect("a named rule set")
}

/// Makes the turn between these squares, legal or not, as far as the conduct lets it happen.
fn turn(game: &Game, text: &str) -> Event {
    let naming = game.rules().naming();
    let squares: Vec<Square> = text
        .split(['-', 'x'])
        .map(|number| naming.by_number(number.parse().expect("a number")).expect("a square"))
        .collect();
    let (from, to) = (squares[0], squares[1]);
    let possible = game.possible_moves();
    let captured = possible.iter().find(|m| (m.from(), m.to()) == (from, to)).map(draughts::Move::captured);
    Event::Move { by: game.position().turn(), from, to, captured: captured.unwrap_or_default() }
}

fn play(game: &mut Game, texts: &str) {
    for text in texts.split_whitespace() {
        let event = turn(game, text);
        game.apply(event)
            .unwrap_or_else(|why| panic!("{text}: {}", why.tell(game.rules(), Language::English)));
    }
}

fn message(text: &str) -> String {
    text.to_owned()
}

fn offer(by: Color) -> Event {
    Event::OfferDraw { by, rule: None, message: message("Neither of us can win.") }
}

#[test]
fn a_game_ends_when_the_side_to_move_has_no_move() {
    let mut without_pieces = game("english", "W:W22:B18");
    play(&mut without_pieces, "22x15");
    let outcome = without_pieces.outcome().expect("it is over");
    assert_eq!((outcome.result, &outcome.ending), (GameResult::Win(White), &Ending::NoPieces(Black)));
    let mut losing = game("antidraughts", "W:W28:B23");
    play(&mut losing, "28x19");
    assert_eq!(losing.outcome().map(|outcome| outcome.result), Some(GameResult::Win(Black)));
    let mut first_king = game("breakthrough", "W:W6:B20");
    play(&mut first_king, "6-1");
    assert_eq!(first_king.outcome().map(|outcome| &outcome.ending), Some(&Ending::FirstKing(White)));
    assert_eq!(first_king.apply(Event::Resign { by: White }), Err(Refusal::GameOver));
}

#[test]
fn an_offer_is_accepted_declined_withdrawn_or_answered_by_a_move() {
    let mut game = Game::new(&named("international"));
    assert_eq!(game.apply(Event::AcceptDraw { by: Black }), Err(Refusal::NothingOffered));
    game.apply(offer(White)).expect("an offer with the move");
    play(&mut game, "32-28");
    assert_eq!(game.offer().map(|offer| offer.message.as_str()), Some("Neither of us can win."));
    assert_eq!(game.apply(Event::AcceptDraw { by: White }), Err(Refusal::OwnOffer));
    assert_eq!(game.apply(Event::WithdrawDraw { by: Black }), Err(Refusal::NotYourOffer));
    assert_eq!(game.apply(offer(Black)), Err(Refusal::OfferOpen { by: White }));
    play(&mut game, "19-23");
    assert_eq!(game.offer(), None, "who moves has declined");
    assert_eq!(game.apply(offer(White)), Err(Refusal::OfferedBefore));
    play(&mut game, "28x19");
    game.apply(offer(White)).expect("after another move");
    game.apply(Event::WithdrawDraw { by: White }).expect("one's own");
    game.apply(offer(White)).expect("again");
    game.apply(Event::DeclineDraw { by: Black, message: message("I am winning.") }).expect("declined");
    play(&mut game, "14x23");
    game.apply(offer(Black)).expect("the other side");
    game.apply(Event::AcceptDraw { by: White }).expect("accepted");
    assert_eq!(game.outcome().map(|outcome| &outcome.ending), Some(&Ending::Agreement));
}

#[test]
fn where_agreement_is_not_allowed_nothing_is_offered() {
    let rules = r#"{"base": "checkers-revenge", "draws": {"agreement": "not-allowed"}}"#;
    let mut game = Game::new(&Rules::house(rules).expect("a house rule"));
    assert_eq!(game.apply(offer(Black)), Err(Refusal::NoAgreement));
}

/// Two kings go to and fro until the position has occurred three times.
fn repeated() -> Game {
    let mut game = game("checkers-bsn", "B:WK32,21:BK1,12");
    play(&mut game, "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    game
}

#[test]
fn a_judged_claim_goes_with_an_offer_and_to_the_adjudicator_if_it_is_declined() {
    let claim = || Event::ClaimDraw { by: Black, rule: None, message: message("Third time.") };
    let mut accepted = repeated();
    accepted.apply(claim()).expect("justified");
    let refused = accepted.apply(turn(&accepted, "1-6"));
    assert_eq!(refused, Err(Refusal::ClaimOpen { by: Black }), "no more moves meanwhile");
    accepted.apply(Event::AcceptDraw { by: White }).expect("accepted");
    assert!(matches!(accepted.outcome().map(|outcome| &outcome.ending), Some(Ending::Claim(Black, _))));

    let mut judged = repeated();
    judged.apply(claim()).expect("justified");
    judged.apply(Event::DeclineDraw { by: White, message: message("No.") }).expect("declined");
    assert!(judged.offer().is_some_and(|offer| offer.declined));
    assert_eq!(judged.apply(turn(&judged, "1-6")), Err(Refusal::ClaimOpen { by: Black }));
    let verdict = Event::Adjudicate { verdict: Verdict::Draw, reason: message("The count is right.") };
    judged.apply(verdict).expect("judged");
    insta::assert_snapshot!(
        Language::ALL.map(|language| judged.outcome().expect("over").tell(language)).join("\n")
    );

    let mut granted = repeated();
    let grant = || Event::Adjudicate { verdict: Verdict::ClaimGranted, reason: String::new() };
    assert_eq!(granted.apply(grant()), Err(Refusal::NoClaim));
    granted.apply(claim()).expect("justified");
    granted.apply(grant()).expect("an adjudicator may");
    let ending = granted.outcome().map(|outcome| outcome.ending.clone());
    assert!(matches!(ending, Some(Ending::Claim(Black, _))), "{ending:?}");

    let mut rejected = repeated();
    let reject = || Event::Adjudicate { verdict: Verdict::ClaimRejected, reason: String::new() };
    assert_eq!(rejected.apply(reject()), Err(Refusal::NoClaim));
    rejected.apply(claim()).expect("justified");
    rejected.apply(reject()).expect("an adjudicator may");
    play(&mut rejected, "1-6");
}

#[test]
fn an_offer_that_appeals_to_a_rule_carries_the_proof_if_there_is_one() {
    let by_rule = |rule| Event::OfferDraw { by: White, rule: Some(rule), message: String::new() };
    let mut proved = repeated();
    proved.apply(by_rule(1)).expect("an offer");
    assert!(proved.offer().is_some_and(|offer| offer.evidence.is_some() && !offer.claim));
    let mut unproved = repeated();
    unproved.apply(by_rule(0)).expect("one may offer without a proof");
    assert!(unproved.offer().is_some_and(|offer| offer.evidence.is_none()));
    assert_eq!(repeated().apply(by_rule(2)), Err(Refusal::NoSuchRule(2)));
}

#[test]
fn the_proof_of_an_offer_is_that_of_the_position_now() {
    let offer = |by| Event::OfferDraw { by, rule: Some(0), message: String::new() };
    let mut gone = game("checkers-bsn", "B:WK32,21,22:BK1,12,18:H50:F65");
    gone.apply(offer(Black)).expect("an offer");
    assert!(gone.offer().is_some_and(|offer| offer.evidence.is_some()));
    play(&mut gone, "18x25");
    assert!(gone.offer().is_some_and(|offer| offer.evidence.is_none()), "a capture starts the count anew");
    let mut come = game("checkers-bsn", "B:WK32,21:BK1,12:H49:F65");
    come.apply(offer(Black)).expect("an offer with the move that completes the count");
    play(&mut come, "1-6");
    assert!(come.offer().is_some_and(|offer| offer.evidence.is_some()));
}

#[test]
fn while_a_claim_is_open_nothing_on_the_board_changes() {
    let rules = r#"{"base": "checkers-bsn", "name": "Careless", "conduct": {"enforcement": "huffing"}}"#;
    let mut game = game(rules, "W:WK32,22:BK1,18:H49:F65");
    play(&mut game, "32-27");
    game.apply(Event::ClaimDraw { by: White, rule: Some(0), message: String::new() }).expect("50 turns");
    let square = game.huffable()[0];
    assert_eq!(game.apply(Event::Huff { by: Black, square }), Err(Refusal::ClaimOpen { by: White }));
    assert_eq!(game.apply(Event::LetStand { by: Black }), Err(Refusal::ClaimOpen { by: White }));
}

#[test]
fn a_claim_is_not_made_twice_in_one_position() {
    let claim = || Event::ClaimDraw { by: Black, rule: None, message: String::new() };
    let mut game = repeated();
    game.apply(claim()).expect("justified");
    let no = || Event::DeclineDraw { by: White, message: String::new() };
    game.apply(no()).expect("declined");
    assert_eq!(game.apply(no()), Err(Refusal::DeclinedBefore));
    game.apply(Event::Adjudicate { verdict: Verdict::ClaimRejected, reason: String::new() })
        .expect("rejected");
    assert_eq!(game.apply(claim()), Err(Refusal::ClaimedBefore));
    play(&mut game, "1-6 32-27");
    game.apply(claim()).expect("the position after another move occurs for the third time too");
}

#[test]
fn an_offer_survives_a_turn_that_is_redone() {
    let mut game = game("dame-100", "W:W32,45:B28,1");
    game.apply(offer(Black)).expect("an offer");
    play(&mut game, "45-40");
    assert_eq!(game.offer(), None, "White has moved instead of answering");
    game.apply(Event::DemandRedo { by: Black }).expect("White forgot to capture");
    assert!(game.offer().is_some());
}

#[test]
fn a_game_set_up_where_a_count_is_complete_is_over() {
    let drawn = game("international", "W:WK46,K47,K48:BK1,K2,K3:H50:F60");
    assert_eq!(drawn.outcome().map(|outcome| outcome.result), Some(GameResult::Draw));
    let rules = named("international");
    for fen in ["W:WK46:BK5:H9:F1", "W:WK46:BK5:H1:H2", "W:WK46:BK5:F0", "W:WK46:BK5:F4294967295"] {
        assert!(Game::from_fen(&rules, fen).is_err(), "{fen}");
    }
    let unnumbered = Game::from_fen(&rules, "W:WK47,45:BK4,6:H9").expect("a count without a number");
    assert_eq!(unnumbered.move_number().number, 6);
}

#[test]
fn a_claim_must_name_a_rule_that_can_be_claimed() {
    let claim = |rule| Event::ClaimDraw { by: White, rule, message: String::new() };
    let mut automatic = Game::new(&named("international"));
    assert_eq!(automatic.apply(claim(Some(0))), Err(Refusal::Automatic(0)));
    assert_eq!(automatic.apply(claim(None)), Err(Refusal::NothingToClaim));
    assert_eq!(automatic.apply(claim(Some(9))), Err(Refusal::NoSuchRule(9)));
}

#[test]
fn resignation_flag_fall_abandonment_and_adjudication_end_the_game() {
    let cases = [
        (Event::Resign { by: White }, GameResult::Win(Black)),
        (Event::FlagFall { of: Black }, GameResult::Win(White)),
        (Event::Abandon { by: White }, GameResult::Win(Black)),
        (
            Event::Adjudicate { verdict: Verdict::Win(White), reason: message("As agreed.") },
            GameResult::Win(White),
        ),
        (Event::Adjudicate { verdict: Verdict::Draw, reason: String::new() }, GameResult::Draw),
        (Event::Abort { by: Some(Black) }, GameResult::None),
        (Event::Abort { by: None }, GameResult::None),
    ];
    let mut lines = Vec::new();
    for (event, result) in cases {
        let mut game = Game::new(&named("russian"));
        game.apply(event).expect("it can happen");
        let outcome = game.outcome().expect("it is over");
        assert_eq!(outcome.result, result);
        lines.extend(Language::ALL.map(|language| outcome.tell(language)));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_player_calls_a_game_off_only_before_both_have_moved() {
    let mut game = Game::new(&named("international"));
    play(&mut game, "32-28 19-23");
    assert_eq!(game.apply(Event::Abort { by: Some(White) }), Err(Refusal::TooLateToAbort));
    game.apply(Event::Abort { by: None }).expect("the adjudicator may");
}

#[test]
fn a_strict_rule_set_lets_no_illegal_turn_happen() {
    let mut game = game("english", "W:W22,24:B18");
    let refused = game.apply(turn(&game, "24-19"));
    assert!(matches!(refused, Err(Refusal::NotLegal(WhyNot::MustCapture { .. }))), "{refused:?}");
    assert_eq!(game.apply(Event::DemandRedo { by: White }), Err(Refusal::NoRedo));
    assert_eq!(game.apply(Event::Huff { by: White, square: Square::new(0) }), Err(Refusal::NoHuffing));
}

#[test]
fn a_turn_that_breaks_a_duty_is_redone_on_demand_or_stands() {
    let position = "W:W32,45:B28,1";
    let mut redone = game("dame-100", position);
    assert_eq!(redone.apply(Event::DemandRedo { by: Black }), Err(Refusal::NoTurn));
    play(&mut redone, "45-40");
    assert!(matches!(
        redone.irregular_turn().and_then(|turn| turn.irregular),
        Some(WhyNot::MustCapture { .. })
    ));
    assert_eq!(redone.apply(Event::DemandRedo { by: White }), Err(Refusal::NotForYou));
    redone.apply(Event::DemandRedo { by: Black }).expect("it broke the duty to capture");
    assert_eq!((redone.position().turn(), redone.turns().len()), (White, 0));
    let again = redone.apply(turn(&redone, "45-40"));
    assert!(matches!(again, Err(Refusal::NotLegal(WhyNot::MustCapture { .. }))), "it must be legal now");
    play(&mut redone, "32x23");
    assert_eq!(redone.apply(Event::DemandRedo { by: Black }), Err(Refusal::TurnWasLegal));

    let mut stands = game("dame-100", position);
    play(&mut stands, "45-40 28x37");
    assert_eq!(stands.turns().len(), 2, "an answer lets it stand");
    assert_eq!(stands.apply(Event::DemandRedo { by: White }), Err(Refusal::TurnWasLegal));
}

#[test]
fn too_few_captured_is_a_broken_duty_too() {
    let mut fewer = game("dame-100", "W:W28,34:B23,14,30,1");
    play(&mut fewer, "34x25");
    let broken = |game: &Game| game.irregular_turn().and_then(|turn| turn.irregular);
    assert!(matches!(broken(&fewer), Some(WhyNot::MustTakeMore { yours: 1, most: 2, .. })));
    let mut stopped = game("dame-100", "W:W28,34:B23,14,30,1");
    play(&mut stopped, "28x19");
    assert!(matches!(broken(&stopped), Some(WhyNot::MustGoOn { .. })));
}

#[test]
fn a_turn_that_may_be_redone_does_not_end_the_game_until_it_is_let_stand() {
    // White forgets to capture 27 and shuts the last way of 35 instead: Black cannot move.
    let mut stands = game("dame-100", "W:W31,32,36,38,44,45:B27,35");
    play(&mut stands, "45-40");
    assert_eq!((stands.outcome(), stands.legal_moves()), (None, &[][..]));
    let mut redone = stands.clone();
    stands.apply(Event::LetStand { by: Black }).expect("it is Black's to say");
    assert_eq!(stands.outcome().map(|outcome| &outcome.ending), Some(&Ending::Blocked(Black)));
    assert!(stands.turns()[0].irregular.is_some(), "it is remembered that it broke a duty");
    redone.apply(Event::DemandRedo { by: Black }).expect("it is Black's to say");
    play(&mut redone, "32x21");
    assert_eq!(redone.outcome(), None);
}

#[test]
fn the_piece_that_failed_to_capture_is_huffed_and_then_the_opponent_moves() {
    let rules = r#"{"base": "english", "name": "Old English", "conduct": {"enforcement": "huffing"}}"#;
    let mut huffed = game(rules, "W:W22,24:B18,1");
    play(&mut huffed, "24-19");
    let [square] = huffed.huffable()[..] else { panic!("one piece failed to capture") };
    assert_eq!(huffed.rules().naming().name(square), "22");
    let wrong = huffed.apply(Event::Huff { by: Black, square: Square::new(18) });
    assert_eq!(wrong, Err(Refusal::CannotBeHuffed(vec!["22".to_owned()])));
    huffed.apply(Event::Huff { by: Black, square }).expect("it failed to capture");
    assert_eq!(huffed.position().fen(), "B:W19:B1,18", "the opponent moves after huffing");
    play(&mut huffed, "1-5");

    let mut moved = game(rules, "W:W22,24:B18,1");
    play(&mut moved, "22-17");
    let [square] = moved.huffable()[..] else { panic!("one piece failed to capture") };
    assert_eq!(moved.rules().naming().name(square), "17", "where it stands now");
    assert_eq!(moved.apply(Event::DemandRedo { by: Black }), Err(Refusal::NoRedo));
}

#[test]
fn who_begins_the_next_game_is_for_the_rule_set_to_say() {
    let over = |rules: &str, event: Event| {
        let rules = if rules.starts_with('{') { Rules::house(rules).expect("a rule") } else { named(rules) };
        let mut game = Game::new(&rules);
        assert_eq!(game.next_game(White, None), Err(NextGameError::NotOver));
        game.apply(event).expect("it is over");
        game
    };
    let draw = || Event::Adjudicate { verdict: Verdict::Draw, reason: String::new() };
    // Document 003: the winner of the last game begins, and so plays Black; after a draw, who asks.
    let won = over("checkers-revenge", Event::Resign { by: Black }).next_game(Black, None).expect("seats");
    assert_eq!((won.begins, won.black, won.white), (White, White, Black));
    let drawn = over("checkers-revenge", draw()).next_game(White, None).expect("seats");
    assert_eq!((drawn.begins, drawn.black), (White, White));
    let alternate = over("international", Event::Resign { by: Black }).next_game(White, None).expect("seats");
    assert_eq!((alternate.begins, alternate.white), (Black, Black));
    let challenger =
        r#"{"base": "english", "name": "Challenge", "conduct": {"next_game": "challenger-begins"}}"#;
    let challenged = over(challenger, draw()).next_game(White, None).expect("seats");
    assert_eq!((challenged.begins, challenged.black), (White, White));
    let chosen = over("checkers-bsn", draw());
    assert_eq!(chosen.next_game(White, None), Err(NextGameError::NotChosen));
    assert_eq!(chosen.next_game(White, Some(Black)).expect("chosen").begins, Black);
}

#[test]
fn moves_are_numbered_and_captures_counted() {
    let mut game = Game::new(&named("draughts-bsn"));
    play(&mut game, "32-28 19-23");
    assert_eq!(game.move_number().to_string(), "2 (White)");
    play(&mut game, "28x19");
    assert_eq!(game.move_number().to_string(), "2 (Black)");
    assert_eq!((game.captured_by(White), game.captured_by(Black)), (1, 0));
}

#[test]
fn a_message_has_an_end() {
    let mut game = Game::new(&named("english"));
    let long = Event::OfferDraw { by: Black, rule: None, message: "x".repeat(2001) };
    assert_eq!(game.apply(long), Err(Refusal::MessageTooLong { most: 2000 }));
}

/// Any event, likely or not.
fn event() -> impl Strategy<Value = Pick> {
    (0..30_u8, select(&Color::ALL[..]), any::<Index>(), 0..5_usize)
        .prop_map(|(kind, by, index, number)| Pick { kind, by, index, number })
}

#[derive(Clone, Debug)]
struct Pick {
    kind: u8,
    by: Color,
    index: Index,
    number: usize,
}

impl Pick {
    fn event(&self, game: &Game) -> Event {
        let (by, rule) = (self.by, Some(self.number).filter(|&number| number > 0).map(|number| number - 1));
        let square = Square::new(self.index.index(60) as u8);
        match self.kind {
            0 => Event::OfferDraw { by, rule, message: String::new() },
            1 => Event::AcceptDraw { by },
            2 => Event::DeclineDraw { by, message: String::new() },
            3 => Event::WithdrawDraw { by },
            4 => Event::ClaimDraw { by, rule, message: String::new() },
            5 => Event::DemandRedo { by },
            6 => Event::LetStand { by },
            7 => Event::Huff { by, square: game.huffable().first().copied().unwrap_or(square) },
            8 => Event::Adjudicate { verdict: Verdict::ClaimRejected, reason: String::new() },
            9 if self.number == 4 => Event::Resign { by },
            10 => Event::Move {
                by,
                from: square,
                to: Square::new(self.number as u8),
                captured: SquareSet::EMPTY,
            },
            _ => {
                let possible = game.possible_moves();
                match possible.is_empty() {
                    true => Event::LetStand { by },
                    false => Event::of(self.index.get(&possible), game.position().turn()),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(strategies::cases(300))]

    #[test]
    fn the_same_events_make_the_same_game_and_a_refused_one_changes_nothing(
        rules in strategies::named(),
        enforcement in 0..3_u8,
        picks in prop::collection::vec(event(), 0..80),
    ) {
        use draughts::ruleset::Enforcement;
        let mut set = rules.rule_set().clone();
        set.id = "house".into();
        set.conduct.enforcement =
            [Enforcement::Strict, Enforcement::RedoOnDemand, Enforcement::Huffing][usize::from(enforcement)];
        let rules = Rules::new(set).expect("playable");
        let mut game = Game::new(&rules);
        for pick in picks {
            let before = game.clone();
            let event = pick.event(&game);
            match game.apply(event) {
                Ok(()) => prop_assert_eq!(game.events().len(), before.events().len() + 1),
                Err(why) => {
                    prop_assert_eq!(&game, &before, "{:?} changed the game", why);
                    for language in Language::ALL {
                        prop_assert!(why.tell(&rules, language).ends_with('.'), "{:?}", why);
                    }
                }
            }
        }
        let log = serde_json::to_string(game.events()).expect("events are plain data");
        let events: Vec<Event> = serde_json::from_str(&log).expect("what was written can be read");
        let mut again = Game::new(&rules);
        prop_assert_eq!(again.apply_all(events), Ok(()));
        prop_assert_eq!(again, game);
    }
}

#[test]
fn an_event_is_readable_json() {
    let mut game = Game::new(&Rules::from(&variant::ENGLISH));
    play(&mut game, "11-15 22-18 15x22");
    game.apply(Event::OfferDraw { by: White, rule: Some(0), message: message("Shall we?") })
        .expect("an offer");
    insta::assert_snapshot!(serde_json::to_string_pretty(game.events()).expect("plain data"));
}
