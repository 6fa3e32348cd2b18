//! Time management.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// Decides when a search must end.
pub(crate) struct TimeManager<'s> {
    start: Instant,
    limits: Limits,
    /// When no new depth is begun any more.
    soft: Option<Duration>,
    /// When the search ends in the middle of a depth.
    hard: Option<Duration>,
    /// Set by the caller to stop the search.
    stop: &'s AtomicBool,
    /// Set when the search is over.
    over: AtomicBool,
}

impl<'s> TimeManager<'s> {
    pub(crate) fn new(limits: Limits, stop: &'s AtomicBool) -> Self {
        let (soft, hard) = limits.times();
        Self { start: Instant::now(), limits, soft, hard, stop, over: AtomicBool::new(false) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn end_now(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search must end now. `nodes` are those of the calling thread; the clock is read once in 1024.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        if nodes & 1023 != 0 {
            return false;
        }
        self.over.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Returns whether the search may go deeper than 8 plies.
    pub(crate) fn is_deep(&self) -> bool {
        self.limits.depth.is_none_or(|most| most > 8)
    }

    /// Returns whether a search of this depth may begin.
    pub(crate) fn allows_depth(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|most| depth <= most)
            && self.soft.is_none_or(|soft| self.elapsed() < soft)
            && !self.over.load(Ordering::Relaxed)
            && !self.stop.load(Ordering::Relaxed)
    }
}
