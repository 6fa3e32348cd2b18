//! How kings move and capture.

use draughts::{Attempt, ByColor, Color, Explainer, Kind, KingMoves, Move, Position, Rules, Setup, Square};

use super::art::{Art, beyond, squares_of};
use super::{Diagram, Point, Refused, first, richest};

/// An opponent at some distance, for kings that fly; else beside the king.
const DIAGONAL: [Art; 2] = [&["..b", "...", "W.."], &[".b", "W."]];
const STRAIGHT: [Art; 4] = [&["b", ".", ".", ".", "W"], &["b", ".", "W"], &["b", "W"], &["b", ".", ".", "W"]];
/// The last that is captured is a king, the only one or one of several.
const LAST_A_KING: [Art; 2] =
    [&["....", "....", ".B..", "W..."], &["......", "......", "...B..", "......", ".b....", "W....."]];

/// All that can be shown of kings by these rules.
pub(super) fn diagrams(rules: &Rules) -> Vec<Diagram> {
    let mut found = Vec::new();
    found.extend(richest(rules, &[&["W"]], |position| {
        let made = Diagram::of_all(Point::KingMoves, position);
        (!made.moves.is_empty()).then_some(made)
    }));
    for arts in [&DIAGONAL[..], &STRAIGHT[..]] {
        found.extend(richest(rules, arts, captures));
    }
    found.extend(richest(rules, &LAST_A_KING, last_a_king));
    found.extend(first(rules, &[&["...w", "W..."], &["..w", "W.."]], |position| rest(&position)));
    found
}

/// A king that captures: every square on which it may land, and the nearest on which it may not.
fn captures(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::KingCaptures, position);
    if made.moves.is_empty() || !made.moves.iter().all(Move::is_capture) {
        return None;
    }
    let refused = too_far(&made).into_iter().collect();
    Some(Diagram { refused, ..made })
}

/// A capture whose last piece is a king, behind which one must stop.
fn last_a_king(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::Landing, position);
    let kings = squares_of(&made.position, Color::Black, Kind::King);
    if made.moves.is_empty()
        || !made.moves.iter().all(|m| kings.iter().all(|&king| m.captured().contains(king)))
    {
        return None;
    }
    // Where a king stops behind any piece, it is shown with a man already.
    let man = kings.iter().fold(made.position.clone(), |position, &king| with_a_man(&position, king));
    let refused = too_far(&made)?;
    let everywhere = man.explain(&Attempt::route(&refused.route)?).is_err();
    (!everywhere).then(|| Diagram { refused: vec![refused], ..made })
}

/// The position with a man of Black where a king stands.
fn with_a_man(position: &Position, king: Square) -> Position {
    let mut setup = position.setup();
    setup.kings.black.remove(king);
    setup.men.black.insert(king);
    Position::new(position.rules(), &setup).unwrap_or_else(|_| position.clone())
}

/// One square further than a capture may land.
fn too_far(made: &Diagram) -> Option<Refused> {
    let explainer = Explainer::new(&made.position);
    made.moves.iter().find_map(|m| {
        let route = made.position.route(m);
        let (&to, before) = route.split_last()?;
        // Directly behind the captured piece: the next square lies as far on.
        let further = m.captured().iter().filter_map(|over| {
            let further = beyond(&made.position, over, to, 1)?;
            beyond(&made.position, further, to, 1).filter(|&back| back == over)?;
            Some(further)
        });
        let further = further.last()?;
        let route: Vec<Square> = before.iter().copied().chain([further]).collect();
        Refused::by("kings.landing", &explainer, &route)
    })
}

/// A king that has moved as often in a row as it may.
fn rest(position: &Position) -> Option<Diagram> {
    let times = position.rules().rule_set().kings.repeat_limit?;
    let square = *squares_of(position, Color::White, Kind::King).first()?;
    let king_moves = ByColor { white: Some(KingMoves { square, times }), black: None };
    let tired = Position::new(position.rules(), &Setup { king_moves, ..position.setup() }).ok()?;
    let refused = Refused::by("kings.repeat_limit", &Explainer::new(&tired), &[square])?;
    let made = Diagram::of_all(Point::KingRests, tired);
    Some(Diagram { refused: vec![refused], ..made })
}
