//! Time management.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// Decides when a search must stop.
pub(crate) struct TimeManager<'s> {
    start: Instant,
    limits: Limits,
    /// The time after which no new depth starts, before it is adapted to the search.
    soft: Option<Duration>,
    /// The percentage of the soft limit that applies.
    soft_percent: AtomicU32,
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
        Self {
            start: Instant::now(),
            limits,
            soft,
            soft_percent: AtomicU32::new(100),
            hard,
            stop,
            ended: AtomicBool::new(false),
        }
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

    /// Adapts the soft limit on the clock to the latest finished depth: `stable_depths` depths in a row before it had the
    /// same best move, and the score is `drop` centimen lower than before. A time for the move alone does not change.
    pub(crate) fn adapt(&self, stable_depths: u32, drop: i32) {
        if self.limits.clock.is_some() {
            self.soft_percent.store(soft_percent(stable_depths, drop), Ordering::Relaxed);
        }
    }

    /// Returns whether the soft limit leaves time for a new depth.
    fn is_before_soft_limit(&self) -> bool {
        let percent = self.soft_percent.load(Ordering::Relaxed);
        self.soft.is_none_or(|soft| self.elapsed() < soft * percent / 100)
    }

    /// Returns whether a search of this depth may start. Depth 1 needs no time: it yields a better move than the first
    /// legal one.
    pub(crate) fn allows_depth(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|max| depth <= max)
            && (depth <= 1 || self.is_before_soft_limit())
            && !self.ended.load(Ordering::Relaxed)
            && !self.stop.load(Ordering::Relaxed)
    }
}

/// Returns the percentage of the soft limit that a search deserves: less if its best move is stable, more if its score
/// drops, because another move may then be better.
fn soft_percent(stable_depths: u32, drop: i32) -> u32 {
    const STABILITY: [u32; 6] = [140, 120, 105, 95, 85, 75];
    /// The drop of the score that adds half of the time, in centimen. A larger one does not add more.
    const MAX_DROP: i32 = 50;
    let stability = STABILITY[(stable_depths as usize).min(STABILITY.len() - 1)];
    stability * (100 + drop.clamp(0, MAX_DROP) as u32) / 100
}

#[cfg(test)]
mod tests {
    use super::{AtomicBool, Duration, Limits, TimeManager, soft_percent};

    #[test]
    fn stable_searches_get_less_time_and_falling_scores_more() {
        let stable: Vec<u32> = (0..8).map(|depths| soft_percent(depths, 0)).collect();
        assert!(stable.is_sorted_by(|a, b| a >= b) && stable[0] > 100 && stable[7] < 100, "{stable:?}");
        assert_eq!(soft_percent(4, -30), soft_percent(4, 0), "a rise changes nothing");
        assert!(soft_percent(4, 20) > soft_percent(4, 0));
        assert_eq!(soft_percent(4, 60_000), soft_percent(4, 50));
    }

    #[test]
    fn clocks_of_every_size_leave_a_reserve() {
        for clock in [0, 1, 10, 19, 20, 21, 50, 100, 1000, 60_000, 7_200_000].map(Duration::from_millis) {
            for increment in [0, 10, 1000, 60_000].map(Duration::from_millis) {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let limits = Limits { clock: Some(clock), increment, moves, ..Limits::default() };
                    let (soft, hard) = limits.time_budget();
                    let (soft, hard) = (soft.expect("a limit"), hard.expect("a limit"));
                    assert!(hard <= clock / 2 && soft <= hard, "{limits:?}: {soft:?}, {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_time_for_the_move_is_not_adapted() {
        let (hour, stop) = (Duration::from_secs(3600), AtomicBool::new(false));
        let is_adapted = |limits| {
            let time = TimeManager::new(limits, &stop);
            time.adapt(9, 0);
            time.soft_percent.into_inner() != 100
        };
        assert!(!is_adapted(Limits::time(hour)));
        assert!(is_adapted(Limits { clock: Some(hour), ..Limits::default() }));
    }

    #[test]
    fn depth_1_starts_without_time() {
        let stop = AtomicBool::new(false);
        let time = TimeManager::new(Limits { clock: Some(Duration::ZERO), ..Limits::default() }, &stop);
        assert!(time.allows_depth(1) && !time.allows_depth(2));
    }
}
