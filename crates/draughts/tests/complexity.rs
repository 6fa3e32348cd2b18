//! Bounds on the work that a position causes. `cargo xtask complexity` measures the time.

mod hostile;
mod reference;
mod strategies;

use std::collections::BTreeSet;

use draughts::notation::{MoveStyle, move_texts};
use draughts::{
    Attempt, CaptureWork, Game, Position, Rules, Setup, SetupErrorKind, Square, SquareSet, variant,
};
use hostile::Rng;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// The most steps of a search for captures, on a board that fits 64 bits.
///
/// This is the bound on time, in a unit that no other process disturbs. `cargo xtask complexity` has measured that a
/// request about a position with so many steps takes less than 50 ms of CPU.
const MAX_STEPS: u32 = 240_000;
/// Steps that one jump can add after the limit is reached.
const OVERSHOOT: u32 = 20_000;

/// Number of composed rule sets, each with one position.
const COMPOSITIONS: usize = 10_000;

/// Positions of Frisian draughts whose orders of jumps took seconds to try one by one. The second one exceeds the limits.
const FRISIAN: [&str; 2] = [
    "W:WK15:B2,5,7,10,11,13,14,19,24,26,28,31,34,40,41,42,43,44",
    "W:WK15:B2,5,7,10,11,13,14,19,24,26,28,31,32,34,37,40,41,42,43,44",
];

/// Returns the moves as a set: origin, destination, captured squares, promotion.
fn moves_of(position: &Position) -> BTreeSet<(Square, Square, Vec<Square>, bool)> {
    let form = |m: &draughts::Move| (m.from(), m.to(), m.captured().iter().collect(), m.promotes());
    position.legal_moves().iter().map(form).collect()
}

/// Checks that merging at once, merging late and never merging find the same moves, with legal routes.
fn check_merging(rules: &Rules, setup: &Setup) -> Result<(), TestCaseError> {
    let plain = rules.merging_after(u32::MAX);
    let Ok(position) = Position::new(&plain, setup) else { return Ok(()) };
    let expected = moves_of(&position);
    for rules in [rules, &rules.at_run_time()] {
        for merge_after in [0, 1, 5, 512] {
            let merged = Position::new(&rules.merging_after(merge_after), setup).expect("the same position");
            prop_assert_eq!(&moves_of(&merged), &expected, "merging after {}, {:?}", merge_after, &position);
            prop_assert_eq!(merged.perft(1), expected.len() as u64);
        }
    }
    let at_once = Position::new(&rules.merging_after(0), setup).expect("the same position");
    let routes = reference::routes(rules.rule_set(), setup);
    for m in at_once.legal_moves().iter().filter(|m| m.is_capture()) {
        let route = (m.from(), m.to(), m.captured().iter().collect(), at_once.route(m));
        let set = || serde_json::to_string(rules.rule_set()).unwrap_or_default();
        prop_assert!(
            routes.contains(&route),
            "illegal route {:?} of {:?} in {:?} by {}",
            route.3,
            m,
            position,
            set()
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(strategies::cases(1500))]

    #[test]
    fn merged_search_matches_the_plain_one(
        (rules, setup) in strategies::named()
            .prop_flat_map(|rules| (Just(rules.clone()), strategies::setup(&rules, 12)))
    ) {
        check_merging(&rules, &setup)?;
        let position = Position::new(&rules.merging_after(0), &setup).expect("a sound position");
        let form = |m: &draughts::Move| (m.from(), m.to(), m.captured().iter().collect::<Vec<_>>(), m.promotes());
        let mut moves: Vec<_> = position.legal_moves().iter().map(form).collect();
        moves.sort();
        prop_assert_eq!(moves, reference::legal_moves(rules.rule_set(), &setup), "{:?}", position);
    }

    #[test]
    fn merged_search_of_composed_rules_matches_the_plain_one(
        (rules, setup) in strategies::playable()
            .prop_flat_map(|rules| (Just(rules.clone()), strategies::setup(&rules, 7)))
    ) {
        check_merging(&rules, &setup)?;
    }
}

#[test]
fn equal_states_are_merged() {
    let rules = Rules::from(variant::FRISIAN);
    let position = Position::from_fen(&rules, FRISIAN[0]).expect("a position");
    let work = position.capture_work();
    assert!(work.is_complete && work.steps < MAX_STEPS, "{work:?}");
    let moves = position.legal_moves();
    assert!(moves.iter().all(|m| m.captured().len() == 17), "{moves:?}");
    let routes = position.routes(&moves);
    let known = routes.iter().filter(|route| route.len() > 10).count();
    assert!(known > 0, "some of the {} routes are found within the limit", moves.len());
}

#[test]
fn usual_games_need_few_steps() {
    let mut rng = Rng::new(1);
    for rules in variant::ALL.map(Rules::from) {
        let mut game = Game::new(&rules);
        while let Some(m) = rng.pick(game.legal_moves()).cloned() {
            let work = game.position().capture_work();
            assert!(work.is_complete && work.steps < 512, "{work:?} in {:?}", game.position());
            game.play(&m).expect("a legal move");
        }
    }
}

#[test]
fn captures_that_branch_too_much_are_refused_in_set_ups() {
    let (rules, setup) = too_complex();
    let error = Position::new(&rules, &setup).expect_err("too complex");
    assert_eq!(error.kinds, [SetupErrorKind::TooComplex]);
    assert!(Position::from_fen(&Rules::from(variant::FRISIAN), FRISIAN[1]).is_err());
}

#[test]
fn captures_that_branch_too_much_end_in_play() {
    // White moves away from the kings, and Black's captures branch.
    let (rules, setup) = too_complex();
    let waiting = Setup { turn: !setup.turn, ..setup };
    let Ok(position) = Position::new(&rules, &waiting) else { return };
    for m in position.legal_moves().iter().take(5) {
        let next = position.play(m).expect("a legal move");
        let (work, moves) = (next.capture_work(), next.legal_moves());
        assert!(work.steps <= MAX_STEPS + OVERSHOOT && !moves.is_empty(), "{work:?}");
        assert_eq!(moves, next.legal_moves(), "the same moves each time");
        let reply = next.play(&moves[0]).expect("a listed move can be played");
        assert!(reply.capture_work().steps <= MAX_STEPS + OVERSHOOT);
        let _ = next.explain(&Attempt::new(moves[0].from(), m.to()));
    }
}

/// Returns a set-up on a large board whose captures branch too much.
fn too_complex() -> (Rules, Setup) {
    let rules = Rules::house(
        r#"{"base": "frisian", "name": "Large", "board": {"width": 14, "height": 14}, "start": {"rows_of_men": 6}}"#,
    )
    .expect("a house rule");
    let names = rules.square_names();
    let is_target = |square: &Square| {
        let (row, column) = names.cell(*square);
        row % 4 == 1 && (1..13).contains(&row) && (2..12).contains(&column) || row % 4 == 3 && column % 4 == 0
    };
    let mut setup = Setup::empty(draughts::Color::White);
    setup.men.black = names.squares().filter(is_target).collect::<SquareSet>();
    let free = names.squares().find(|square| !setup.men.black.contains(*square));
    setup.kings.white.insert(free.expect("a free square"));
    setup.men.black = setup.men.black.iter().filter(|&square| names.cell(square).0 < 13).collect();
    (rules, setup)
}

#[test]
fn no_composed_position_exceeds_the_limits() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut rng = Rng::new(2);
    let mut refused = 0;
    for _ in 0..COMPOSITIONS {
        let Ok(tree) = strategies::playable().new_tree(&mut runner) else { continue };
        let rules = tree.current();
        match Position::new(&rules, &hostile::scatter(&rules, &mut rng)) {
            Ok(position) => check_bounds(&position),
            Err(error) => {
                assert_eq!(error.kinds, [SetupErrorKind::TooComplex]);
                refused += 1;
            }
        }
    }
    assert!(refused < COMPOSITIONS / 10, "{refused} refused");
}

#[test]
fn no_climb_exceeds_the_limits() {
    for rules in
        [variant::FRISIAN, variant::INTERNATIONAL, variant::RUSSIAN, variant::TURKISH].map(Rules::from)
    {
        let (mut left, mut rng) = (60, Rng::new(3));
        hostile::climb(&rules, &mut rng, |position| {
            left -= 1;
            check_bounds(position);
            (left > 0).then(|| u64::from(position.capture_work().steps))
        });
    }
}

/// Checks that an accepted position is complete and within the limits.
fn check_bounds(position: &Position) {
    let CaptureWork { steps, is_complete } = position.capture_work();
    assert!(is_complete && steps <= MAX_STEPS, "{steps} steps, {position:?}");
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|m| m.is_capture()).count();
    assert!(captures <= 1024 || steps <= 512, "{captures} captures, {position:?}");
    let style = MoveStyle::of(position.rules());
    let texts: BTreeSet<String> = move_texts(position, &moves, &style).into_iter().collect();
    assert_eq!(texts.len(), moves.len(), "{position:?}");
}
