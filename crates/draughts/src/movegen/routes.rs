//! Routes of captures. For speed, generated moves do not contain them; they are reconstructed to show or write a move.
//!
//! Several routes may capture the same pieces between the same squares, and not all of them need be legal: one may pass
//! a square from which more could be captured, or capture a king too late. The route returned is legal.

use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;

use super::choice::order_matters;
use super::visited_set::VisitedSet;
use crate::bitboard::Bitboard;
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
/// behind a captured piece, and the last. `None` if there is no such route, or if finding it takes more than `steps`,
/// which are used up.
pub(crate) fn route<B: Bitboard>(
    layout: &Layout<B>,
    rules: &MoveRules,
    pieces: &Pieces<B>,
    turn: Color,
    m: &BitboardMove<B>,
    vias: Vias<'_, B>,
    steps: &Cell<u32>,
) -> Option<Vec<B>> {
    if !m.is_capture() {
        return vias.squares().is_empty().then(|| vec![m.from, m.to]);
    }
    let short_steps = Some(layout.limits.merge_after);
    let (path, m) = (vec![m.from], *m);
    let start = Node { at: m.from, captured: B::NONE, king: m.king, came: None, king_order: 0, matched: 0 };
    let mut tracer =
        Tracer { layout, rules, pieces, turn, m, vias, path, best: None, steps, short_steps, visited: None };
    if !tracer.trace(start) && tracer.short_steps.is_none() {
        (tracer.visited, tracer.best) = (Some(VisitedSet::new()), None);
        tracer.trace(start);
    }
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
    /// The number of steps that are left.
    steps: &'l Cell<u32>,
    /// The number of steps that are left of a short search; `None` if they were not enough.
    short_steps: Option<u32>,
    /// The nodes that a long search has explored: many routes lead to the same node.
    visited: Option<VisitedSet<B>>,
}

/// The cost of a step of a long search, in steps.
const LONG_STEP: u32 = 2;

/// The state of a capture between two jumps.
#[derive(Clone, Copy)]
struct Node<B> {
    at: B,
    captured: B,
    king: bool,
    came: Option<Direction>,
    /// The jumps that took kings, if their order matters; the first jump is the highest bit.
    king_order: u64,
    /// The number of required squares visited so far; [`MISSED`] if the route has missed one.
    matched: usize,
}

/// The number of required squares of a route that has missed one.
const MISSED: usize = usize::MAX;

/// A jump and its possible landings.
#[derive(Clone, Copy)]
struct Jump<B> {
    direction: Direction,
    over: B,
    takes_king: bool,
    landings: B,
}

impl<B: Bitboard> Tracer<'_, B> {
    /// Searches for routes from here that capture exactly the remaining pieces; returns whether the best possible one
    /// is found. Nearer squares are tried first; in a long search, those with the fewest continuations, which are most
    /// likely to be missed later.
    fn trace(&mut self, node: Node<B>) -> bool {
        if !self.must_explore(node) {
            return false;
        }
        let targets = self.m.captured & self.targets(node);
        let mut later = Vec::new();
        for direction in self.directions(node) {
            let Some(jump) = self.jump(node, direction, targets) else { continue };
            let mut is_far = false;
            for at in nearest_first(jump.landings, direction) {
                let next = self.landed(node, jump, at);
                let ends = self.is_complete(next)
                    && (!is_far || self.may_end_far_behind(next, jump))
                    && self.may_end_after(node, jump);
                is_far = true;
                if ends && self.record(next) {
                    return true;
                }
                if next.matched == MISSED {
                    continue;
                }
                if self.visited.is_some() {
                    later.push((self.continuations(next), next));
                } else if self.trace_on(next) {
                    return true;
                }
            }
        }
        later.sort_by_key(|&(continuations, _)| continuations);
        later.into_iter().any(|(continuations, next)| continuations > 0 && self.trace_on(next))
    }

    /// Continues the route on a landing.
    fn trace_on(&mut self, next: Node<B>) -> bool {
        self.path.push(next.at);
        let is_found = self.trace(next);
        self.path.pop();
        is_found
    }

    /// Returns the number of directions in which the route can continue.
    fn continuations(&self, node: Node<B>) -> usize {
        let targets = self.m.captured & self.targets(node);
        self.directions(node).filter(|&direction| self.jump(node, direction, targets).is_some()).count()
    }

    /// Counts a step; returns whether a node must be explored: not if it was explored before, or if no steps are left.
    fn must_explore(&mut self, node: Node<B>) -> bool {
        let cost = if self.visited.is_some() { LONG_STEP } else { 1 };
        let Some(left) = self.steps.get().checked_sub(cost) else { return false };
        self.steps.set(left);
        let Some(visited) = &mut self.visited else {
            self.short_steps = self.short_steps.and_then(|steps| steps.checked_sub(1));
            return self.short_steps.is_some();
        };
        // If captured pieces stay, the piece just jumped is in the way back.
        let came = node.came.filter(|_| self.rules.removal == Removal::AfterEachJump);
        let came = came.map_or(0, |direction| direction as u64 + 1);
        let at = u64::from(node.at.lowest());
        let tag = (node.matched as u64) << 16 | at << 8 | came << 1 | u64::from(node.king);
        visited.visit(node.captured, tag, node.king_order)
    }

    /// Returns whether a capture may end with this jump: not if it could continue from one of the landings.
    fn may_end_after(&self, node: Node<B>, jump: Jump<B>) -> bool {
        self.rules.finish == Finish::MayBeStopped
            || !jump.landings.bits().any(|at| self.can_continue(self.landed(node, jump, at)))
    }

    fn is_complete(&self, node: Node<B>) -> bool {
        let ends_as_king = node.king || (node.at & self.layout.king_rows[self.turn]).any();
        node.captured == self.m.captured
            && node.at == self.m.to
            && node.matched == self.vias.squares().len()
            && ends_as_king == (self.m.king || self.m.promotes)
    }

    /// Records a complete route; returns whether no other can be better, which depends on the order of captured kings.
    fn record(&mut self, node: Node<B>) -> bool {
        if self.best.as_ref().is_none_or(|(best, _)| node.king_order > *best) {
            let path = self.path.iter().copied().chain([node.at]).collect();
            self.best = Some((node.king_order, path));
        }
        !order_matters(self.rules)
    }

    /// Returns whether the capture may end farther than directly behind the last captured piece.
    fn may_end_far_behind(&self, node: Node<B>, jump: Jump<B>) -> bool {
        match self.rules.landing {
            Landing::AnySquareBehind => true,
            Landing::DirectlyBehind => false,
            Landing::DirectlyBehindALastKing => !jump.takes_king,
            Landing::DirectlyBehindALastKingOfSeveral => !jump.takes_king || node.captured.count() == 1,
        }
    }

    /// Returns the directions in which the piece may capture from here.
    fn directions(&self, node: Node<B>) -> impl Iterator<Item = Direction> + use<B> {
        let directions = if node.king { self.rules.kings_capture } else { self.rules.men_capture };
        let forbidden = self.rules.turn_back == TurnBack::Forbidden;
        let back = node.came.filter(|_| forbidden).map(Direction::opposite);
        let turn = self.turn;
        // A man whose move ends on the king row cannot continue.
        let crowned = node.captured.any() && !node.king && (node.at & self.layout.king_rows[turn]).any();
        let stopped = crowned && self.rules.crowning == Crowning::InPassingAndTheMoveEnds;
        Direction::ALL.into_iter().filter(move |&direction| {
            !stopped && back != Some(direction) && is_allowed(directions, direction, turn)
        })
    }

    /// Returns the pieces that may still be captured from here.
    fn targets(&self, node: Node<B>) -> B {
        let foe = !self.turn;
        let targets = match self.rules.men_take {
            Targets::MenOnly if !node.king => self.pieces.men[foe],
            _ => self.pieces.of(foe),
        };
        targets & !node.captured
    }

    fn can_continue(&self, node: Node<B>) -> bool {
        let targets = self.targets(node);
        self.directions(node).any(|direction| self.jump(node, direction, targets).is_some())
    }

    /// Returns the jump over the next piece in this direction, if that is a target and there is a landing.
    fn jump(&self, node: Node<B>, direction: Direction, targets: B) -> Option<Jump<B>> {
        let occupied = self.pieces.all() & !self.m.from;
        let blockers = match self.rules.removal {
            Removal::AtTheEndOfTheMove => occupied,
            Removal::AfterEachJump => occupied & !node.captured,
        };
        let flies = node.king && self.rules.range == Range::Flying;
        let ray = self.layout.ray(node.at.lowest(), direction);
        let over = nearest(if flies { ray & blockers } else { ray }, direction) & targets;
        if over.is_empty() {
            return None;
        }
        let behind = self.layout.ray(over.lowest(), direction);
        let blocker = nearest(behind & blockers, direction);
        let beyond = if blocker.any() { self.layout.ray(blocker.lowest(), direction) } else { B::NONE };
        let free = behind & !(blocker | beyond);
        let any_landing = flies && self.rules.landing != Landing::DirectlyBehind;
        // Without a free square, the nearest one is the blocker.
        let landings = if any_landing { free } else { nearest(behind, direction) & free };
        let takes_king = (over & self.pieces.kings[!self.turn]).any();
        landings.any().then_some(Jump { direction, over, takes_king, landings })
    }

    /// Returns the node after a jump to `at`.
    fn landed(&self, node: Node<B>, jump: Jump<B>, at: B) -> Node<B> {
        let crowned = (at & self.layout.king_rows[self.turn]).any();
        let king = node.king || crowned && self.rules.crowning == Crowning::InPassingAndItGoesOn;
        let mut king_order = node.king_order;
        if order_matters(self.rules) {
            king_order |= u64::from(jump.takes_king) << 63_u32.saturating_sub(node.captured.count());
        }
        let matched = self.matched(node, jump.direction, at);
        Node {
            at,
            captured: node.captured | jump.over,
            king,
            came: Some(jump.direction),
            king_order,
            matched,
        }
    }

    /// Returns the number of required squares visited after a jump in this direction to `at`.
    fn matched(&self, node: Node<B>, direction: Direction, at: B) -> usize {
        let mut matched = node.matched;
        match self.vias {
            _ if matched == MISSED => MISSED,
            Vias::Passed(squares) if matched == squares.len() => matched,
            Vias::Passed(squares) => {
                for square in nearest_first(self.layout.ray(node.at.lowest(), direction), direction) {
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
                _ => MISSED,
            },
        }
    }
}

/// Returns the nearest of some squares on a ray; empty if there are none.
fn nearest<B: Bitboard>(squares: B, direction: Direction) -> B {
    match squares {
        _ if squares.is_empty() => squares,
        _ if direction.is_ascending() => squares.lowest_bit(),
        _ => B::bit(squares.highest()),
    }
}

/// Returns some squares on a ray, nearest first.
fn nearest_first<B: Bitboard>(mut squares: B, direction: Direction) -> impl Iterator<Item = B> {
    core::iter::from_fn(move || {
        let next = nearest(squares, direction);
        squares &= !next;
        next.any().then_some(next)
    })
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
