//! The way a capture takes. Moves are made without it, for speed; it is found again when a move is
//! shown or written down.

use crate::color::Color;
use crate::direction::{Direction, Way, Ways};
use crate::geometry::Layout;
use crate::moves::WordMove;
use crate::pieces::Pieces;
use crate::ruleset::{Crowning, Landing, MoveRules, Range, Removal, TurnBack};
use crate::word::Word;

/// The squares that a move touches: its first, those where it turns or lands behind a captured
/// piece, its last.
pub(crate) fn route<W: Word>(
    layout: &Layout<W>,
    rules: &MoveRules,
    pieces: &Pieces<W>,
    turn: Color,
    m: &WordMove<W>,
) -> Vec<W> {
    if !m.is_capture() {
        return vec![m.from, m.to];
    }
    let mut tracer = Tracer {
        layout,
        rules,
        turn,
        m: *m,
        occupied: pieces.all() & !m.from,
        crown: layout.crown[turn],
        path: vec![m.from],
    };
    let found = tracer.trace(m.from, W::NONE, m.king, None);
    debug_assert!(found, "every capture has a way");
    tracer.path
}

struct Tracer<'l, W: Word> {
    layout: &'l Layout<W>,
    rules: &'l MoveRules,
    turn: Color,
    m: WordMove<W>,
    /// All pieces but the one that moves.
    occupied: W,
    crown: W,
    path: Vec<W>,
}

impl<W: Word> Tracer<'_, W> {
    /// Looks for a way from here that takes just the rest of what the move takes. Short ways first:
    /// nearer squares are tried before farther ones.
    fn trace(&mut self, at: W, captured: W, king: bool, came: Option<Direction>) -> bool {
        let ends_as_king = king || (at & self.crown).any();
        let complete = captured == self.m.captured && at == self.m.to;
        if complete && ends_as_king == (self.m.king || self.m.promotes) {
            return true;
        }
        let ways = if king { self.rules.kings_capture } else { self.rules.men_capture };
        for direction in Direction::ALL {
            let forbidden = self.rules.turn_back == TurnBack::Forbidden;
            let turns_back = came == Some(direction.opposite());
            if !belongs(ways, direction, self.turn) || turns_back && forbidden {
                continue;
            }
            if let Some((over, landings)) = self.jump(at, captured, king, direction) {
                for to in landings {
                    let captured = captured | over;
                    let crowned = !king && (to & self.crown).any();
                    let stops = crowned && self.rules.crowning == Crowning::InPassingAndTheMoveEnds;
                    let goes_on_as_king = crowned && self.rules.crowning == Crowning::InPassingAndItGoesOn;
                    if stops && (captured != self.m.captured || to != self.m.to) {
                        continue;
                    }
                    self.path.push(to);
                    if self.trace(to, captured, king || goes_on_as_king, Some(direction)) {
                        return true;
                    }
                    self.path.pop();
                }
            }
        }
        false
    }

    /// The next piece of the move in this direction, and where one may land behind it, nearest first.
    fn jump(&self, at: W, captured: W, king: bool, direction: Direction) -> Option<(W, Vec<W>)> {
        let walls = match self.rules.removal {
            Removal::AtTheEndOfTheMove => self.occupied,
            Removal::AfterEachJump => self.occupied & !captured,
        };
        let flies = king && self.rules.range == Range::Flying;
        let mut ray = self.along(at, direction);
        let over = if flies { ray.find(|&square| (square & walls).any())? } else { ray.next()? };
        if (over & self.m.captured & !captured).is_empty() {
            return None;
        }
        let free = self.along(over, direction).take_while(|&square| (square & walls).is_empty());
        let chooses = flies && self.rules.landing != Landing::DirectlyBehind;
        Some((over, free.take(if chooses { usize::MAX } else { 1 }).collect()))
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
fn belongs(ways: Ways, direction: Direction, turn: Color) -> bool {
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
