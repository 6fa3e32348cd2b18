//! The time that all nodes of a site share.
//!
//! Game clocks must run at the same speed at every node. So the time is that of the store: a node reads it every
//! second, and in between adds the time elapsed on its own monotonic clock.
//!
//! A process has one clock, not one for each store: it serves one site, and every line of its log has this time.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use play::time::Timestamp;

/// The origin of the monotonic clock of this process.
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// The time at the origin, in microseconds since 1970: first by the system clock, later by that of the store.
static ORIGIN_TIME: LazyLock<AtomicI64> = LazyLock::new(|| {
    let elapsed = monotonic_micros();
    AtomicI64::new(system_micros() - elapsed)
});

/// The tolerated difference in microseconds, because a request and its answer may take unequal times.
const TOLERANCE: i64 = 2_000;

/// The smallest difference that counts as a jump of the store's clock: drift between two readings is smaller.
const JUMP: Duration = Duration::from_millis(250);

fn monotonic_micros() -> i64 {
    i64::try_from(ORIGIN.elapsed().as_micros()).unwrap_or(i64::MAX)
}

fn system_micros() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// A time of the store, compared with the clock of this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The time at the origin that the reading implies, in microseconds since 1970.
    origin_time: i64,
    /// The difference from the clock of this process, in microseconds; 0 if it is tolerated.
    difference: i64,
}

impl Reading {
    /// Compares the time of the store, which was requested at `asked`, with the clock of this process.
    #[must_use]
    pub fn new(store_time: Timestamp, asked: Instant) -> Self {
        let round_trip = i64::try_from(asked.elapsed().as_micros()).unwrap_or(i64::MAX);
        let origin_time =
            store_time.0.saturating_mul(1000).saturating_add(round_trip / 2) - monotonic_micros();
        let difference = origin_time.saturating_sub(ORIGIN_TIME.load(Ordering::Relaxed));
        // The store read its clock at some moment of the round trip: a difference within it proves nothing.
        let is_tolerated = difference.saturating_abs() <= round_trip / 2 + TOLERANCE;
        Self { origin_time, difference: if is_tolerated { 0 } else { difference } }
    }

    /// Returns by how much the clock of the store has jumped, forward or back; `None` if it has not.
    #[must_use]
    pub fn jump(self) -> Option<Duration> {
        Some(Duration::from_micros(self.difference.unsigned_abs())).filter(|jump| *jump >= JUMP)
    }

    /// Returns the begin and the end of the period that a jump forward has skipped: the time of this process before and
    /// after [`adopt`]. `None` without such a jump.
    ///
    /// [`adopt`]: Self::adopt
    #[must_use]
    pub fn skipped(self) -> Option<(Timestamp, Timestamp)> {
        let jump = self.jump().filter(|_| self.difference > 0)?;
        let from = now();
        Some((from, from.after(jump)))
    }

    /// Sets the clock of this process to the time of the store.
    pub fn adopt(self) {
        if self.difference != 0 {
            ORIGIN_TIME.store(self.origin_time, Ordering::Relaxed);
        }
    }
}

/// Returns the current time of the site.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp((ORIGIN_TIME.load(Ordering::Relaxed) + monotonic_micros()) / 1000)
}

/// Returns the current time by the clock of this machine.
#[must_use]
pub fn machine_time() -> Timestamp {
    Timestamp(system_micros() / 1000)
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
    fn jumps_are_distinguished_from_drift_and_round_trips() {
        let asked = Instant::now();
        for (ahead, is_jump) in [(0, false), (100, false), (-100, false), (20_000, true), (-20_000, true)] {
            let reading = Reading::new(Timestamp(now().0 + ahead), asked);
            assert_eq!(reading.jump().is_some(), is_jump, "{ahead}");
            let skipped = reading.skipped().map(|(from, to)| to.0 - from.0);
            assert_eq!(skipped.is_some(), is_jump && ahead > 0, "{ahead}");
            // A millisecond may have begun since the clock was read.
            assert!(
                skipped.is_none_or(|skipped| (ahead - 50..=ahead).contains(&skipped)),
                "{ahead} {skipped:?}"
            );
        }
    }
}
