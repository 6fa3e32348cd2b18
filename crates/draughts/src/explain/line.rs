//! Reasons that follow from the board: no common line, a piece in the way, nothing to jump.

use alloc::vec;
use alloc::vec::Vec;

use super::relax::Relaxation;
use super::{Attempt, Explainer, WhyNot};
use crate::direction::{Direction, DirectionSet, RelativeDirection};
use crate::piece::Kind;
use crate::ruleset::{Range, RuleSet, TurnBack};
use crate::square::{Square, SquareSet};
use crate::square_names::SquareNames;

/// Returns why no piece can make the attempt, even without duties.
pub(super) fn why_not(explainer: &Explainer<'_>, attempt: &Attempt) -> WhyNot {
    let rules = explainer.position.rules();
    let kind = if explainer.is_king(attempt.from) { Kind::King } else { Kind::Man };
    let (reached, captured) = reachable_part(explainer, attempt);
    let at = if reached == 0 { attempt.from } else { attempt.through[reached - 1] };
    let Some(&to) = attempt.through.get(reached) else { return WhyNot::CannotMove(attempt.from) };
    if reached == 0 && attempt.through.len() > 1 {
        let first = Attempt { through: vec![to], ..attempt.clone() };
        if !explainer.relaxed(Relaxation::Duties).matching(&first, &explainer.route_steps).is_empty() {
            return WhyNot::EndsThere(to);
        }
    }
    let step =
        Step { explainer, rules: rules.rule_set(), names: rules.square_names(), attempt, kind, captured };
    step.why_not(at, to)
}

/// Returns the number of squares of the attempt that the piece can reach by capturing, and what it has captured by
/// then.
fn reachable_part(explainer: &Explainer<'_>, attempt: &Attempt) -> (usize, SquareSet) {
    let without_duties = explainer.relaxed(Relaxation::Duties);
    for reached in (1..attempt.through.len()).rev() {
        let part = Attempt { through: attempt.through[..reached].to_vec(), ..attempt.clone() };
        if let Some(m) =
            without_duties.matching(&part, &explainer.route_steps).into_iter().find(|m| m.is_capture())
        {
            return (reached, m.captured());
        }
    }
    (0, SquareSet::EMPTY)
}

/// One step of an attempt, all steps before it being possible.
struct Step<'a> {
    explainer: &'a Explainer<'a>,
    rules: &'a RuleSet,
    names: &'a SquareNames,
    attempt: &'a Attempt,
    kind: Kind,
    captured: SquareSet,
}

impl Step<'_> {
    fn why_not(&self, from: Square, to: Square) -> WhyNot {
        if from == to {
            return WhyNot::Stays(from);
        }
        let occupant = self.explainer.position.piece(to).filter(|_| to != self.attempt.from);
        if let Some(piece) = occupant {
            return WhyNot::Occupied { square: to, piece };
        }
        let Some((direction, between)) = self.line(from, to) else {
            return WhyNot::NotOnALine { from, to, kind: self.kind };
        };
        if self.is_forbidden_turn_back(from, direction) {
            return WhyNot::WouldTurnBack;
        }
        let flies = self.kind == Kind::King && self.rules.kings.range == Range::Flying;
        let first = between.iter().position(|&square| self.is_occupied(square));
        match (first, between.len()) {
            (None, 0) => self.wrong_direction(from, to),
            (None, 1) if !flies => self.nothing_to_jump(between[0]),
            (None, _) if !flies => WhyNot::TooFar { kind: self.kind },
            (None, _) if !self.captured.is_empty() => self.nothing_to_jump(to),
            (None, _) => WhyNot::KingDoesNotMoveThatWay,
            (Some(first), _) => self.why_not_over(from, to, &between, first, flies),
        }
    }

    /// Returns why the piece on `between[first]` cannot be jumped.
    fn why_not_over(
        &self,
        from: Square,
        to: Square,
        between: &[Square],
        first: usize,
        flies: bool,
    ) -> WhyNot {
        let over = between[first];
        if self.captured.contains(over) {
            return WhyNot::AlreadyJumped(over);
        }
        let position = self.explainer.position;
        if position.piece(over).is_some_and(|piece| piece.color == position.turn()) {
            return WhyNot::OwnPieceInTheWay(over);
        }
        match between[first + 1..].iter().position(|&square| self.is_occupied(square)) {
            Some(0) => return WhyNot::NoRoomBehind { square: over, kind: self.kind },
            Some(further) => return WhyNot::Blocked(between[first + 1 + further]),
            None => {}
        }
        if !flies && (first > 0 || between.len() > 1) {
            return WhyNot::TooFar { kind: self.kind };
        }
        match self.kind {
            Kind::King => WhyNot::KingDoesNotCaptureThatWay,
            Kind::Man => WhyNot::ManDoesNotCaptureThatWay { backward: self.explainer.is_backward(from, to) },
        }
    }

    fn wrong_direction(&self, from: Square, to: Square) -> WhyNot {
        if !self.captured.is_empty() {
            return self.nothing_to_jump(to);
        }
        match self.kind {
            Kind::King => WhyNot::KingDoesNotMoveThatWay,
            Kind::Man => WhyNot::ManDoesNotMoveThatWay { backward: self.explainer.is_backward(from, to) },
        }
    }

    fn nothing_to_jump(&self, square: Square) -> WhyNot {
        WhyNot::NothingToJump { square, kind: self.kind }
    }

    /// Returns whether a square is occupied once the moving piece has left its origin.
    fn is_occupied(&self, square: Square) -> bool {
        square != self.attempt.from && self.explainer.position.piece(square).is_some()
    }

    /// Returns whether the step turns straight back after a jump, which is forbidden.
    fn is_forbidden_turn_back(&self, from: Square, direction: Direction) -> bool {
        let reached = self.attempt.through.iter().position(|&square| square == from);
        let before = match reached {
            None => return false,
            Some(0) => self.attempt.from,
            Some(n) => self.attempt.through[n - 1],
        };
        let came = self.line(before, from).map(|(direction, _)| direction);
        !self.captured.is_empty()
            && came == Some(direction.opposite())
            && self.rules.capture.turn_back == TurnBack::Forbidden
    }

    /// Returns the direction from one square to another along which a piece of this kind moves, and the squares
    /// between.
    fn line(&self, from: Square, to: Square) -> Option<(Direction, Vec<Square>)> {
        let (moves, captures) = match self.kind {
            Kind::Man => (&self.rules.men.moves, &self.rules.men.captures),
            Kind::King => (&self.rules.kings.moves, &self.rules.kings.captures),
        };
        let straight = |directions: &[RelativeDirection]| DirectionSet::of(directions).has_straight();
        let straight = straight(moves) || straight(captures);
        let shape = self.rules.shape();
        let directions = Direction::ALL.into_iter().filter(|direction| direction.is_diagonal() || straight);
        for direction in directions {
            let mut between = Vec::new();
            let mut cell = self.names.cell(from);
            while let Some(next) = shape.neighbour(cell.0, cell.1, direction) {
                let Some(square) = self.names.at(next.0, next.1) else { break };
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
