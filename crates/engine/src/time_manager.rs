//! Time management.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// Decides when a search must stop.
pub(crate) struct TimeManager<'s> {
    start: Instant,
    limits: Limits,
    /// The time after which no new depth starts.
    soft: Option<Duration>,
    /// The time at which the search stops, even within a depth.
    hard: Option<Duration>,
    /// Set by the caller to stop the search.
    stop: &'s AtomicBool,
    /// Set by the main thread when its search has ended.
    ended: AtomicBool,
}

impl<'s> TimeManager<'s> {
    pub(crate) fn new(limits: Limits, stop: &'s AtomicBool) -> Self {
        let (soft, hard) = limits.time_budget();
        Self { start: Instant::now(), limits, soft, hard, stop, ended: AtomicBool::new(false) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Stops the helper threads.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search must stop. `nodes` are those of the calling thread; the clock is read every 1024
    /// nodes.
    pub(crate) fn must_stop(&self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|max| nodes >= max) {
            return true;
        }
        nodes & 1023 == 0 && self.is_over()
    }

    /// Returns whether the time is over or the search was stopped.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Returns whether the depth limit, if there is one, is above `depth`.
    pub(crate) fn allows_depth_above(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|max| max > depth)
    }

    /// Returns whether a search of this depth may start.
    pub(crate) fn allows_depth(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|max| depth <= max)
            && self.soft.is_none_or(|soft| self.elapsed() < soft)
            && !self.ended.load(Ordering::Relaxed)
            && !self.stop.load(Ordering::Relaxed)
    }
}
