//! Diagrams of captures: duty, priority, continuation and removal.

use draughts::ruleset::{Finish, Priority, Removal, RuleSet, TurnBack};
use draughts::{Attempt, Color, Explainer, Kind, Move, Position, Rules, Square, WhyNot};

use super::art::{Art, squares_of};
use super::{Diagram, Point, Refused, first};

/// One man can capture, another can only move.
const ONE_CAN: [Art; 2] = [&["......", ".b....", "w...w."], &["....", "b...", "w..w"]];
/// One man can capture one piece, another two.
const ONE_OR_TWO: [Art; 2] =
    [&[".......", ".....b.", ".......", ".b...b.", "w...w.."], &["......", "....b.", "b..b..", "w..w.."]];
/// A man can capture, and a king can.
const MAN_OR_KING: [Art; 1] = [&["......", ".b...b.", "w...W.."]];
/// A man can be captured, or a king.
const TAKES_MAN_OR_KING: [Art; 2] = [&[".......", ".b...B.", "w...w.."], &[".......", ".b...B.", "W...W.."]];
/// A man and a king can be captured, in either order.
const KING_FIRST_OR_LAST: [Art; 1] = [&[".......", ".b...B.", ".......", ".B...b.", "W...W.."]];
/// Two can be captured, one after the other.
const TWO_IN_A_ROW: [Art; 2] = [&["...", ".b.", "...", ".b.", "w.."], &["...", ".b.", "b..", "w.."]];
/// A flying king can continue from only one of the squares behind the first piece.
const ONE_LANDING_SQUARE: [Art; 2] = [
    &["......", "..b...", "......", "......", ".b....", "W....."],
    &["....", ".b..", "....", "b...", "W..."],
];
/// Flying kings that meet a piece they have already captured.
const MEETS_CAPTURED: [Art; 3] = [
    &[".......", ".b...b.", "..b....", ".W...b.", "......."],
    &["...b.", "....b", "..b..", "W.b..", "....."],
    FRONT_AND_BACK[0],
];
/// One in front of a king and one behind it.
const FRONT_AND_BACK: [Art; 2] = [&[".....", "...b.", "..W..", ".b...", "....."], &[".b.W.b.."]];
/// A man that cannot move.
const BLOCKED: [Art; 2] = [&["b...b", ".b.b.", "..w.."], &["..b..", "..b..", "bbwbb"]];

/// Returns the diagrams of captures under some rules, and of a side that cannot move.
pub(super) fn diagrams(rules: &Rules) -> Vec<Diagram> {
    let set = rules.rule_set();
    let mut diagrams = Vec::new();
    diagrams.extend(first(rules, &ONE_CAN, duty));
    if set.capture.priority.is_empty() {
        diagrams.extend(first(rules, &ONE_OR_TWO, free_choice));
    }
    let any_order = changed(set, |set| set.capture.priority = Vec::new().into());
    for &reason in set.capture.priority.iter() {
        let arts: Vec<Art> = ONE_OR_TWO
            .into_iter()
            .chain(MAN_OR_KING)
            .chain(TAKES_MAN_OR_KING)
            .chain(KING_FIRST_OR_LAST)
            .collect();
        diagrams.extend(any_order.as_ref().and_then(|any| first(rules, &arts, |p| priority(p, any, reason))));
    }
    if set.capture.finish == Finish::MustBeFinished {
        diagrams.extend(first(rules, &TWO_IN_A_ROW, must_finish));
        diagrams.extend(first(rules, &ONE_LANDING_SQUARE, landing_to_continue));
    }
    let other = changed(set, |set| {
        set.capture.removal = match set.capture.removal {
            Removal::AtTheEndOfTheMove => Removal::AfterEachJump,
            Removal::AfterEachJump => Removal::AtTheEndOfTheMove,
        };
    });
    diagrams
        .extend(other.and_then(|other| first(rules, &MEETS_CAPTURED, |position| removal(position, &other))));
    if set.capture.removal == Removal::AfterEachJump {
        let is_allowed = set.capture.turn_back == TurnBack::Allowed;
        diagrams.extend(first(rules, &FRONT_AND_BACK, |position| turn_back(position, is_allowed)));
    }
    diagrams.extend(first(rules, &BLOCKED, |position| {
        let diagram = Diagram::of_legal_moves(Point::Blocked, position);
        diagram.moves.is_empty().then_some(diagram)
    }));
    diagrams
}

/// Returns changed rules; `None` if they contradict each other.
fn changed(set: &RuleSet, change: impl FnOnce(&mut RuleSet)) -> Option<Rules> {
    let mut set = set.clone();
    // A rule set that differs from a named one must not have its id.
    set.id = "changed".into();
    change(&mut set);
    Rules::new(set).ok()
}

/// Returns a position under other rules.
fn under(rules: &Rules, position: &Position) -> Option<Position> {
    Position::new(rules, &position.setup()).ok()
}

/// Shows that a side that can capture must do so.
fn duty(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::Duty, position);
    let men = squares_of(&diagram.position, Color::White, Kind::Man);
    let idle = men.into_iter().find(|&man| !diagram.moves.iter().any(|m| m.from() == man))?;
    let explainer = Explainer::new(&diagram.position);
    let names = diagram.position.rules().square_names();
    let refused = names.squares().filter_map(|to| {
        let why = explainer.explain(&Attempt::new(idle, to)).err()?;
        matches!(why, WhyNot::MustCapture { .. }).then(|| Refused { route: vec![idle, to], why })
    });
    let refused: Vec<Refused> = refused.collect();
    (!refused.is_empty()).then_some(Diagram { refused, ..diagram })
}

/// Shows that a side may choose between captures of different sizes.
fn free_choice(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::Priority, position);
    let differ = diagram.moves.iter().any(|m| m.captured().len() != diagram.moves[0].captured().len());
    (differ && diagram.moves.iter().all(Move::is_capture)).then_some(diagram)
}

/// Shows a capture that only a reason of the priority rules forbids.
fn priority(position: Position, any_order: &Rules, reason: Priority) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::Priority, position);
    let any = under(any_order, &diagram.position)?;
    let explainer = Explainer::new(&diagram.position);
    let lesser = any.legal_moves().into_iter().filter(|m| m.is_capture() && !diagram.moves.contains(m));
    let refused: Vec<Refused> = lesser
        .filter_map(|m| {
            let why = explainer.explain(&Attempt::of(&m)).err()?;
            is_reason(&why, reason).then(|| Refused { route: any.route(&m), why })
        })
        .collect();
    (!refused.is_empty()).then_some(Diagram { refused, ..diagram })
}

fn is_reason(why: &WhyNot, reason: Priority) -> bool {
    match reason {
        Priority::MostPieces => matches!(why, WhyNot::MustTakeMore { .. }),
        Priority::GreatestValue => matches!(why, WhyNot::MustTakeGreaterValue { .. }),
        Priority::WithAKing => matches!(why, WhyNot::MustTakeWithKing { .. }),
        Priority::MostKings => matches!(why, WhyNot::MustTakeMoreKings { .. }),
        Priority::KingsEarliest => matches!(why, WhyNot::MustTakeKingsEarlier { .. }),
    }
}

/// Shows that a capture of two pieces may not stop after the first.
fn must_finish(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::Finish, position);
    let [m] = &diagram.moves[..] else { return None };
    let [from, between, _] = diagram.position.route(m)[..] else { return None };
    let refused = Refused::by("capture.finish", &Explainer::new(&diagram.position), &[from, between])?;
    Some(Diagram { refused: vec![refused], ..diagram })
}

/// Shows that a king must land where it can continue the capture.
fn landing_to_continue(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::Finish, position);
    let king = *squares_of(&diagram.position, Color::White, Kind::King).first()?;
    diagram.moves.iter().find(|m| m.captured().len() > 1)?;
    let (explainer, names) = (Explainer::new(&diagram.position), diagram.position.rules().square_names());
    let refused: Vec<Refused> = names
        .squares()
        .filter_map(|to| Refused::by("capture.finish", &explainer, &[king, to]))
        .filter(|refused| matches!(refused.why, WhyNot::MustLandToGoOn { .. }))
        .collect();
    (!refused.is_empty()).then_some(Diagram { refused, ..diagram })
}

/// Shows a capture for which it matters when captured pieces are removed.
fn removal(position: Position, other: &Rules) -> Option<Diagram> {
    let legal = position.legal_moves();
    let by_other = under(other, &position)?;
    let others = by_other.legal_moves();
    let longest = |moves: &[Move], not: &[Move]| -> Option<Move> {
        moves.iter().filter(|m| !not.contains(m)).max_by_key(|m| m.captured().len()).cloned()
    };
    if position.rules().rule_set().capture.removal == Removal::AfterEachJump {
        let through = longest(&legal, &others)?;
        return Some(Diagram { point: Point::Removal, moves: vec![through], refused: Vec::new(), position });
    }
    let through = longest(&others, &legal)?;
    let refused = Refused::by("capture.removal", &Explainer::new(&position), &by_other.route(&through))?;
    let stops = longest(&legal, &[])?;
    Some(Diagram { point: Point::Removal, moves: vec![stops], refused: vec![refused], position })
}

/// Shows whether a king may turn back by 180° after a jump.
fn turn_back(position: Position, allowed: bool) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::TurnBack, position);
    if allowed {
        let both = diagram.moves.iter().find(|m| m.captured().len() == 2)?.clone();
        return Some(Diagram { moves: vec![both], ..diagram });
    }
    let king = *squares_of(&diagram.position, Color::White, Kind::King).first()?;
    let (explainer, names) = (Explainer::new(&diagram.position), diagram.position.rules().square_names());
    let squares: Vec<Square> = names.squares().collect();
    let refused = diagram.moves.iter().find_map(|m| {
        let back = |&to: &Square| Refused::by("capture.turn_back", &explainer, &[king, m.to(), to]);
        squares.iter().find_map(back)
    })?;
    Some(Diagram { refused: vec![refused], ..diagram })
}
