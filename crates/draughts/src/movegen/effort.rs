//! The two efforts of a search for captures: a short one, which only counts its steps, and a long one, which merges equal
//! states.

use super::visited_set::VisitedSet;
use crate::bitboard::Bitboard;
use crate::limits::CaptureLimits;

/// The effort of a search for captures.
pub(crate) trait Effort<B: Bitboard> {
    /// Returns the number of steps after which the search ends.
    fn steps(limits: &CaptureLimits) -> u32;

    /// Returns whether a state must be explored, and records it. `tag` is the state except for the captured pieces.
    fn must_explore(&mut self, captured: B, king_order: u64, tag: impl FnOnce() -> u64) -> bool;

    /// Returns the number of steps that a jump to one of these squares counts, beyond the first.
    fn further_steps(landings: B) -> i32;

    /// Returns whether one more capture can be listed after this many.
    fn has_room(&mut self, captures: usize) -> bool;
}

/// A search that tries every order of jumps. Nearly all searches are short; counting is all that they pay.
pub(crate) struct Short;

impl<B: Bitboard> Effort<B> for Short {
    #[inline(always)]
    fn steps(limits: &CaptureLimits) -> u32 {
        limits.merge_after
    }

    #[inline(always)]
    fn must_explore(&mut self, _: B, _: u64, _: impl FnOnce() -> u64) -> bool {
        true
    }

    #[inline(always)]
    fn further_steps(_: B) -> i32 {
        0
    }

    #[inline(always)]
    fn has_room(&mut self, _: usize) -> bool {
        true
    }
}

/// A search that merges equal states.
pub(crate) struct Long<B> {
    visited: VisitedSet<B>,
    /// The number of captures that can be listed.
    captures: usize,
    /// Whether the list lacks captures of the highest rank found.
    pub(crate) is_full: bool,
}

impl<B: Bitboard> Long<B> {
    pub(crate) fn new(limits: &CaptureLimits) -> Self {
        // Different routes of one move are listed until the end.
        Self { visited: VisitedSet::new(), captures: 4 * limits.captures, is_full: false }
    }
}

impl<B: Bitboard> Effort<B> for Long<B> {
    fn steps(limits: &CaptureLimits) -> u32 {
        limits.steps
    }

    fn must_explore(&mut self, captured: B, king_order: u64, tag: impl FnOnce() -> u64) -> bool {
        self.visited.visit(captured, tag(), king_order)
    }

    fn further_steps(landings: B) -> i32 {
        landings.count() as i32 - 1
    }

    fn has_room(&mut self, captures: usize) -> bool {
        self.is_full = captures >= self.captures;
        !self.is_full
    }
}
