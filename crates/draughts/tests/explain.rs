//! Reasons of illegal moves.

mod reasons;
mod strategies;

use draughts::{Attempt, Color, Explainer, Position, Rules, Square, SquareSet, WhyNot, variant};
use proptest::prelude::*;
use reasons::{REASONS, attempt, position};

/// Returns the name of a reason without its fields.
fn kind(why: &WhyNot) -> String {
    let text = format!("{why:?}");
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

#[test]
fn each_reason_is_given() {
    let mut lines = Vec::new();
    for (name, rules, fen, text) in REASONS {
        let position = position(rules, fen);
        let why = position.explain(&attempt(&position, text)).expect_err(name);
        assert_eq!(kind(&why), name, "{rules} {fen} {text}");
        lines.push(format!("{rules} {fen} {text}\n{why:?}\n{why}"));
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
    let lines: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "White is to move",
            "there is no square 61",
            "the move takes other pieces",
            "no piece in column a can go to 33"
        ]
    );
}

/// Returns whether a reason that speaks of squares names some.
fn names_squares(why: &WhyNot) -> bool {
    match why {
        WhyNot::MustCapture { with: squares }
        | WhyNot::MustTakeMore { by: squares, .. }
        | WhyNot::MustTakeGreaterValue { by: squares }
        | WhyNot::MustTakeWithKing { by: squares }
        | WhyNot::MustTakeMoreKings { by: squares, .. }
        | WhyNot::MustTakeKingsEarlier { by: squares }
        | WhyNot::MustGoOn { to: squares }
        | WhyNot::MustLandToGoOn { on: squares } => !squares.is_empty(),
        _ => true,
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
                prop_assert!(names_squares(&why), "{:?}, {:?} {:?} {:?}: {}", position, from, via, to, why);
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
