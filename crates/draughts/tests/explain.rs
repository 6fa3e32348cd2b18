//! Reasons of illegal moves.

mod strategies;

use draughts::{Attempt, Color, Explainer, Language, Position, Rules, Square, SquareSet, WhyNot, variant};
use proptest::prelude::*;

/// The name of each reason, the rules, a position, and an attempt with this reason.
const REASONS: [(&str, &str, &str, &str); 36] = [
    ("GameDecided", "breakthrough", "W:WK5,30:B16", "30-25"),
    ("EmptySquare", "international", "W:W32:B1", "28-23"),
    ("NotYourPiece", "international", "W:W32:B1", "1-6"),
    ("CannotMove", "international", "W:W32,27,28:B1", "32"),
    ("Stays", "international", "W:W32:B1", "32-32"),
    ("Occupied", "international", "W:W32,28:B1", "32-28"),
    ("NotOnALine", "international", "W:W32:B1", "32-22"),
    ("TooFar", "international", "W:W32:B1", "32-19"),
    ("ManDoesNotMoveThatWay", "international", "W:W32:B1", "32-37"),
    ("ManDoesNotCaptureThatWay", "english", "W:W22:B26", "22-31"),
    ("KingDoesNotMoveThatWay", "frisian", "W:WK28:B1", "28-18"),
    ("KingDoesNotCaptureThatWay", "turkish", "W:WKh8:Bg7", "h8-f6"),
    ("OwnPieceInTheWay", "international", "W:WK46,37:B1", "46-32"),
    ("NoRoomBehind", "international", "W:WK46:B37,32", "46-28"),
    ("Blocked", "international", "W:WK46,28:B37", "46-23"),
    ("NothingToJump", "international", "W:W32:B1", "32-23"),
    ("EndsThere", "international", "W:WK46:B1", "46-41-36"),
    ("MustCapture", "international", "W:W32,33,45:B28", "45-40"),
    ("MustTakeMore", "international", "W:W28,34:B23,14,30", "34-25"),
    ("MustTakeGreaterValue", "frisian", "W:W28,38:B23,K33", "28-19"),
    ("MustTakeWithKing", "czech", "W:Wc3,Ke1:Bd4,g3", "c3-e5"),
    ("MustTakeMoreKings", "spanish", "W:WK17:BK6,21", "17-30"),
    ("MustTakeKingsEarlier", "italian", "W:WK2,K12:B6,K7,8", "2-4"),
    ("MustGoOn", "english", "W:W30:B26,18,10", "30-23"),
    ("MustLandToGoOn", "russian", "W:WKh8:BKg7,c5", "h8-b2"),
    ("MustLandDirectlyBehind", "dame-8x8", "W:WK29:B18", "29-11"),
    ("ManMayNotTakeKing", "italian", "W:W31:BK27", "31-22"),
    ("AlreadyJumped", "international", "W:WK7:B12", "7-29-1"),
    ("CapturedPiecesStand", "russian", "W:WKh8,d6:Bc7,e5", "d6-g3"),
    ("WouldTurnBack", "turkish", "W:WKg8,Kd4:Be8", "g8-a8-d8"),
    ("KingMustRest", "frisian", "W:WK28,50:B1:+0+328", "28-22"),
    ("NotCrownedInPassing", "checkers-bsn", "W:W11:B7,6", "11-9"),
    // Cases in which several rules apply.
    ("MustCapture", "english", "W:W22,24:B18", "24"),
    ("MustTakeMore", "international", "W:W28,34:B23,14,30", "34"),
    ("MustGoOn", "international", "W:WK38:B9,K24", "38-20"),
    ("ManDoesNotCaptureThatWay", "italian", "W:W10:BK14", "10-19"),
];

fn position(rules: &str, fen: &str) -> Position {
    let rules = Rules::named(rules).expect("a named rule set");
    Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn attempt(position: &Position, text: &str) -> Attempt {
    let names = position.rules().square_names();
    let square = |name: &str| match name.parse() {
        Ok(number) => names.by_number(number).expect("a square"),
        Err(_) => names.by_letter(name).expect("a square"),
    };
    let squares: Vec<Square> = text.split('-').map(square).collect();
    Attempt::route(&squares).expect("at least one square")
}

/// Returns the name of a reason without its fields.
fn kind(why: &WhyNot) -> String {
    let text = format!("{why:?}");
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

fn rendered(position: &Position, why: &WhyNot) -> String {
    Language::ALL.map(|language| why.in_full(position.rules(), language)).join("\n")
}

#[test]
fn every_reason_is_given_and_rendered() {
    let mut lines = Vec::new();
    for (name, rules, fen, text) in REASONS {
        let position = position(rules, fen);
        let why = position.explain(&attempt(&position, text)).expect_err(name);
        assert_eq!(kind(&why), name, "{rules} {fen} {text}");
        lines.push(format!("{name}: {rules} {fen} {text}\n{}", rendered(&position, &why)));
    }
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn wrong_turns_and_unknown_squares_are_explained() {
    let start = Position::initial(&Rules::from(variant::INTERNATIONAL));
    let black = Attempt { by: Some(Color::Black), ..attempt(&start, "20-25") };
    let outside = Attempt::new(Square::new(31), Square::new(60));
    let others =
        Attempt { captured: Some(SquareSet::from_iter([Square::new(3)])), ..attempt(&start, "32-28") };
    let column = start.read_move("af4").expect_err("no piece in this column");
    let reasons = [
        start.explain(&black).expect_err("White is to move"),
        start.explain(&outside).expect_err("the square is off the board"),
        start.explain(&others).expect_err("the move captures nothing"),
        match column {
            draughts::notation::ReadMoveError::NotLegal(why) => why,
            other => panic!("{other:?}"),
        },
    ];
    let names: Vec<String> = reasons.iter().map(kind).collect();
    assert_eq!(names, ["NotYourTurn", "NoSuchSquare", "TakesOthers", "NoneFromColumn"]);
    let lines: Vec<String> = reasons.iter().map(|why| rendered(&start, why)).collect();
    insta::assert_snapshot!(lines.join("\n\n"));
}

#[test]
fn reasons_cite_a_sentence_of_the_rule_set() {
    for (name, rules, fen, text) in REASONS {
        let position = position(rules, fen);
        let why = position.explain(&attempt(&position, text)).expect_err(name);
        for language in Language::ALL {
            let cited = why.rule(position.rules(), language);
            assert_eq!(cited.is_some(), why.field().is_some(), "{name} cites no sentence");
        }
    }
}

/// Checks every pair of squares: legal if and only if the generator has a move, with a reason otherwise.
fn check_pairs(position: &Position) -> Result<(), TestCaseError> {
    let explainer = Explainer::new(position);
    let legal = position.legal_moves();
    let names = position.rules().square_names();
    for from in names.squares() {
        let picked = explainer.explain(&Attempt::pick(from));
        prop_assert_eq!(picked.is_ok(), legal.iter().any(|m| m.from() == from), "{:?}", position);
        for to in names.squares() {
            let expected: Vec<_> = legal.iter().filter(|m| (m.from(), m.to()) == (from, to)).collect();
            match explainer.explain(&Attempt::new(from, to)) {
                Ok(found) => prop_assert_eq!(found.iter().collect::<Vec<_>>(), expected),
                Err(why) => {
                    prop_assert!(expected.is_empty(), "{:?} refuses {:?}", position, expected);
                    for language in Language::ALL {
                        prop_assert!(why.in_full(position.rules(), language).ends_with('.'));
                    }
                    if let WhyNot::MustCapture { with } = why {
                        prop_assert!(position.has_capture() && !with.is_empty());
                    }
                }
            }
        }
    }
    // Routes of three squares, few of which are possible: no reason may have an empty list of squares.
    let own = names.squares().filter(|&square| position.piece(square).is_some());
    for (i, from) in own.enumerate() {
        for via in names.squares().skip(i % 3).step_by(3) {
            for to in names.squares().skip(i % 4).step_by(4) {
                let Err(why) = explainer.explain(&Attempt { through: vec![via, to], ..Attempt::pick(from) })
                else {
                    continue;
                };
                let rendered = Language::ALL.map(|language| why.render(position.rules(), language)).join(" ");
                let empty = [" .", " ,", "with .", "mit ."].iter().any(|gap| rendered.contains(gap));
                prop_assert!(!empty, "{:?}, {:?} {:?} {:?}: {}", position, from, via, to, rendered);
            }
        }
    }
    for m in &legal {
        prop_assert!(explainer.explain(&Attempt::of(m)).is_ok());
        prop_assert!(
            position.lands_on(m, &position.route(m)[1..position.route(m).len() - 1]),
            "{:?} in {:?}",
            m,
            position
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(strategies::cases(150))]

    #[test]
    fn explanations_match_the_generator(
        (rules, setup) in strategies::named()
            .prop_flat_map(|rules| (Just(rules.clone()), strategies::setup(&rules, 6)))
    ) {
        check_pairs(&Position::new(&rules, &setup).expect("a sound position"))?;
    }

    #[test]
    fn explanations_match_the_generator_under_composed_rules(
        (rules, setup) in strategies::playable()
            .prop_flat_map(|rules| (Just(rules.clone()), strategies::setup(&rules, 4)))
    ) {
        check_pairs(&Position::new(&rules, &setup).expect("a sound position"))?;
    }
}
