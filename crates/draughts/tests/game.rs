//! Games, event by event.

mod strategies;

use draughts::game::{Ending, GameResult, NextGameError, Refusal, Verdict};
use draughts::{Color, Event, Game, Rules, Square, SquareSet, WhyNot, variant};
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

/// Returns the event of the move between these squares, including moves that break a duty.
fn turn(game: &Game, text: &str) -> Event {
    let names = game.rules().square_names();
    let squares: Vec<Square> = text
        .split(['-', 'x'])
        .map(|number| names.by_number(number.parse().expect("a number")).expect("a square"))
        .collect();
    let (from, to) = (squares[0], squares[1]);
    let possible = game.possible_moves();
    let captured = possible.iter().find(|m| (m.from(), m.to()) == (from, to)).map(draughts::Move::captured);
    Event::Move { by: game.position().turn(), from, to, captured: captured.unwrap_or_default() }
}

fn play(game: &mut Game, texts: &str) {
    for text in texts.split_whitespace() {
        let event = turn(game, text);
        game.apply(event).unwrap_or_else(|why| panic!("{text}: {why}"));
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
    assert_eq!(game.offer(), None, "a move declines the offer");
    assert_eq!(game.apply(offer(White)), Err(Refusal::OfferedBefore));
    play(&mut game, "28x19");
    game.apply(offer(White)).expect("after another move");
    game.apply(Event::WithdrawDraw { by: White }).expect("withdrawn");
    game.apply(offer(White)).expect("again");
    game.apply(Event::DeclineDraw { by: Black, message: message("I am winning.") }).expect("declined");
    play(&mut game, "14x23");
    game.apply(offer(Black)).expect("an offer of the other side");
    game.apply(Event::AcceptDraw { by: White }).expect("accepted");
    assert_eq!(game.outcome().map(|outcome| &outcome.ending), Some(&Ending::Agreement));
}

#[test]
fn offers_are_refused_where_agreement_is_not_allowed() {
    let rules = r#"{"base": "checkers-revenge", "draws": {"agreement": "not-allowed"}}"#;
    let mut game = Game::new(&Rules::house(rules).expect("a house rule"));
    assert_eq!(game.apply(offer(Black)), Err(Refusal::NoAgreement));
}

#[test]
fn a_redo_restores_the_offer() {
    let mut game = game("dame-100", "W:W32,45:B28,1");
    game.apply(offer(Black)).expect("an offer");
    play(&mut game, "45-40");
    assert_eq!(game.offer(), None, "White has moved instead of answering");
    game.apply(Event::DemandRedo { by: Black }).expect("White forgot to capture");
    assert!(game.offer().is_some());
}

#[test]
fn a_game_set_up_with_a_complete_count_is_over() {
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
        game.apply(event).expect("the event is accepted");
        let outcome = game.outcome().expect("it is over");
        assert_eq!(outcome.result, result);
        lines.push(format!("{:?}", outcome.ending));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn players_may_abort_only_before_both_have_moved() {
    let mut game = Game::new(&named("international"));
    play(&mut game, "32-28 19-23");
    assert_eq!(game.apply(Event::Abort { by: Some(White) }), Err(Refusal::TooLateToAbort));
    game.apply(Event::Abort { by: None }).expect("the adjudicator may abort");
}

#[test]
fn strict_enforcement_refuses_illegal_moves() {
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
fn capturing_too_few_pieces_breaks_a_duty() {
    let mut fewer = game("dame-100", "W:W28,34:B23,14,30,1");
    play(&mut fewer, "34x25");
    let broken = |game: &Game| game.irregular_turn().and_then(|turn| turn.irregular);
    assert!(matches!(broken(&fewer), Some(WhyNot::MustTakeMore { yours: 1, most: 2, .. })));
    let mut stopped = game("dame-100", "W:W28,34:B23,14,30,1");
    play(&mut stopped, "28x19");
    assert!(matches!(broken(&stopped), Some(WhyNot::MustGoOn { .. })));
}

#[test]
fn a_turn_open_to_objection_does_not_end_the_game() {
    // White fails to capture 27 and blocks 35 instead: Black cannot move.
    let mut stands = game("dame-100", "W:W31,32,36,38,44,45:B27,35");
    play(&mut stands, "45-40");
    assert_eq!((stands.outcome(), stands.legal_moves()), (None, &[][..]));
    let mut redone = stands.clone();
    stands.apply(Event::LetStand { by: Black }).expect("Black may object or not");
    assert_eq!(stands.outcome().map(|outcome| &outcome.ending), Some(&Ending::Blocked(Black)));
    assert!(stands.turns()[0].irregular.is_some(), "the turn stays marked as irregular");
    redone.apply(Event::DemandRedo { by: Black }).expect("Black may object or not");
    play(&mut redone, "32x21");
    assert_eq!(redone.outcome(), None);
}

#[test]
fn huffing_removes_the_piece_that_failed_to_capture() {
    let rules = r#"{"base": "english", "name": "Old English", "conduct": {"enforcement": "huffing"}}"#;
    let mut huffed = game(rules, "W:W22,24:B18,1");
    play(&mut huffed, "24-19");
    let [square] = huffed.huffable()[..] else { panic!("one piece failed to capture") };
    assert_eq!(huffed.rules().square_names().name(square), "22");
    let wrong = huffed.apply(Event::Huff { by: Black, square: Square::new(18) });
    assert_eq!(wrong, Err(Refusal::CannotBeHuffed(SquareSet::from_iter([square]))));
    huffed.apply(Event::Huff { by: Black, square }).expect("it failed to capture");
    assert_eq!(huffed.position().fen(), "B:W19:B1,18", "the opponent moves after huffing");
    play(&mut huffed, "1-5");

    let mut moved = game(rules, "W:W22,24:B18,1");
    play(&mut moved, "22-17");
    let [square] = moved.huffable()[..] else { panic!("one piece failed to capture") };
    assert_eq!(moved.rules().square_names().name(square), "17", "where it stands now");
    assert_eq!(moved.apply(Event::DemandRedo { by: Black }), Err(Refusal::NoRedo));
}

#[test]
fn the_rule_set_decides_who_begins_the_next_game() {
    let over = |rules: &str, event: Event| {
        let rules = if rules.starts_with('{') { Rules::house(rules).expect("a rule") } else { named(rules) };
        let mut game = Game::new(&rules);
        assert_eq!(game.next_game(White, None), Err(NextGameError::NotOver));
        game.apply(event).expect("it is over");
        game
    };
    let draw = || Event::Adjudicate { verdict: Verdict::Draw, reason: String::new() };
    // Document 003: the winner of the last game begins and plays Black; after a draw, the player who asks.
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
fn long_messages_are_refused() {
    let mut game = Game::new(&named("english"));
    let long = Event::OfferDraw { by: Black, rule: None, message: "x".repeat(2001) };
    assert_eq!(game.apply(long), Err(Refusal::MessageTooLong { most: 2000 }));
}

/// Generates any event, valid or not.
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
            8 => Event::Adjudicate { verdict: Verdict::ClaimGranted, reason: String::new() },
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
    fn replaying_events_reproduces_the_game(
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
                    prop_assert!(!why.to_string().is_empty(), "{:?}", why);
                }
            }
        }
        let log = serde_json::to_string(game.events()).expect("events are plain data");
        let events: Vec<Event> = serde_json::from_str(&log).expect("written events can be parsed");
        let mut again = Game::new(&rules);
        prop_assert_eq!(again.apply_all(events), Ok(()));
        prop_assert_eq!(again, game);
    }
}

#[test]
fn events_serialize_to_json() {
    let mut game = Game::new(&Rules::from(variant::ENGLISH));
    play(&mut game, "11-15 22-18 15x22");
    game.apply(Event::OfferDraw { by: White, rule: Some(0), message: message("Shall we?") })
        .expect("an offer");
    insta::assert_snapshot!(serde_json::to_string_pretty(game.events()).expect("plain data"));
}
