//! The limits on the work that a position can cause.

use alloc::vec::Vec;

use super::Position;
use crate::movegen::CaptureWork;
use crate::moves::{Move, share_ends};
use crate::square::Square;

/// The number of steps up to which the routes of few captures are found quickly.
const EASY_STEPS: u32 = 512;
/// The number of moves up to which each has enough steps to find its route after so short a search.
const EASY_MOVES: usize = 128;

impl Position {
    /// Returns the work of generating the legal moves.
    #[must_use]
    pub fn capture_work(&self) -> CaptureWork {
        self.generate().1
    }

    /// Returns the legal moves, or `None` if the captures exceed the limits of the generator, because there are too many
    /// orders of jumps.
    pub(super) fn moves_within_limits(&self) -> Option<Vec<Move>> {
        let (moves, work) = self.generate();
        let is_short = work.steps <= EASY_STEPS && moves.len() <= EASY_MOVES;
        let is_easy = is_short || !self.has_unknown_route(&moves);
        (work.is_complete && is_easy).then_some(moves)
    }

    /// Returns whether a move cannot be written: others have the same ends, and its route takes too long to find.
    fn has_unknown_route(&self, moves: &[Move]) -> bool {
        let ambiguous: Vec<Move> =
            moves.iter().zip(share_ends(moves)).filter(|pair| pair.1).map(|pair| pair.0.clone()).collect();
        let has_route = |(m, route): (&Move, Vec<Square>)| m.captured().len() < 2 || route.len() > 2;
        !ambiguous.iter().zip(self.routes(&ambiguous)).all(has_route)
    }
}
