//! The time that all nodes of a site share.
//!
//! Game clocks must run at the same speed at every node. So the time is that of the store: a node asks for it every
//! second, and in between adds the time of its own monotonic clock.
//!
//! A process has one clock, not one for each store: it serves one site, and every line of its log has this time.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

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

fn monotonic() -> i64 {
    i64::try_from(ORIGIN.elapsed().as_micros()).unwrap_or(i64::MAX)
}

fn system() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// Sets the clock by the time of the store, which was asked for at `asked`.
pub fn sync(store_time: Timestamp, asked: Instant) {
    let round_trip = i64::try_from(asked.elapsed().as_micros()).unwrap_or(i64::MAX);
    let origin_time = store_time.0.saturating_mul(1000) + round_trip / 2 - monotonic();
    // The store read its clock at some moment of the round trip: a difference within it is no error.
    if (origin_time - ORIGIN_TIME.load(Ordering::Relaxed)).abs() > round_trip / 2 + TOLERANCE {
        ORIGIN_TIME.store(origin_time, Ordering::Relaxed);
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
