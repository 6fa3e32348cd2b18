//! How men move, capture and are crowned.

use draughts::ruleset::{Crowning, Goal, Targets};
use draughts::{Color, Explainer, Kind, Move, Position, Rules};

use super::art::{Art, beyond, squares_of};
use super::{Diagram, Point, Refused, first, richest};

/// A man with an opponent on each side.
const DIAGONAL_RING: Art = &["b.b", ".w.", "b.b"];
/// Where every second square is played on, a straight step skips one.
const WIDE_RING: Art = &["..b..", ".....", "b.w.b", ".....", "..b.."];
const STRAIGHT_RING: Art = &[".b.", "bwb", ".b."];

/// A capture that reaches the far row, and another opponent that a man could jump from there.
const THERE_AND_ON_AS_A_MAN: [Art; 2] = [&[".....", ".b.b.", "w...."], &[".b.", "b..", "w.."]];
/// The same with one that only a king could jump.
const THERE_AND_ON_AS_A_KING: [Art; 2] =
    [&["......", ".b....", "w...b.", "......"], &["..b.", "b...", "w..."]];

/// All that can be shown of men by these rules.
pub(super) fn diagrams(rules: &Rules) -> Vec<Diagram> {
    let set = rules.rule_set();
    let mut found = Vec::new();
    found.extend(richest(rules, &[&["w"]], |position| {
        let made = Diagram::of_all(Point::ManMoves, position);
        (!made.moves.is_empty() && !made.moves.iter().any(Move::promotes)).then_some(made)
    }));
    for ring in [DIAGONAL_RING, WIDE_RING, STRAIGHT_RING] {
        found.extend(richest(rules, &[ring], captures));
    }
    if set.men.takes == Targets::MenOnly {
        found.extend(first(rules, &[&["...", ".B.", "w.."]], king_spared));
    }
    let crowned = richest(rules, &[&["w"]], |position| {
        let made = Diagram::of_all(Point::Crowning, position);
        made.moves.iter().any(Move::promotes).then_some(made)
    });
    found.extend(crowned.map(|mut made| {
        made.moves.retain(Move::promotes);
        made
    }));
    let mut on: Vec<Art> = THERE_AND_ON_AS_A_MAN.into_iter().chain(THERE_AND_ON_AS_A_KING).collect();
    if set.men.crowning == Crowning::InPassingAndItGoesOn {
        on.rotate_left(THERE_AND_ON_AS_A_MAN.len());
    }
    found.extend(first(rules, &on, far_row));
    if set.goal == Goal::FirstKingWins {
        found.extend(richest(rules, &[&["w"]], first_king));
    }
    found
}

/// A man in a ring: those that it may capture, and why it may not capture the others.
fn captures(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::ManCaptures, position);
    let [man] = squares_of(&made.position, Color::White, Kind::Man)[..] else { return None };
    if !made.moves.iter().all(|m| m.captured().len() == 1) {
        return None;
    }
    let ring = squares_of(&made.position, Color::Black, Kind::Man).into_iter();
    let beyond = ring.filter_map(|square| beyond(&made.position, man, square, 1));
    let not_there = beyond.filter(|&to| !made.moves.iter().any(|m| m.to() == to));
    let explainer = Explainer::new(&made.position);
    let refused = not_there.filter_map(|to| Refused::by("men.captures", &explainer, &[man, to])).collect();
    Some(Diagram { refused, ..made })
}

/// A king that no man may capture.
fn king_spared(position: Position) -> Option<Diagram> {
    let made = Diagram::of_all(Point::ManTakes, position);
    let ([man], [king]) = (
        &squares_of(&made.position, Color::White, Kind::Man)[..],
        &squares_of(&made.position, Color::Black, Kind::King)[..],
    ) else {
        return None;
    };
    let to = beyond(&made.position, *man, *king, 1)?;
    let refused = Refused::by("men.captures", &Explainer::new(&made.position), &[*man, to])?;
    Some(Diagram { refused: vec![refused], ..made })
}

/// A man that comes to the far row in a capture, and what becomes of it there.
fn far_row(position: Position) -> Option<Diagram> {
    let naming = position.rules().square_names();
    let is_far = |square| naming.cell(square).0 == 0;
    let moves = position.legal_moves();
    let on = moves.iter().find(|m| {
        let route = position.route(m);
        m.captured().len() > 1 && route.iter().skip(1).rev().skip(1).any(|&square| is_far(square))
    });
    if let Some(on) = on {
        return Some(Diagram {
            point: Point::FarRow,
            moves: vec![on.clone()],
            refused: Vec::new(),
            position,
        });
    }
    let stops = moves.into_iter().find(|m| m.captured().len() == 1 && is_far(m.to()))?;
    let explainer = Explainer::new(&position);
    let on = |to| Refused::by("men.crowning", &explainer, &[stops.from(), stops.to(), to]);
    let refused = naming.squares().find_map(on)?;
    Some(Diagram { point: Point::FarRow, moves: vec![stops], refused: vec![refused], position })
}

/// Where the first king wins, a man that becomes one; after that nobody moves.
fn first_king(position: Position) -> Option<Diagram> {
    let mut made = Diagram::of_all(Point::FirstKing, position);
    made.moves.retain(|m| m.promotes() && made.position.play_unchecked(m).legal_moves().is_empty());
    (!made.moves.is_empty()).then_some(made)
}
