//! Time management.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// Decides when a search must stop.
pub(crate) struct TimeManager<'s> {
    start: Instant,
    /// The limits from the start. They do not limit a search on the opponent's time.
    budget: Budget,
    /// Switches a search on the opponent's time to other limits.
    ponder_hit: Option<&'s PonderHit>,
    /// The number of legal moves.
    moves: usize,
    /// The depth that is searched, in plies.
    depth: AtomicU32,
    /// The percentage of the soft limit that applies.
    soft_percent: AtomicU32,
    /// Set by the caller to stop the search.
    stop: &'s AtomicBool,
    /// Set by the main thread when its search has ended.
    ended: AtomicBool,
}

/// The limits of a search, and when their time starts.
#[derive(Clone, Copy)]
struct Budget {
    start: Instant,
    limits: Limits,
    /// The time after which no new depth starts, before it is adapted to the search.
    soft: Option<Duration>,
    /// The time at which the search stops, even within a depth.
    hard: Option<Duration>,
}

impl Budget {
    fn new(start: Instant, limits: Limits, moves: usize) -> Self {
        let limits = limits.for_moves(moves);
        let (soft, hard) = limits.time_budget();
        Self { start, limits, soft, hard }
    }
}

/// Turns a search on the opponent's time into one on the own time, when the opponent has played the expected move.
#[derive(Debug, Default)]
pub struct PonderHit(OnceLock<(Instant, Limits)>);

impl PonderHit {
    /// Sets the limits of the search; their time starts now. Only the first call has an effect.
    pub fn set(&self, limits: Limits) {
        let _ = self.0.set((Instant::now(), limits));
    }

    /// Returns whether the limits are set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.get().is_some()
    }
}

impl<'s> TimeManager<'s> {
    /// Creates the time manager of a search of a position with this number of legal moves.
    pub(crate) fn new(limits: Limits, moves: usize, stop: &'s AtomicBool) -> Self {
        let start = Instant::now();
        Self {
            start,
            budget: Budget::new(start, limits, moves),
            ponder_hit: None,
            moves,
            depth: AtomicU32::new(0),
            soft_percent: AtomicU32::new(100),
            stop,
            ended: AtomicBool::new(false),
        }
    }

    /// Creates the time manager of a search on the opponent's time, which has no limits until `hit` sets them.
    pub(crate) fn pondering(hit: &'s PonderHit, moves: usize, stop: &'s AtomicBool) -> Self {
        Self { ponder_hit: Some(hit), ..Self::new(Limits::default(), moves, stop) }
    }

    /// Returns the limits that apply now.
    fn budget(&self) -> Budget {
        match self.ponder_hit.and_then(|hit| hit.0.get()) {
            None => self.budget,
            Some(&(start, limits)) => Budget::new(start, limits, self.moves),
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
        if self.budget.limits.nodes.is_some_and(|max| nodes >= max) {
            return true;
        }
        nodes & 1023 == 0 && (self.is_over() || self.budget().limits.nodes.is_some_and(|max| nodes >= max))
    }

    /// Returns whether the time is over or the search was stopped.
    pub(crate) fn is_over(&self) -> bool {
        if self.ended.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed) {
            return true;
        }
        let budget = self.budget();
        // After pondering, the depth can be above the limit.
        let depth = self.depth.load(Ordering::Relaxed);
        budget.hard.is_some_and(|hard| budget.start.elapsed() >= hard)
            || budget.limits.depth.is_some_and(|max| depth > max)
    }

    /// Returns whether the depth limit, if there is one, is above `depth`.
    pub(crate) fn allows_depth_above(&self, depth: u32) -> bool {
        self.budget().limits.depth.is_none_or(|max| max > depth)
    }

    /// Adapts the soft limit of a move to the latest finished depth: `stable_depths` depths in a row before it had the same
    /// best move, and the score is `drop` centimen lower than before. The time of an analysis does not change.
    pub(crate) fn adapt(&self, stable_depths: u32, drop: i32) {
        self.soft_percent.store(soft_percent(stable_depths, drop), Ordering::Relaxed);
    }

    /// Returns whether the soft limit leaves time for a new depth.
    fn is_before_soft_limit(&self, budget: &Budget) -> bool {
        let percent =
            if budget.limits.spares_time() { self.soft_percent.load(Ordering::Relaxed) } else { 100 };
        budget.soft.is_none_or(|soft| budget.start.elapsed() < soft * percent / 100)
    }

    /// Returns whether a search of this depth may start. Depth 1 needs no time: it yields a better move than the first
    /// legal one.
    pub(crate) fn allows_depth(&self, depth: u32) -> bool {
        let budget = self.budget();
        let is_allowed = budget.limits.depth.is_none_or(|max| depth <= max)
            && (depth <= 1 || self.is_before_soft_limit(&budget))
            && !self.ended.load(Ordering::Relaxed)
            && !self.stop.load(Ordering::Relaxed);
        if is_allowed {
            self.depth.store(depth, Ordering::Relaxed);
        }
        is_allowed
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
    use super::{AtomicBool, Duration, Limits, PonderHit, TimeManager, soft_percent};

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
    fn moves_spare_time_and_analyses_use_all_of_it() {
        let (hour, stop) = (Duration::from_secs(3600), AtomicBool::new(false));
        // The time of the search is almost over: only a stable search ends.
        let starts_new_depth = |limits, stable_depths| {
            let mut time = TimeManager::new(limits, 9, &stop);
            time.adapt(stable_depths, 0);
            let soft = time.budget.soft.expect("a limit");
            time.budget.start -= soft * 9 / 10;
            time.allows_depth(9)
        };
        let clock = Limits { clock: Some(hour), ..Limits::default() };
        for limits in [Limits::move_time(hour), clock] {
            assert!(starts_new_depth(limits, 0) && !starts_new_depth(limits, 9), "{limits:?}");
        }
        assert!(starts_new_depth(Limits::time(hour), 9), "an analysis");
        assert_eq!(Limits::time(hour).for_moves(1), Limits::time(hour), "an analysis");
        assert_eq!(Limits::move_time(hour).for_moves(2), Limits::move_time(hour), "a choice");
        assert_eq!(Limits::move_time(hour).for_moves(1).depth, Some(6));
    }

    #[test]
    fn a_ponder_hit_sets_the_limits() {
        let (hit, stop) = (PonderHit::default(), AtomicBool::new(false));
        let time = TimeManager::pondering(&hit, 9, &stop);
        assert!(time.allows_depth(20) && !time.must_stop(1 << 20));
        hit.set(Limits { nodes: Some(1 << 19), ..Limits::default() });
        assert!(time.allows_depth(21) && time.must_stop(1 << 20));
        let hit = PonderHit::default();
        let time = TimeManager::pondering(&hit, 9, &stop);
        assert!(time.allows_depth(20) && !time.is_over());
        hit.set(Limits::depth(9));
        assert!(!time.allows_depth(21) && time.is_over(), "a depth above the limit is interrupted");
    }

    #[test]
    fn depth_1_starts_without_time() {
        let stop = AtomicBool::new(false);
        let time = TimeManager::new(Limits { clock: Some(Duration::ZERO), ..Limits::default() }, 9, &stop);
        assert!(time.allows_depth(1) && !time.allows_depth(2));
    }
}
