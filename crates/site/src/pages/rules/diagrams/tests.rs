//! Diagrams agree with the rules.

use draughts::ruleset::{Crowning, Goal, Range, Targets};
use texts::{Language, RuleSetText};

use super::*;

fn all_diagrams() -> impl Iterator<Item = (Variant, &'static [Diagram])> {
    variant::ALL.into_iter().map(|set| (set, of(set)))
}

#[test]
fn diagrams_show_legal_and_illegal_moves_correctly() {
    for (set, diagrams) in all_diagrams() {
        let rules = Rules::from(set);
        for diagram in diagrams {
            let about = format!("{}: {:?} {}", set.id, diagram.point, diagram.position.fen());
            let position = Position::new(&rules, &diagram.position.setup()).expect(&about);
            let legal = position.legal_moves();
            for m in &diagram.moves {
                assert!(legal.contains(m), "{about}: {m:?}");
                assert!(
                    position.leads_through(m, &position.route(m)[1..position.route(m).len() - 1]),
                    "{about}: {m:?}"
                );
            }
            for Refused { route, why } in &diagram.refused {
                let attempt = Attempt::route(route).expect("a square");
                assert_eq!(position.explain(&attempt).err().as_ref(), Some(why), "{about}: {route:?}");
            }
            let shows = !diagram.moves.is_empty() || !diagram.refused.is_empty();
            assert!(shows || diagram.point == Point::Blocked && legal.is_empty(), "{about}");
            for field in diagram.point.fields() {
                assert!(set.sentence_of(field, Language::English).is_some(), "{about}: {field}");
            }
        }
    }
}

#[test]
fn every_rule_book_has_the_basic_diagrams() {
    for (set, diagrams) in all_diagrams() {
        let has = |point| diagrams.iter().any(|diagram| diagram.point == point);
        let mut needed = vec![
            Point::ManMoves,
            Point::ManCaptures,
            Point::Crowning,
            Point::FarRow,
            Point::Duty,
            Point::Priority,
            Point::Finish,
            Point::Blocked,
        ];
        if set.goal == Goal::FirstKingWins {
            needed.push(Point::FirstKing);
        } else {
            needed.extend([Point::KingMoves, Point::KingCaptures]);
        }
        for point in needed {
            assert!(has(point), "{}: {point:?}", set.id);
        }
    }
}

#[test]
fn special_rules_have_diagrams() {
    for (set, diagrams) in all_diagrams().filter(|(set, _)| set.goal != Goal::FirstKingWins) {
        let count = |point| diagrams.iter().filter(|diagram| diagram.point == point).count();
        // Each priority rule has a diagram of its own.
        assert_eq!(count(Point::Priority), set.capture.priority.len().max(1), "{}", set.id);
        assert_eq!(count(Point::ManTakes) > 0, set.men.takes == Targets::MenOnly, "{}", set.id);
        assert_eq!(count(Point::KingRests) > 0, set.kings.repeat_limit.is_some(), "{}", set.id);
        // For short kings it makes no difference when captured pieces are removed.
        assert_eq!(count(Point::Removal) > 0, set.kings.range == Range::Flying, "{}", set.id);
    }
    let of_id = |id| of(variant::find(id).expect(id));
    let far = |id| of_id(id).iter().find(|diagram| diagram.point == Point::FarRow).expect(id);
    assert_eq!(variant::RUSSIAN.men.crowning, Crowning::InPassingAndItGoesOn);
    assert!(far("russian").moves[0].promotes() && far("russian").moves[0].captured().len() == 2);
    assert!(!far("international").moves[0].promotes());
    assert_eq!(far("english").refused[0].why, WhyNot::NotCrownedInPassing);
    let frisian = of_id("frisian").iter().filter(|diagram| diagram.point == Point::ManCaptures);
    assert_eq!(frisian.map(|diagram| diagram.moves.len()).collect::<Vec<_>>(), [4, 4]);
    assert!(of_id("killer").iter().any(|diagram| diagram.point == Point::Landing));
}
