//! Routes of captures. For speed, generated moves do not contain them; they are reconstructed to show or write a move.
//!
//! Several routes may capture the same pieces between the same squares, and not all of them need be legal: one may pass
//! a square from which more could be captured, or capture a king too late. The route returned is legal.

use alloc::vec;
use alloc::vec::Vec;

use super::choice::order_matters;
use crate::bitboard::Bitboard;
use crate::collections::Set;
use crate::color::Color;
use crate::direction::{Direction, DirectionSet, RelativeDirection};
use crate::geometry::Layout;
use crate::moves::BitboardMove;
use crate::pieces::Pieces;
use crate::ruleset::{Crowning, Finish, Landing, MoveRules, Range, Removal, Targets, TurnBack};

/// The squares between first and last that a route must visit, in this order.
#[derive(Clone, Copy)]
pub(crate) enum Vias<'v, B> {
    /// The route lands on these squares or passes them.
    Passed(&'v [B]),
    /// The route lands on these squares and on no others.
    Landed(&'v [B]),
}

impl<'v, B> Vias<'v, B> {
    fn squares(&self) -> &'v [B] {
        match self {
            Self::Passed(squares) | Self::Landed(squares) => squares,
        }
    }
}

/// Returns the squares that a move touches on a route that visits `vias`: the first, those where it turns or lands
/// behind a captured piece, and the last. `None` if there is no such route.
pub(crate) fn route<B: Bitboard>(
    layout: &Layout<B>,
    rules: &MoveRules,
    pieces: &Pieces<B>,
    turn: Color,
    m: &BitboardMove<B>,
    vias: Vias<'_, B>,
) -> Option<Vec<B>> {
    if !m.is_capture() {
        return vias.squares().is_empty().then(|| vec![m.from, m.to]);
    }
    let mut tracer = Tracer {
        layout,
        rules,
        pieces,
        turn,
        m: *m,
        vias,
        path: vec![m.from],
        best: None,
        visited: Set::new(),
    };
    tracer.trace(Node { at: m.from, captured: B::NONE, king: m.king, came: None, order: 0, matched: 0 });
    tracer.best.map(|(_, path)| path)
}

struct Tracer<'l, B: Bitboard> {
    layout: &'l Layout<B>,
    rules: &'l MoveRules,
    pieces: &'l Pieces<B>,
    turn: Color,
    m: BitboardMove<B>,
    /// The squares that the route must visit.
    vias: Vias<'l, B>,
    path: Vec<B>,
    /// The best route found so far, and the order in which it captures kings.
    best: Option<(u64, Vec<B>)>,
    /// The nodes searched so far: many routes lead to the same node.
    visited: Set<Node<B>>,
}

/// The state of a capture between two jumps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Node<B> {
    at: B,
    captured: B,
    king: bool,
    came: Option<Direction>,
    /// The jumps that took kings; the first jump is the highest bit.
    order: u64,
    /// The number of required squares visited so far; `usize::MAX` if the route has missed one.
    matched: usize,
}

impl<B: Bitboard> Tracer<'_, B> {
    /// Searches for routes from here that capture exactly the remaining pieces; returns whether the best possible one
    /// is found. Nearer squares are tried first.
    fn trace(&mut self, node: Node<B>) -> bool {
        if !self.visited.insert(node) {
            return false;
        }
        let remaining = self.m.captured & !node.captured;
        for direction in self.directions(node) {
            let landings = self.jump(node, direction, remaining);
            for (i, &next) in landings.iter().enumerate() {
                self.path.push(next.at);
                let far = i > 0;
                let ends = self.is_complete(next)
                    && (!far || self.may_end_far_behind(next))
                    && self.may_end_after(&landings);
                if ends && self.record(next) || self.trace(next) {
                    return true;
                }
                self.path.pop();
            }
        }
        false
    }

    /// Returns whether a capture may end with this jump: not if it could continue from one of the landings.
    fn may_end_after(&self, landings: &[Node<B>]) -> bool {
        self.rules.finish == Finish::MayBeStopped || !landings.iter().any(|&next| self.can_continue(next))
    }

    fn is_complete(&self, node: Node<B>) -> bool {
        let ends_as_king = node.king || (node.at & self.layout.crown[self.turn]).any();
        node.captured == self.m.captured
            && node.at == self.m.to
            && node.matched == self.vias.squares().len()
            && ends_as_king == (self.m.king || self.m.promotes)
    }

    /// Records a complete route; returns whether no other can be better, which depends on the order of captured kings.
    fn record(&mut self, node: Node<B>) -> bool {
        if self.best.as_ref().is_none_or(|(best, _)| node.order > *best) {
            self.best = Some((node.order, self.path.clone()));
        }
        !order_matters(self.rules)
    }

    /// Returns whether the capture may end farther than directly behind the last captured piece.
    fn may_end_far_behind(&self, node: Node<B>) -> bool {
        let jumps = node.captured.count();
        let last_is_king = node.order >> (64 - jumps.min(64)) & 1 == 1;
        match self.rules.landing {
            Landing::AnySquareBehind => true,
            Landing::DirectlyBehind => false,
            Landing::DirectlyBehindALastKing => !last_is_king,
            Landing::DirectlyBehindALastKingOfSeveral => !last_is_king || jumps == 1,
        }
    }

    /// Returns the directions in which the piece may capture from here.
    fn directions(&self, node: Node<B>) -> impl Iterator<Item = Direction> + use<B> {
        let directions = if node.king { self.rules.kings_capture } else { self.rules.men_capture };
        let forbidden = self.rules.turn_back == TurnBack::Forbidden;
        let back = node.came.filter(|_| forbidden).map(Direction::opposite);
        let turn = self.turn;
        // A man whose move ends on the crowning row cannot continue.
        let crowned = node.came.is_some() && !node.king && (node.at & self.layout.crown[turn]).any();
        let stopped = crowned && self.rules.crowning == Crowning::InPassingAndTheMoveEnds;
        Direction::ALL.into_iter().filter(move |&direction| {
            !stopped && back != Some(direction) && is_allowed(directions, direction, turn)
        })
    }

    fn can_continue(&self, node: Node<B>) -> bool {
        let foe = !self.turn;
        let targets = match self.rules.men_take {
            Targets::MenOnly if !node.king => self.pieces.men[foe],
            _ => self.pieces.of(foe),
        };
        let targets = targets & !node.captured;
        self.directions(node).any(|direction| !self.jump(node, direction, targets).is_empty())
    }

    /// Jumps the next piece in this direction if it is a target; returns the possible landings, nearest first.
    fn jump(&self, node: Node<B>, direction: Direction, targets: B) -> Vec<Node<B>> {
        let occupied = self.pieces.all() & !self.m.from;
        let blockers = match self.rules.removal {
            Removal::AtTheEndOfTheMove => occupied,
            Removal::AfterEachJump => occupied & !node.captured,
        };
        let flies = node.king && self.rules.range == Range::Flying;
        let mut ray = self.along(node.at, direction);
        let over = if flies { ray.find(|&square| (square & blockers).any()) } else { ray.next() };
        let Some(over) = over.filter(|&over| (over & targets).any()) else { return Vec::new() };
        let takes_king = (over & self.pieces.kings[!self.turn]).any();
        let mut order = node.order;
        if self.records_order() {
            order |= u64::from(takes_king) << 63_u32.saturating_sub(node.captured.count());
        }
        let any_landing = flies && self.rules.landing != Landing::DirectlyBehind;
        let free = self.along(over, direction).take_while(|&square| (square & blockers).is_empty());
        free.take(if any_landing { usize::MAX } else { 1 })
            .map(|at| {
                let crowned = (at & self.layout.crown[self.turn]).any();
                let king = node.king || crowned && self.rules.crowning == Crowning::InPassingAndItGoesOn;
                let matched =
                    if node.matched == usize::MAX { node.matched } else { self.matched(node, direction, at) };
                Node { at, captured: node.captured | over, king, came: Some(direction), order, matched }
            })
            .collect()
    }

    /// Returns the number of required squares visited after a jump in this direction to `at`.
    fn matched(&self, node: Node<B>, direction: Direction, at: B) -> usize {
        let mut matched = node.matched;
        match self.vias {
            Vias::Passed(squares) if matched == squares.len() => matched,
            Vias::Passed(squares) => {
                for square in self.along(node.at, direction) {
                    matched += usize::from(squares.get(matched) == Some(&square));
                    if square == at {
                        break;
                    }
                }
                matched
            }
            // A landing that is neither the next one nor the last cannot lead to a match.
            Vias::Landed(squares) => match squares.get(matched) {
                Some(&square) if square == at => matched + 1,
                None if at == self.m.to => matched,
                _ => usize::MAX,
            },
        }
    }

    /// Returns whether nodes record the order in which kings are captured. Without it, more routes share a node.
    fn records_order(&self) -> bool {
        let free = matches!(self.rules.landing, Landing::AnySquareBehind | Landing::DirectlyBehind);
        order_matters(self.rules) || !free
    }

    /// Returns the squares of a ray, nearest first.
    fn along(&self, at: B, direction: Direction) -> impl Iterator<Item = B> + use<B> {
        let ray = self.layout.ray(at.lowest(), direction);
        let mut squares: Vec<B> = ray.bits().collect();
        if !direction.is_ascending() {
            squares.reverse();
        }
        squares.into_iter()
    }
}

/// Returns whether a direction of the board is in a set of directions relative to the side to move.
fn is_allowed(directions: DirectionSet, direction: Direction, turn: Color) -> bool {
    let direction = match turn {
        Color::White => direction,
        Color::Black => direction.opposite(),
    };
    directions.contains(match direction {
        Direction::NorthWest | Direction::NorthEast => RelativeDirection::DiagonallyForward,
        Direction::SouthWest | Direction::SouthEast => RelativeDirection::DiagonallyBackward,
        Direction::North => RelativeDirection::StraightForward,
        Direction::West | Direction::East => RelativeDirection::Sideways,
        Direction::South => RelativeDirection::StraightBackward,
    })
}
