//! The limits of a search.

use std::time::Duration;

/// The limits of a search. The first one reached ends it; without any, it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The most nodes of each thread.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// The time left on the clock.
    pub clock: Option<Duration>,
    /// The time added after each move.
    pub increment: Duration,
    /// The moves to be made in the time on the clock; `None`: all that are left.
    pub moves: Option<u32>,
}

impl Limits {
    /// Returns a limit of depth, in plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Returns a limit of nodes for each thread.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns a limit of time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Returns when no new depth is begun any more, and when the search ends in the middle of one. Leaves a reserve for the
    /// machine on the clock.
    pub(crate) fn times(&self) -> (Option<Duration>, Option<Duration>) {
        let Some(clock) = self.clock else { return (self.time, self.time) };
        let reserve = Duration::from_millis(20);
        let left = clock.saturating_sub(reserve);
        // A game has some 30 moves more; the increment is there to be used.
        let share = left / self.moves.map_or(30, |moves| moves.clamp(1, 30)) + self.increment * 3 / 4;
        let soft = (share * 6 / 10).min(left);
        let hard = (share * 2).min(left / 2);
        let least = |time: Duration| Some(self.time.map_or(time, |own| own.min(time)));
        (least(soft), least(hard))
    }
}
