//! What is impossible on the board itself: no line, a piece in the way, nothing to jump.

use alloc::vec;
use alloc::vec::Vec;

use super::relax::Relaxation;
use super::{Attempt, Explainer, WhyNot};
use crate::direction::{Direction, DirectionSet, Way};
use crate::piece::Kind;
use crate::ruleset::{Range, RuleSet, TurnBack};
use crate::square::{Square, SquareSet};
use crate::square_names::SquareNames;

/// Why no piece can make the attempt, whatever its duties.
pub(super) fn why_not(explainer: &Explainer<'_>, attempt: &Attempt) -> WhyNot {
    let rules = explainer.position.rules();
    let kind = if explainer.is_king(attempt.from) { Kind::King } else { Kind::Man };
    let (begun, captured) = beginning(explainer, attempt);
    let at = if begun == 0 { attempt.from } else { attempt.through[begun - 1] };
    let Some(&to) = attempt.through.get(begun) else { return WhyNot::CannotMove(attempt.from) };
    if begun == 0 && attempt.through.len() > 1 {
        let first = Attempt { through: vec![to], ..attempt.clone() };
        if !explainer.relaxed(Relaxation::Soft).matching(&first).is_empty() {
            return WhyNot::EndsThere(to);
        }
    }
    let hop =
        Hop { explainer, rules: rules.rule_set(), naming: rules.square_names(), attempt, kind, captured };
    hop.why_not(at, to)
}

/// How many of the squares the piece can reach by capturing, and what it has captured there.
fn beginning(explainer: &Explainer<'_>, attempt: &Attempt) -> (usize, SquareSet) {
    let soft = explainer.relaxed(Relaxation::Soft);
    for begun in (1..attempt.through.len()).rev() {
        let part = Attempt { through: attempt.through[..begun].to_vec(), ..attempt.clone() };
        if let Some(m) = soft.matching(&part).into_iter().find(|m| m.is_capture()) {
            return (begun, m.captured());
        }
    }
    (0, SquareSet::EMPTY)
}

/// One hop of an attempt, the ones before it being possible.
struct Hop<'a> {
    explainer: &'a Explainer<'a>,
    rules: &'a RuleSet,
    naming: &'a SquareNames,
    attempt: &'a Attempt,
    kind: Kind,
    captured: SquareSet,
}

impl Hop<'_> {
    fn why_not(&self, from: Square, to: Square) -> WhyNot {
        if from == to {
            return WhyNot::Stays(from);
        }
        let to_piece = self.explainer.position.piece(to).filter(|_| to != self.attempt.from);
        if let Some(piece) = to_piece {
            return WhyNot::Occupied { square: to, piece };
        }
        let Some((direction, way)) = self.line(from, to) else {
            return WhyNot::NotOnALine { from, to, kind: self.kind };
        };
        if self.is_jump_back(from, direction) {
            return WhyNot::WouldTurnBack;
        }
        let flies = self.kind == Kind::King && self.rules.kings.range == Range::Flying;
        let first = way.iter().position(|&square| self.stands(square));
        match (first, way.len()) {
            (None, 0) => self.wrong_way(from, to),
            (None, 1) if !flies => self.nothing_to_jump(way[0]),
            (None, _) if !flies => WhyNot::TooFar { kind: self.kind },
            (None, _) if !self.captured.is_empty() => self.nothing_to_jump(to),
            (None, _) => WhyNot::KingDoesNotMoveThatWay,
            (Some(first), _) => self.why_not_over(from, to, &way, first, flies),
        }
    }

    /// A piece stands in the way, the `first` of the squares between.
    fn why_not_over(&self, from: Square, to: Square, way: &[Square], first: usize, flies: bool) -> WhyNot {
        let over = way[first];
        if self.captured.contains(over) {
            return WhyNot::AlreadyJumped(over);
        }
        let position = self.explainer.position;
        if position.piece(over).is_some_and(|piece| piece.color == position.turn()) {
            return WhyNot::OwnPieceInTheWay(over);
        }
        match way[first + 1..].iter().position(|&square| self.stands(square)) {
            Some(0) => return WhyNot::NoRoomBehind { square: over, kind: self.kind },
            Some(further) => return WhyNot::Blocked(way[first + 1 + further]),
            None => {}
        }
        if !flies && (first > 0 || way.len() > 1) {
            return WhyNot::TooFar { kind: self.kind };
        }
        match self.kind {
            Kind::King => WhyNot::KingDoesNotCaptureThatWay,
            Kind::Man => WhyNot::ManDoesNotCaptureThatWay { backward: self.explainer.goes_back(from, to) },
        }
    }

    fn wrong_way(&self, from: Square, to: Square) -> WhyNot {
        if !self.captured.is_empty() {
            return self.nothing_to_jump(to);
        }
        match self.kind {
            Kind::King => WhyNot::KingDoesNotMoveThatWay,
            Kind::Man => WhyNot::ManDoesNotMoveThatWay { backward: self.explainer.goes_back(from, to) },
        }
    }

    fn nothing_to_jump(&self, square: Square) -> WhyNot {
        WhyNot::NothingToJump { square, kind: self.kind }
    }

    /// Does a piece stand there, for one that has left its first square?
    fn stands(&self, square: Square) -> bool {
        square != self.attempt.from && self.explainer.position.piece(square).is_some()
    }

    /// Does the hop go straight back over what the last one jumped?
    fn is_jump_back(&self, from: Square, direction: Direction) -> bool {
        let begun = self.attempt.through.iter().position(|&square| square == from);
        let before = match begun {
            None => return false,
            Some(0) => self.attempt.from,
            Some(n) => self.attempt.through[n - 1],
        };
        let came = self.line(before, from).map(|(direction, _)| direction);
        !self.captured.is_empty()
            && came == Some(direction.opposite())
            && self.rules.capture.turn_back == TurnBack::Forbidden
    }

    /// The direction from one square to another along which a piece of this kind goes, and the squares between.
    fn line(&self, from: Square, to: Square) -> Option<(Direction, Vec<Square>)> {
        let (moves, captures) = match self.kind {
            Kind::Man => (&self.rules.men.moves, &self.rules.men.captures),
            Kind::King => (&self.rules.kings.moves, &self.rules.kings.captures),
        };
        let straight = |ways: &[Way]| DirectionSet::of(ways).any_straight();
        let straight = straight(moves) || straight(captures);
        let shape = self.rules.shape();
        let directions = Direction::ALL.into_iter().filter(|direction| direction.is_diagonal() || straight);
        for direction in directions {
            let mut between = Vec::new();
            let mut cell = self.naming.cell(from);
            while let Some(next) = shape.neighbour(cell.0, cell.1, direction) {
                let Some(square) = self.naming.at(next.0, next.1) else { break };
                if square == to {
                    return Some((direction, between));
                }
                between.push(square);
                cell = next;
            }
        }
        None
    }
}
