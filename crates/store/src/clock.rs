//! The time that all nodes of a site share.
//!
//! Game clocks must run at the same speed at every node. So the time is that of the store: a node asks for it every
//! second, and in between adds the time of its own monotonic clock.
//!
//! A process has one clock, not one for each store: it serves one site, and every line of its log has this time.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use play::time::Timestamp;

/// The origin of the monotonic clock of this process.
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// The time at the origin, in microseconds since 1970: first by the system clock, later by the store.
static ORIGIN_TIME: LazyLock<AtomicI64> = LazyLock::new(|| {
    let elapsed = monotonic();
    AtomicI64::new(system() - elapsed)
});

/// The tolerated difference in microseconds, since requests and answers are not equally fast.
const TOLERANCE: i64 = 2_000;

/// The difference from which the clock of the store has jumped: clocks do not drift as far between two questions.
const JUMP: Duration = Duration::from_millis(250);

fn monotonic() -> i64 {
    i64::try_from(ORIGIN.elapsed().as_micros()).unwrap_or(i64::MAX)
}

fn system() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// A time of the store, compared with the clock of this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The time at the origin that the reading implies, in microseconds since 1970.
    origin_time: i64,
    /// The difference from the clock, in microseconds.
    difference: i64,
}

impl Reading {
    /// Compares the time of the store, which was asked for at `asked`.
    #[must_use]
    pub fn new(store_time: Timestamp, asked: Instant) -> Self {
        let round_trip = i64::try_from(asked.elapsed().as_micros()).unwrap_or(i64::MAX);
        let origin_time = store_time.0.saturating_mul(1000).saturating_add(round_trip / 2) - monotonic();
        let difference = origin_time.saturating_sub(ORIGIN_TIME.load(Ordering::Relaxed));
        // The store read its clock at some moment of the round trip: a difference within it is no error.
        let is_exact = difference.saturating_abs() <= round_trip / 2 + TOLERANCE;
        Self { origin_time, difference: if is_exact { 0 } else { difference } }
    }

    /// Returns by how much the clock of the store has jumped, forward or back; none if it has not.
    #[must_use]
    pub fn jump(self) -> Option<Duration> {
        Some(Duration::from_micros(self.difference.unsigned_abs())).filter(|jump| *jump >= JUMP)
    }

    /// Sets the clock by this reading.
    pub fn adopt(self) {
        if self.difference != 0 {
            ORIGIN_TIME.store(self.origin_time, Ordering::Relaxed);
        }
    }
}

/// Returns the current time of the site.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp((ORIGIN_TIME.load(Ordering::Relaxed) + monotonic()) / 1000)
}

/// Returns the current time by the clock of this machine.
#[must_use]
pub fn machine_time() -> Timestamp {
    Timestamp(system() / 1000)
}

/// Returns how far the clock of this machine is behind the time of the site, in milliseconds.
#[must_use]
pub fn machine_lag_ms() -> i64 {
    now().0 - machine_time().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_is_told_from_drift_and_round_trips() {
        let asked = Instant::now();
        for (ahead, is_jump) in [(0, false), (100, false), (-100, false), (20_000, true), (-20_000, true)] {
            let reading = Reading::new(Timestamp(now().0 + ahead), asked);
            assert_eq!(reading.jump().is_some(), is_jump, "{ahead}");
        }
    }
}
