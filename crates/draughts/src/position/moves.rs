//! The legal moves of a position.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;

use super::Position;
use crate::board::{AnyBoard, replace_state, with_board};
use crate::limits::ROUTE_STEPS;
use crate::movegen::{self, CaptureWork, Generated, Vias};
use crate::moves::{BitboardMove, Move};
use crate::referee::Referee;
use crate::ruleset::MoveRules;
use crate::square::{Square, SquareSet};
use crate::state::State;

impl Position {
    /// Returns whether the side to move can capture.
    #[must_use]
    pub fn has_capture(&self) -> bool {
        with_board!(&self.board, referee, state => referee.has_capture(state))
    }

    /// Returns whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        // Counting captures can take long.
        self.has_capture() || self.perft(1) > 0
    }

    /// Returns every legal move, in no particular order.
    ///
    /// If there are too many orders of jumps, these are the best captures of those found within the limits of the
    /// generator. [`Position::new`] rejects such positions. They can arise in play, though no game is known in which one
    /// has. The same position always has the same moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.generate().0
    }

    /// Returns the legal moves, and the work of generating them.
    pub(super) fn generate(&self) -> (Vec<Move>, CaptureWork) {
        with_board!(&self.board, referee, state => legal_moves(referee, state))
    }

    /// Returns the legal move with this origin, destination and captured squares, if there is one.
    #[must_use]
    pub fn find_move(&self, from: Square, to: Square, captured: SquareSet) -> Option<Move> {
        with_board!(&self.board, referee, state => {
            find(referee, state, from, to, captured).map(|m| to_move(referee, &m))
        })
    }

    /// Returns the position after a move, or an error if the move is not legal.
    pub fn play(&self, m: &Move) -> Result<Self, PlayError> {
        // Play the generator's own move: `m` may stem from another position, where it promotes or is made by a king.
        let board = replace_state!(&self.board, referee, state => {
            let legal = find(referee, state, m.from(), m.to(), m.captured()).ok_or(PlayError)?;
            referee.play(state, &legal)
        });
        Ok(Self { rules: self.rules.clone(), board })
    }

    /// Returns the position after a move that must be one of [`legal_moves`](Self::legal_moves). After any other move,
    /// the position is meaningless.
    #[must_use]
    pub fn play_unchecked(&self, m: &Move) -> Self {
        let board = replace_state!(&self.board, referee, state => {
            bitboard_move(referee, state, m).map_or(*state, |m| referee.play(state, &m))
        });
        Self { rules: self.rules.clone(), board }
    }

    /// Returns the squares that a move touches, first and last included: where it turns, and behind each captured piece
    /// where it continues straight. If several routes make the same move, returns one of them.
    ///
    /// A move that breaks a duty has a route as well, if the conduct of the rules permits such moves.
    #[must_use]
    pub fn route(&self, m: &Move) -> Vec<Square> {
        self.find_route(m, &Cell::new(ROUTE_STEPS)).unwrap_or_else(|| vec![m.from(), m.to()])
    }

    /// Returns the [route](Self::route) of each of some moves. All together take bounded time: in a position that is too
    /// complex, some may have only their first and last square. So may moves of hundreds of thousands of orders of jumps,
    /// if no other move has the same ends.
    #[must_use]
    pub fn routes(&self, moves: &[Move]) -> Vec<Vec<Square>> {
        let mut left = ROUTE_STEPS;
        let route = |(i, m): (usize, &Move)| {
            // A hard one must not use up the steps of the others.
            let share = left / (moves.len() - i) as u32;
            let steps = Cell::new(share);
            let route = self.find_route(m, &steps);
            left -= share - steps.get();
            route.unwrap_or_else(|| vec![m.from(), m.to()])
        };
        moves.iter().enumerate().map(route).collect()
    }

    /// Returns the route of a move if it can be found in `steps`, which are used up.
    fn find_route(&self, m: &Move, steps: &Cell<u32>) -> Option<Vec<Square>> {
        with_board!(&self.board, referee, state => route(referee, state, m, steps))
    }

    /// Returns whether a legal move has a route that lands on or passes these squares in this order.
    #[must_use]
    pub fn leads_through(&self, m: &Move, squares: &[Square]) -> bool {
        self.leads_through_within(m, squares, &Cell::new(ROUTE_STEPS))
    }

    /// Returns whether a legal move has such a [route](Self::leads_through) that can be found in `steps`, which are used
    /// up.
    pub(crate) fn leads_through_within(&self, m: &Move, squares: &[Square], steps: &Cell<u32>) -> bool {
        with_board!(&self.board, referee, state => {
            has_route(referee, state, m, squares, |vias| Vias::Passed(vias), steps)
        })
    }

    /// Returns whether a legal move has a route whose landings between jumps are exactly these squares.
    #[must_use]
    pub fn lands_on(&self, m: &Move, squares: &[Square]) -> bool {
        with_board!(&self.board, referee, state => {
            // Few routes land on given squares, so this ends soon.
            has_route(referee, state, m, squares, |vias| Vias::Landed(vias), &Cell::new(ROUTE_STEPS))
        })
    }

    /// Counts the sequences of `depth` legal moves.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with_board!(&self.board, referee, state => referee.perft(state, depth))
    }
}

/// Returns the generator's move with this origin, destination and captured squares.
fn find<B: Generated>(
    referee: &Referee<B>,
    state: &State<B>,
    from: Square,
    to: Square,
    captured: SquareSet,
) -> Option<BitboardMove<B>> {
    let mut list = Vec::new();
    referee.legal_moves(state, &mut list);
    let layout = referee.layout();
    list.into_iter().find(|m| {
        layout.square(m.from) == from
            && layout.square(m.to) == to
            && layout.square_set(m.captured) == captured
    })
}

fn has_route<B: Generated>(
    referee: &Referee<B>,
    state: &State<B>,
    m: &Move,
    squares: &[Square],
    vias: impl FnOnce(&[B]) -> Vias<'_, B>,
    steps: &Cell<u32>,
) -> bool {
    let layout = referee.layout();
    let Some(m) = bitboard_move(referee, state, m) else { return false };
    let Some(bits) = squares.iter().map(|&square| layout.checked_bit(square)).collect::<Option<Vec<B>>>()
    else {
        return false;
    };
    let rules = referee.move_rules();
    movegen::route(layout, rules, state.pieces(), state.turn(), &m, vias(&bits), steps).is_some()
}

fn route<B: Generated>(
    referee: &Referee<B>,
    state: &State<B>,
    m: &Move,
    steps: &Cell<u32>,
) -> Option<Vec<Square>> {
    let (layout, rules) = (referee.layout(), referee.move_rules());
    let m = bitboard_move(referee, state, m)?;
    let trace = |rules: &MoveRules| {
        movegen::route(layout, rules, state.pieces(), state.turn(), &m, Vias::Passed(&[]), steps)
    };
    let route = trace(rules).or_else(|| trace(&rules.without_duties()))?;
    Some(route.into_iter().map(|bit| layout.square(bit)).collect())
}

fn legal_moves<B: Generated>(referee: &Referee<B>, state: &State<B>) -> (Vec<Move>, CaptureWork) {
    let mut list = Vec::new();
    let work = referee.legal_moves(state, &mut list);
    (list.iter().map(|m| to_move(referee, m)).collect(), work)
}

/// Converts a move of the generator to squares.
fn to_move<B: Generated>(referee: &Referee<B>, m: &BitboardMove<B>) -> Move {
    let layout = referee.layout();
    Move::new(layout.square(m.from), layout.square(m.to), layout.square_set(m.captured), m.promotes)
}

/// Converts a move to bitboards; `None` if a square is not on this board.
fn bitboard_move<B: Generated>(referee: &Referee<B>, state: &State<B>, m: &Move) -> Option<BitboardMove<B>> {
    let layout = referee.layout();
    let (from, to) = (layout.checked_bit(m.from())?, layout.checked_bit(m.to())?);
    let king = (state.pieces().kings[state.turn()] & from) == from;
    let captured =
        m.captured().iter().try_fold(B::NONE, |set, square| Some(set | layout.checked_bit(square)?))?;
    Some(BitboardMove { from, to, captured, king, promotes: m.promotes() })
}

/// The move is not legal in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayError;

impl core::error::Error for PlayError {}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}
