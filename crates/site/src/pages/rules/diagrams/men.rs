//! Diagrams of men: moves, captures and crowning.

use draughts::ruleset::{Crowning, Goal, Targets};
use draughts::{Color, Explainer, Kind, Move, Position, Rules};

use super::art::{Art, beyond, squares_of};
use super::{Diagram, Point, Refused, first, richest};

/// A man with an opponent on each diagonal.
const DIAGONAL_RING: Art = &["b.b", ".w.", "b.b"];
/// A man with opponents ahead, behind and beside it, on boards where every second square is in play.
const CHEQUERED_STRAIGHT_RING: Art = &["..b..", ".....", "b.w.b", ".....", "..b.."];
/// As above, on boards where every square is in play.
const STRAIGHT_RING: Art = &[".b.", "bwb", ".b."];

/// A capture that reaches the king row, and another opponent that a man could capture from there.
const CONTINUES_AS_MAN: [Art; 2] = [&[".....", ".b.b.", "w...."], &[".b.", "b..", "w.."]];
/// As above, with an opponent that only a king could capture.
const CONTINUES_AS_KING: [Art; 2] = [&["......", ".b....", "w...b.", "......"], &["..b.", "b...", "w..."]];

/// Returns the diagrams of men under these rules.
pub(super) fn diagrams(rules: &Rules) -> Vec<Diagram> {
    let set = rules.rule_set();
    let mut diagrams = Vec::new();
    diagrams.extend(richest(rules, &[&["w"]], |position| {
        let diagram = Diagram::of_legal_moves(Point::ManMoves, position);
        (!diagram.moves.is_empty() && !diagram.moves.iter().any(Move::promotes)).then_some(diagram)
    }));
    for ring in [DIAGONAL_RING, CHEQUERED_STRAIGHT_RING, STRAIGHT_RING] {
        diagrams.extend(richest(rules, &[ring], captures));
    }
    if set.men.takes == Targets::MenOnly {
        diagrams.extend(first(rules, &[&["...", ".B.", "w.."]], king_spared));
    }
    let crowned = richest(rules, &[&["w"]], |position| {
        let diagram = Diagram::of_legal_moves(Point::Crowning, position);
        diagram.moves.iter().any(Move::promotes).then_some(diagram)
    });
    diagrams.extend(crowned.map(|mut diagram| {
        diagram.moves.retain(Move::promotes);
        diagram
    }));
    let mut arts: Vec<Art> = CONTINUES_AS_MAN.into_iter().chain(CONTINUES_AS_KING).collect();
    // The first drawing that fits is shown: kings come first where a man goes on as a king.
    if set.men.crowning == Crowning::InPassingAndItGoesOn {
        arts.rotate_left(CONTINUES_AS_MAN.len());
    }
    diagrams.extend(first(rules, &arts, far_row));
    if set.goal == Goal::FirstKingWins {
        diagrams.extend(richest(rules, &[&["w"]], first_king));
    }
    diagrams
}

/// Shows a man in a ring of opponents, and which of them it may capture.
fn captures(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::ManCaptures, position);
    let [man] = squares_of(&diagram.position, Color::White, Kind::Man)[..] else { return None };
    if !diagram.moves.iter().all(|m| m.captured().len() == 1) {
        return None;
    }
    let ring = squares_of(&diagram.position, Color::Black, Kind::Man).into_iter();
    let beyond = ring.filter_map(|square| beyond(&diagram.position, man, square, 1));
    let unreachable = beyond.filter(|&to| !diagram.moves.iter().any(|m| m.to() == to));
    let explainer = Explainer::new(&diagram.position);
    let refused = unreachable.filter_map(|to| Refused::by("men.captures", &explainer, &[man, to])).collect();
    Some(Diagram { refused, ..diagram })
}

/// Shows that a man may not capture a king.
fn king_spared(position: Position) -> Option<Diagram> {
    let diagram = Diagram::of_legal_moves(Point::ManTakes, position);
    let ([man], [king]) = (
        &squares_of(&diagram.position, Color::White, Kind::Man)[..],
        &squares_of(&diagram.position, Color::Black, Kind::King)[..],
    ) else {
        return None;
    };
    let to = beyond(&diagram.position, *man, *king, 1)?;
    let refused = Refused::by("men.captures", &Explainer::new(&diagram.position), &[*man, to])?;
    Some(Diagram { refused: vec![refused], ..diagram })
}

/// Shows what happens to a man that reaches the king row in a capture.
fn far_row(position: Position) -> Option<Diagram> {
    let names = position.rules().square_names();
    let is_far = |square| names.cell(square).0 == 0;
    let moves = position.legal_moves();
    // A capture that passes the king row: neither its first nor its last square.
    let continuing = moves.iter().find(|m| {
        let route = position.route(m);
        m.captured().len() > 1 && route.iter().skip(1).rev().skip(1).any(|&square| is_far(square))
    });
    if let Some(m) = continuing {
        return Some(Diagram { point: Point::FarRow, moves: vec![m.clone()], refused: Vec::new(), position });
    }
    let ending = moves.into_iter().find(|m| m.captured().len() == 1 && is_far(m.to()))?;
    let explainer = Explainer::new(&position);
    let illegal = |to| Refused::by("men.crowning", &explainer, &[ending.from(), ending.to(), to]);
    let refused = names.squares().find_map(illegal)?;
    Some(Diagram { point: Point::FarRow, moves: vec![ending], refused: vec![refused], position })
}

/// Shows a man that is crowned and thereby wins.
fn first_king(position: Position) -> Option<Diagram> {
    let mut diagram = Diagram::of_legal_moves(Point::FirstKing, position);
    diagram.moves.retain(|m| m.promotes() && diagram.position.play_unchecked(m).legal_moves().is_empty());
    (!diagram.moves.is_empty()).then_some(diagram)
}
