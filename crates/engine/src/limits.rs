//! How long a search may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a search may take. Whatever is reached first ends it; with nothing given it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So many turns deep.
    pub depth: Option<u32>,
    /// So many positions, for each thread.
    pub nodes: Option<u64>,
    /// So long for this move.
    pub time: Option<Duration>,
    /// So much is left on the clock.
    pub clock: Option<Duration>,
    /// So much is added after each move.
    pub increment: Duration,
    /// So many moves are to be made in the time on the clock; none: all that are left.
    pub moves: Option<u32>,
}

impl Limits {
    /// So many turns deep.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So long.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// The times at which no new depth is begun, and at which the search ends in the middle of one. What the machine
    /// may take for itself is left on the clock.
    fn times(&self) -> (Option<Duration>, Option<Duration>) {
        let Some(clock) = self.clock else { return (self.time, self.time) };
        let reserve = Duration::from_millis(20);
        let left = clock.saturating_sub(reserve);
        // A game has some thirty moves more; the increment is there to be used.
        let share = left / self.moves.map_or(30, |moves| moves.clamp(1, 30)) + self.increment * 3 / 4;
        let begin = (share * 6 / 10).min(left);
        let end = (share * 2).min(left / 2);
        let least = |time: Duration| Some(self.time.map_or(time, |own| own.min(time)));
        (least(begin), least(end))
    }
}

/// Watches the limits of one search.
pub(crate) struct Watch<'s> {
    start: Instant,
    limits: Limits,
    no_new_depth: Option<Duration>,
    end: Option<Duration>,
    /// The caller's wish to stop.
    stop: &'s AtomicBool,
    /// The search itself is over.
    over: AtomicBool,
}

impl<'s> Watch<'s> {
    pub(crate) fn new(limits: Limits, stop: &'s AtomicBool) -> Self {
        let (no_new_depth, end) = limits.times();
        Self { start: Instant::now(), limits, no_new_depth, end, stop, over: AtomicBool::new(false) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn end_now(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Must the search end now? `nodes` are those of the thread that asks; the clock is looked at now and then.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        if nodes & 1023 != 0 {
            return false;
        }
        self.over.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.end.is_some_and(|end| self.elapsed() >= end)
    }

    /// May the search go deeper than a few turns?
    pub(crate) fn may_go_deep(&self) -> bool {
        self.limits.depth.is_none_or(|most| most > 8)
    }

    /// May a search of this depth begin?
    pub(crate) fn allows_depth(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|most| depth <= most)
            && self.no_new_depth.is_none_or(|time| self.elapsed() < time)
            && !self.over.load(Ordering::Relaxed)
            && !self.stop.load(Ordering::Relaxed)
    }
}
