//! The duty to capture, which capture goes first, and how it goes on.

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
const A_MAN_OR_A_KING: [Art; 2] = [&[".......", ".b...B.", "w...w.."], &[".......", ".b...B.", "W...W.."]];
/// A man and a king can be captured, in either order.
const KING_SOONER_OR_LATER: [Art; 1] = [&[".......", ".b...B.", ".......", ".B...b.", "W...W.."]];
/// Two can be captured, one after the other.
const TWO_IN_A_ROW: [Art; 2] = [&["...", ".b.", "...", ".b.", "w.."], &["...", ".b.", "b..", "w.."]];
/// A flying king can go on from one of the squares behind the first.
const ONE_GOOD_SQUARE: [Art; 2] = [
    &["......", "..b...", "......", "......", ".b....", "W....."],
    &["....", ".b..", "....", "b...", "W..."],
];
/// Flying kings that come across what they have captured.
const ACROSS: [Art; 3] = [
    &[".......", ".b...b.", "..b....", ".W...b.", "......."],
    &["...b.", "....b", "..b..", "W.b..", "....."],
    FRONT_AND_BACK[0],
];
/// One in front of a king and one behind it.
const FRONT_AND_BACK: [Art; 2] = [&[".....", "...b.", "..W..", ".b...", "....."], &[".b.W.b.."]];
/// A man that can go nowhere.
const BLOCKED: [Art; 2] = [&["b...b", ".b.b.", "..w.."], &["..b..", "..b..", "bbwbb"]];

/// All that can be shown of captures by these rules, and of a side that cannot move.
pub(super) fn diagrams(rules: &Rules) -> Vec<Diagram> {
    let set = rules.rule_set();
    let mut found = Vec::new();
    found.extend(first(rules, &ONE_CAN, duty));
    if set.capture.priority.is_empty() {
        found.extend(first(rules, &ONE_OR_TWO, free_choice));
    }
    let any_order = changed(set, |set| set.capture.priority = Vec::new().into());
    for &reason in set.capture.priority.iter() {
        let arts: Vec<Art> = ONE_OR_TWO
            .into_iter()
            .chain(MAN_OR_KING)
            .chain(A_MAN_OR_A_KING)
            .chain(KING_SOONER_OR_LATER)
            .collect();
        found.extend(any_order.as_ref().and_then(|any| first(rules, &arts, |p| priority(p, any, reason))));
    }
    if set.capture.finish == Finish::MustBeFinished {
        found.extend(first(rules, &TWO_IN_A_ROW, to_the_end));
        found.extend(first(rules, &ONE_GOOD_SQUARE, good_landing));
    }
    let other = changed(set, |set| {
        set.capture.removal = match set.capture.removal {
            Removal::AtTheEndOfTheMove => Removal::AfterEachJump,
            Removal::AfterEachJump => Removal::AtTheEndOfTheMove,
        };
    });
    found.extend(other.and_then(|other| first(rules, &ACROSS, |position| removal(position, &other))));
    if set.capture.removal == Removal::AfterEachJump {
        let turning = set.capture.turn_back == TurnBack::Allowed;
        found.extend(first(rules, &FRONT_AND_BACK, |position| turn_back(position, turning)));
    }
    found.extend(first(rules, &BLOCKED, |position| {
        let made = Diagram::of_all(Point::Blocked, position);
        made.moves.is_empty().then_some(made)
    }));
    found
}

/// The rules with one thing changed, to see what it does; none if they contradict themselves then.
fn changed(set: &RuleSet, change: impl FnOnce(&mut RuleSet)) -> Option<Rules> {
    let mut set = set.clone();
    // A rule set that differs from a named one must not have its id.
    set.id = "changed".into();
    change(&mut set);
    Rules::new(set).ok()
}

/// The same pieces by other rules.
fn by(rules: &Rules, position: &Position) -> Option<Position> {
    Position::new(rules, &position.setup()).ok()
}

fn duty(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::Duty, position);
    let men = squares_of(&made.position, Color::White, Kind::Man);
    let idle = men.into_iter().find(|&man| !made.moves.iter().any(|m| m.from() == man))?;
    let explainer = Explainer::new(&made.position);
    let naming = made.position.rules().square_names();
    let refused = naming.squares().filter_map(|to| {
        let why = explainer.explain(&Attempt::new(idle, to)).err()?;
        matches!(why, WhyNot::MustCapture { .. }).then(|| Refused { route: vec![idle, to], why })
    });
    let refused: Vec<Refused> = refused.collect();
    (!refused.is_empty()).then_some(Diagram { refused, ..made })
}

fn free_choice(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::Priority, position);
    let differ = made.moves.iter().any(|m| m.captured().len() != made.moves[0].captured().len());
    (differ && made.moves.iter().all(Move::is_capture)).then_some(made)
}

/// A capture that would be good enough if the order between captures did not matter, and is not, for this reason.
fn priority(position: Position, any_order: &Rules, reason: Priority) -> Option<Diagram> {
    let made = Diagram::of_all(Point::Priority, position);
    let any = by(any_order, &made.position)?;
    let explainer = Explainer::new(&made.position);
    let lesser = any.legal_moves().into_iter().filter(|m| m.is_capture() && !made.moves.contains(m));
    let refused: Vec<Refused> = lesser
        .filter_map(|m| {
            let why = explainer.explain(&Attempt::of(&m)).err()?;
            is_reason(&why, reason).then(|| Refused { route: any.route(&m), why })
        })
        .collect();
    (!refused.is_empty()).then_some(Diagram { refused, ..made })
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

/// A capture of two, which may not stop after the first.
fn to_the_end(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::Finish, position);
    let [m] = &made.moves[..] else { return None };
    let [from, between, _] = made.position.route(m)[..] else { return None };
    let refused = Refused::by("capture.finish", &Explainer::new(&made.position), &[from, between])?;
    Some(Diagram { refused: vec![refused], ..made })
}

/// A king that must land where it can go on.
fn good_landing(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::Finish, position);
    let king = *squares_of(&made.position, Color::White, Kind::King).first()?;
    made.moves.iter().find(|m| m.captured().len() > 1)?;
    let (explainer, naming) = (Explainer::new(&made.position), made.position.rules().square_names());
    let refused: Vec<Refused> = naming
        .squares()
        .filter_map(|to| Refused::by("capture.finish", &explainer, &[king, to]))
        .filter(|refused| matches!(refused.why, WhyNot::MustLandToGoOn { .. }))
        .collect();
    (!refused.is_empty()).then_some(Diagram { refused, ..made })
}

/// Where it matters when captured pieces leave the board.
fn removal(position: Position, other: &Rules) -> Option<Diagram> {
    let legal = position.legal_moves();
    let by_other = by(other, &position)?;
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

/// A king that turns straight back after a jump, or may not.
fn turn_back(position: Position, allowed: bool) -> Option<Diagram> {
    let made = Diagram::of_all(Point::TurnBack, position);
    if allowed {
        let both = made.moves.iter().find(|m| m.captured().len() == 2)?.clone();
        return Some(Diagram { moves: vec![both], ..made });
    }
    let king = *squares_of(&made.position, Color::White, Kind::King).first()?;
    let (explainer, naming) = (Explainer::new(&made.position), made.position.rules().square_names());
    let squares: Vec<Square> = naming.squares().collect();
    let refused = made.moves.iter().find_map(|m| {
        let back = |&to: &Square| Refused::by("capture.turn_back", &explainer, &[king, m.to(), to]);
        squares.iter().find_map(back)
    })?;
    Some(Diagram { refused: vec![refused], ..made })
}
