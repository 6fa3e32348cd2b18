//! The way a capture takes. Moves are made without it, for speed; it is found again when a move is
//! shown or written down.
//!
//! Several ways may take the same pieces between the same squares, and not all of them need be legal:
//! one may pass a square from which more could be taken, or meet a king too late. The way that is
//! found is one that the rules allow.

use alloc::vec;
use alloc::vec::Vec;

use super::choice::order_matters;
use crate::bitboard::Bitboard;
use crate::collections::Set;
use crate::color::Color;
use crate::direction::{Direction, DirectionSet, Way};
use crate::geometry::Layout;
use crate::moves::WordMove;
use crate::pieces::Pieces;
use crate::ruleset::{Crowning, Finish, Landing, MoveRules, Range, Removal, Targets, TurnBack};

/// The squares between first and last that a way must meet, in this order.
#[derive(Clone, Copy)]
pub(crate) enum Vias<'v, W> {
    /// It lands on these, or passes them.
    Passed(&'v [W]),
    /// It lands on these and on no others.
    Landed(&'v [W]),
}

impl<'v, W> Vias<'v, W> {
    fn squares(&self) -> &'v [W] {
        match self {
            Self::Passed(squares) | Self::Landed(squares) => squares,
        }
    }
}

/// The squares that a move touches on a way that meets these: its first, those where it turns or lands behind a
/// captured piece, its last. Nothing if there is no such way.
pub(crate) fn route<W: Bitboard>(
    layout: &Layout<W>,
    rules: &MoveRules,
    pieces: &Pieces<W>,
    turn: Color,
    m: &WordMove<W>,
    vias: Vias<'_, W>,
) -> Option<Vec<W>> {
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
        dead_ends: Set::new(),
    };
    tracer.trace(Stand { at: m.from, captured: W::NONE, king: m.king, came: None, order: 0, met: 0 });
    tracer.best.map(|(_, path)| path)
}

struct Tracer<'l, W: Bitboard> {
    layout: &'l Layout<W>,
    rules: &'l MoveRules,
    pieces: &'l Pieces<W>,
    turn: Color,
    m: WordMove<W>,
    /// The squares that the way must meet.
    vias: Vias<'l, W>,
    path: Vec<W>,
    /// The best way found so far, and the order in which it meets kings.
    best: Option<(u64, Vec<W>)>,
    /// Where the search has been without finding the best: many ways lead to the same stand.
    dead_ends: Set<Stand<W>>,
}

/// Where a capture stands between two jumps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stand<W> {
    at: W,
    captured: W,
    king: bool,
    came: Option<Direction>,
    /// Which jumps took kings: the first is the highest bit.
    order: u64,
    /// How many of the squares that the way must meet it has met.
    met: usize,
}

impl<W: Bitboard> Tracer<'_, W> {
    /// Looks for ways from here that take just the rest of what the move takes; says whether the best
    /// there can be is found. Nearer squares are tried before farther ones.
    fn trace(&mut self, stand: Stand<W>) -> bool {
        if !self.dead_ends.insert(stand) {
            return false;
        }
        let wanted = self.m.captured & !stand.captured;
        for direction in self.directions(stand) {
            let landings = self.jump(stand, direction, wanted);
            for (i, &next) in landings.iter().enumerate() {
                self.path.push(next.at);
                let far = i > 0;
                let ends = self.is_complete(next)
                    && (!far || self.may_end_far_behind(next))
                    && self.may_end_after(&landings);
                if ends && self.arrive(next) || self.trace(next) {
                    return true;
                }
                self.path.pop();
            }
        }
        false
    }

    /// May a capture end with this jump? Not if it could go on from one of the squares behind.
    fn may_end_after(&self, landings: &[Stand<W>]) -> bool {
        self.rules.finish == Finish::MayBeStopped || !landings.iter().any(|&next| self.can_go_on(next))
    }

    fn is_complete(&self, stand: Stand<W>) -> bool {
        let ends_as_king = stand.king || (stand.at & self.layout.crown[self.turn]).any();
        stand.captured == self.m.captured
            && stand.at == self.m.to
            && stand.met == self.vias.squares().len()
            && ends_as_king == (self.m.king || self.m.promotes)
    }

    /// A way is complete. Where kings must be met early, another may be better.
    fn arrive(&mut self, stand: Stand<W>) -> bool {
        if self.best.as_ref().is_none_or(|(best, _)| stand.order > *best) {
            self.best = Some((stand.order, self.path.clone()));
        }
        !order_matters(self.rules)
    }

    /// May the capture end farther behind the last piece than directly?
    fn may_end_far_behind(&self, stand: Stand<W>) -> bool {
        let jumps = stand.captured.count();
        let last_is_king = stand.order >> (64 - jumps.min(64)) & 1 == 1;
        match self.rules.landing {
            Landing::AnySquareBehind => true,
            Landing::DirectlyBehind => false,
            Landing::DirectlyBehindALastKing => !last_is_king,
            Landing::DirectlyBehindALastKingOfSeveral => !last_is_king || jumps == 1,
        }
    }

    /// The directions in which the piece may capture from here.
    fn directions(&self, stand: Stand<W>) -> impl Iterator<Item = Direction> + use<W> {
        let ways = if stand.king { self.rules.kings_capture } else { self.rules.men_capture };
        let barred = self.rules.turn_back == TurnBack::Forbidden;
        let back = stand.came.filter(|_| barred).map(Direction::opposite);
        let turn = self.turn;
        // A man that has become a king on the way and whose move ends there goes nowhere.
        let crowned = stand.came.is_some() && !stand.king && (stand.at & self.layout.crown[turn]).any();
        let stopped = crowned && self.rules.crowning == Crowning::InPassingAndTheMoveEnds;
        Direction::ALL
            .into_iter()
            .filter(move |&direction| !stopped && back != Some(direction) && belongs(ways, direction, turn))
    }

    fn can_go_on(&self, stand: Stand<W>) -> bool {
        let foe = !self.turn;
        let targets = match self.rules.men_take {
            Targets::MenOnly if !stand.king => self.pieces.men[foe],
            _ => self.pieces.of(foe),
        };
        let targets = targets & !stand.captured;
        self.directions(stand).any(|direction| !self.jump(stand, direction, targets).is_empty())
    }

    /// Jumps the next piece in this direction if it is one of these: where the capture may stand then,
    /// nearest first.
    fn jump(&self, stand: Stand<W>, direction: Direction, targets: W) -> Vec<Stand<W>> {
        let occupied = self.pieces.all() & !self.m.from;
        let walls = match self.rules.removal {
            Removal::AtTheEndOfTheMove => occupied,
            Removal::AfterEachJump => occupied & !stand.captured,
        };
        let flies = stand.king && self.rules.range == Range::Flying;
        let mut ray = self.along(stand.at, direction);
        let over = if flies { ray.find(|&square| (square & walls).any()) } else { ray.next() };
        let Some(over) = over.filter(|&over| (over & targets).any()) else { return Vec::new() };
        let takes_king = (over & self.pieces.kings[!self.turn]).any();
        let mut order = stand.order;
        if self.order_is_asked_for() {
            order |= u64::from(takes_king) << 63_u32.saturating_sub(stand.captured.count());
        }
        let chooses = flies && self.rules.landing != Landing::DirectlyBehind;
        let free = self.along(over, direction).take_while(|&square| (square & walls).is_empty());
        free.take(if chooses { usize::MAX } else { 1 })
            .map(|at| {
                let crowned = (at & self.layout.crown[self.turn]).any();
                let king = stand.king || crowned && self.rules.crowning == Crowning::InPassingAndItGoesOn;
                let met = if stand.met == usize::MAX { stand.met } else { self.met(stand, direction, at) };
                Stand { at, captured: stand.captured | over, king, came: Some(direction), order, met }
            })
            .collect()
    }

    /// How many of the squares to meet are met when the piece has gone this way to `at`.
    fn met(&self, stand: Stand<W>, direction: Direction, at: W) -> usize {
        let mut met = stand.met;
        match self.vias {
            Vias::Passed(squares) if met == squares.len() => met,
            Vias::Passed(squares) => {
                for square in self.along(stand.at, direction) {
                    met += usize::from(squares.get(met) == Some(&square));
                    if square == at {
                        break;
                    }
                }
                met
            }
            // Another landing than the next one, unless it is the last, leads nowhere.
            Vias::Landed(squares) => match squares.get(met) {
                Some(&square) if square == at => met + 1,
                None if at == self.m.to => met,
                _ => usize::MAX,
            },
        }
    }

    /// Where nobody asks in which order kings are taken it is not told, so that more ways are known to
    /// lead to the same stand.
    fn order_is_asked_for(&self) -> bool {
        let free = matches!(self.rules.landing, Landing::AnySquareBehind | Landing::DirectlyBehind);
        order_matters(self.rules) || !free
    }

    /// The squares of a ray, nearest first.
    fn along(&self, at: W, direction: Direction) -> impl Iterator<Item = W> + use<W> {
        let ray = self.layout.ray(at.lowest(), direction);
        let mut squares: Vec<W> = ray.bits().collect();
        if !direction.is_ascending() {
            squares.reverse();
        }
        squares.into_iter()
    }
}

/// Is this direction of the board one of the ways of the side to move?
fn belongs(ways: DirectionSet, direction: Direction, turn: Color) -> bool {
    let direction = match turn {
        Color::White => direction,
        Color::Black => direction.opposite(),
    };
    ways.contains(match direction {
        Direction::NorthWest | Direction::NorthEast => Way::DiagonallyForward,
        Direction::SouthWest | Direction::SouthEast => Way::DiagonallyBackward,
        Direction::North => Way::StraightForward,
        Direction::West | Direction::East => Way::Sideways,
        Direction::South => Way::StraightBackward,
    })
}
