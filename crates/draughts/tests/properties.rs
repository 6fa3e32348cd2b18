//! Properties of every rule set and position, checked on random ones.

mod reference;
mod strategies;

use draughts::ruleset::{Board, MoveRules, Start, Targets};
use draughts::{Move, Position, RuleSet, Rules, Square, variant};
use proptest::prelude::*;
use proptest::sample::Index;

/// Returns the legal moves in the form of the reference.
fn moves_of(position: &Position) -> Vec<reference::ReferenceMove> {
    let form = |m: &Move| {
        let captured: Vec<Square> = m.captured().iter().collect();
        (m.from(), m.to(), captured, m.promotes())
    };
    let mut moves: Vec<_> = position.legal_moves().iter().map(form).collect();
    moves.sort();
    moves
}

fn check_moves(rules: &Rules, setup: &draughts::Setup) -> Result<(), TestCaseError> {
    let position = Position::new(rules, setup).expect("the strategy makes sound positions");
    let expected = reference::legal_moves(rules.rule_set(), setup);
    let moves = moves_of(&position);
    prop_assert_eq!(&moves, &expected, "{:?}", position);
    let routes = reference::routes(rules.rule_set(), setup);
    for m in position.legal_moves().iter().filter(|m| m.is_capture()) {
        let route = (m.from(), m.to(), m.captured().iter().collect(), position.route(m));
        prop_assert!(routes.contains(&route), "illegal route of {:?} in {:?}", m, position);
    }
    for m in position.legal_moves() {
        prop_assert_eq!(position.play(&m), Ok(position.play_unchecked(&m)), "{:?} in {:?}", m, position);
    }
    let at_run_time = Position::new(&rules.at_run_time(), setup).expect("the same position");
    prop_assert_eq!(&moves_of(&at_run_time), &expected, "at run time, {:?}", position);
    let captures = moves.iter().any(|(_, _, captured, _)| !captured.is_empty());
    prop_assert_eq!(position.has_capture(), captures, "has_capture, {:?}", position);
    prop_assert_eq!(at_run_time.has_capture(), captures);
    prop_assert_eq!(position.perft(1), moves.len() as u64, "counted, {:?}", position);
    prop_assert_eq!(at_run_time.perft(1), moves.len() as u64);
    Ok(())
}

/// Plays a game with the picked moves and calls `each` before every move.
fn random_game(rules: &Rules, picks: &[Index], mut each: impl FnMut(&Position)) {
    let mut position = Position::initial(rules);
    for pick in picks {
        each(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(pick.get(&moves)).expect("a legal move can be played");
    }
}

fn named_position() -> impl Strategy<Value = (Rules, draughts::Setup)> {
    strategies::named().prop_flat_map(|rules| (Just(rules.clone()), strategies::setup(&rules, 12)))
}

fn composed_position() -> impl Strategy<Value = (Rules, draughts::Setup)> {
    strategies::playable().prop_flat_map(|rules| (Just(rules.clone()), strategies::setup(&rules, 7)))
}

proptest! {
    #![proptest_config(strategies::cases(4000))]

    #[test]
    fn compiled_and_run_time_generators_match_the_reference((rules, setup) in named_position()) {
        check_moves(&rules, &setup)?;
    }

    #[test]
    fn composed_rules_match_the_reference((rules, setup) in composed_position()) {
        check_moves(&rules, &setup)?;
    }

    #[test]
    fn composed_rule_sets_are_playable_or_have_conflicts(rules in strategies::composed()) {
        match Rules::new(rules) {
            Ok(rules) => {
                let position = Position::initial(&rules);
                prop_assert_eq!(position.perft(1), position.legal_moves().len() as u64);
                let _ = position.perft(3);
            }
            Err(conflicts) => {
                prop_assert!(!conflicts.0.is_empty());
                for conflict in conflicts.0 {
                    prop_assert!(conflict.to_string().len() > 20, "{:?} needs a longer text", conflict);
                }
            }
        }
    }

    #[test]
    fn fen_round_trips((rules, setup) in composed_position()) {
        let position = Position::new(&rules, &setup).expect("a sound position");
        for names in [draughts::ruleset::SquareNotation::Numeric, draughts::ruleset::SquareNotation::Algebraic] {
            let fen = position.fen_with(names);
            let again = Position::from_fen(&rules, &fen);
            prop_assert_eq!(again.as_ref(), Ok(&position), "{}", fen);
        }
    }

    #[cfg(feature = "house-rules")]
    #[test]
    fn rule_set_json_round_trips(rules in strategies::playable()) {
        let json = serde_json::to_string(rules.rule_set()).expect("rule sets are plain data");
        let again = Rules::house(&json);
        prop_assert_eq!(again.as_ref().map(Rules::rule_set), Ok(rules.rule_set()));
    }

    #[test]
    fn move_rules_key_round_trips(rules in strategies::composed()) {
        let rules = MoveRules::of(&rules);
        prop_assert_eq!(MoveRules::unpack(rules.pack()), rules);
    }
}

proptest! {
    #![proptest_config(strategies::cases(300))]

    #[test]
    fn incremental_hash_matches_the_hash_from_scratch(
        rules in prop_oneof![strategies::named(), strategies::playable()],
        picks in prop::collection::vec(any::<Index>(), 0..80),
    ) {
        random_game(&rules, &picks, |position| {
            let setup = position.setup();
            if !strategies::is_too_complex(&rules, &setup) {
                let again = Position::new(&rules, &setup).expect("the same position");
                assert_eq!(position.zobrist_hash(), again.zobrist_hash(), "{position:?}");
            }
        });
    }

    #[test]
    fn games_from_the_start_match_the_reference(
        rules in strategies::named(),
        picks in prop::collection::vec(any::<Index>(), 0..120),
    ) {
        random_game(&rules, &picks, |position| {
            let expected = reference::legal_moves(rules.rule_set(), &position.setup());
            assert_eq!(moves_of(position), expected, "{position:?}");
            assert_eq!(Position::from_fen(&rules, &position.fen()).as_ref(), Ok(position));
        });
    }

    #[test]
    fn perft_is_the_sum_over_all_moves((rules, setup) in composed_position()) {
        let position = Position::new(&rules, &setup).expect("a sound position");
        let next = position.legal_moves().iter().map(|m| position.play_unchecked(m).perft(2)).sum::<u64>();
        prop_assert_eq!(position.perft(3), next);
    }
}

#[test]
fn moves_of_another_position_are_rejected() {
    let start = Position::initial(&Rules::from(variant::INTERNATIONAL));
    let first = &start.legal_moves()[0];
    let next = start.play(first).expect("a legal move");
    assert_eq!(next.play(first), Err(draughts::PlayError));
}

#[test]
fn playing_a_move_of_another_position_uses_the_own_piece() {
    let rules = Rules::from(variant::INTERNATIONAL);
    let position = |fen| Position::from_fen(&rules, fen).expect("a position");
    let of_king = position("W:WK7:B31").legal_moves();
    let step = of_king.iter().find(|m| m.to().index() == 0).expect("the king can go to square 1");
    assert_eq!(position("W:W7:B31").play(step).expect("the man can go there as well").fen(), "B:WK1:B31");
}

#[test]
fn routes_begin_with_a_piece_that_a_man_may_capture() {
    let mut set = variant::RUSSIAN.rule_set().clone();
    (set.id, set.men.takes) = ("men-take-men".into(), Targets::MenOnly);
    let rules = Rules::new(set).expect("a house rule");
    // The man captures the man and, as a king, all kings, back to its square. In the other order, it cannot begin.
    for fen in ["W:Wd6:Be7,Kg7,Kg5,Ke5", "W:Wf6:Be7,Kc7,Kc5,Ke5"] {
        let setup = Position::from_fen(&rules, fen).expect("a position").setup();
        check_moves(&rules, &setup).expect(fen);
    }
}

#[test]
fn many_captures_are_deduplicated() {
    let (board, start) = (Board::square(14), Start::rows(6, draughts::Color::White));
    let set = RuleSet { id: "fourteen".into(), board, start, ..variant::RUSSIAN.rule_set().clone() };
    let rules = Rules::new(set).expect("a house rule");
    let fen = "W:WK95:B15,16,29,30,31,32,33,44,45,46,47,48,57";
    let moves = moves_of(&Position::from_fen(&rules, fen).expect("a position"));
    let mut unique = moves.clone();
    unique.dedup();
    assert!(moves.len() > 100, "{} captures", moves.len());
    assert_eq!(moves, unique);
}

#[test]
fn named_rule_sets_have_no_conflicts_and_a_compiled_generator() {
    for rules in variant::ALL {
        assert_eq!(rules.check(), [], "{}", rules.id);
        assert!(Rules::from(rules).is_compiled(), "{} is not compiled", rules.id);
    }
}
