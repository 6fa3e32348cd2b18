//! Diagrams of kings: moves and captures.

use draughts::{Attempt, ByColor, Color, Explainer, Kind, KingMoves, Move, Position, Rules, Setup, Square};

use super::art::{Art, beyond, squares_of};
use super::{Diagram, Point, Refused, first, richest};

/// An opponent at some distance, for flying kings, or beside the king.
const DIAGONAL: [Art; 2] = [&["..b", "...", "W.."], &[".b", "W."]];
const STRAIGHT: [Art; 4] = [&["b", ".", ".", ".", "W"], &["b", ".", "W"], &["b", "W"], &["b", ".", ".", "W"]];
/// A capture whose last piece is a king, alone or after a man.
const KING_LAST: [Art; 2] =
    [&["....", "....", ".B..", "W..."], &["......", "......", "...B..", "......", ".b....", "W....."]];

/// Returns the diagrams of kings under some rules.
pub(super) fn diagrams(rules: &Rules) -> Vec<Diagram> {
    let mut diagrams = Vec::new();
    diagrams.extend(richest(rules, &[&["W"]], |position| {
        let diagram = Diagram::of_legal_moves(Point::KingMoves, position);
        (!diagram.moves.is_empty()).then_some(diagram)
    }));
    for arts in [&DIAGONAL[..], &STRAIGHT[..]] {
        diagrams.extend(richest(rules, arts, captures));
    }
    diagrams.extend(richest(rules, &KING_LAST, king_last));
    diagrams.extend(first(rules, &[&["...w", "W..."], &["..w", "W.."]], |position| repeat_limit(&position)));
    diagrams
}

/// Shows the squares on which a capturing king may land, and the nearest on which it may not.
fn captures(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::KingCaptures, position);
    if diagram.moves.is_empty() || !diagram.moves.iter().all(Move::is_capture) {
        return None;
    }
    let refused = too_far(&diagram).into_iter().collect();
    Some(Diagram { refused, ..diagram })
}

/// Shows a capture whose last piece is a king, directly behind which the move must end.
fn king_last(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::Landing, position);
    let kings = squares_of(&diagram.position, Color::Black, Kind::King);
    if diagram.moves.is_empty()
        || !diagram.moves.iter().all(|m| kings.iter().all(|&king| m.captured().contains(king)))
    {
        return None;
    }
    // If the same holds for men, another diagram shows it already.
    let with_men = kings.iter().fold(diagram.position.clone(), |position, &king| with_man(&position, king));
    let refused = too_far(&diagram)?;
    let is_general = with_men.explain(&Attempt::route(&refused.route)?).is_err();
    (!is_general).then(|| Diagram { refused: vec![refused], ..diagram })
}

/// Returns the position with a black king replaced by a man.
fn with_man(position: &Position, king: Square) -> Position {
    let mut setup = position.setup();
    setup.kings.black.remove(king);
    setup.men.black.insert(king);
    Position::new(position.rules(), &setup).unwrap_or_else(|_| position.clone())
}

/// Returns the illegal capture that lands one square too far.
fn too_far(diagram: &Diagram) -> Option<Refused> {
    let explainer = Explainer::new(&diagram.position);
    diagram.moves.iter().find_map(|m| {
        let route = diagram.position.route(m);
        let (&to, before) = route.split_last()?;
        // Only a landing square next to the captured piece counts: then the steps to the captured piece and to the square
        // beyond are equal.
        let further = m.captured().iter().filter_map(|over| {
            let further = beyond(&diagram.position, over, to, 1)?;
            beyond(&diagram.position, further, to, 1).filter(|&back| back == over)?;
            Some(further)
        });
        let further = further.last()?;
        let route: Vec<Square> = before.iter().copied().chain([further]).collect();
        Refused::by("kings.landing", &explainer, &route)
    })
}

/// Shows a king that has reached the limit of consecutive moves.
fn repeat_limit(position: &Position) -> Option<Diagram> {
    let times = position.rules().rule_set().kings.repeat_limit?;
    let square = *squares_of(position, Color::White, Kind::King).first()?;
    let king_moves = ByColor { white: Some(KingMoves { square, times }), black: None };
    let limited = Position::new(position.rules(), &Setup { king_moves, ..position.setup() }).ok()?;
    let refused = Refused::by("kings.repeat_limit", &Explainer::new(&limited), &[square])?;
    let diagram = Diagram::of_legal_moves(Point::KingRests, limited);
    Some(Diagram { refused: vec![refused], ..diagram })
}
