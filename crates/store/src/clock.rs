//! The time that all nodes of a site agree on.
//!
//! A clock must not run faster at one node than at another. So the time is that of the store: a node asks for it every second,
//! and in between goes by its own steady clock, which nobody sets.
//!
//! A process has one clock, not one for each store: it serves one site, and each line of its log is stamped by it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use play::time::Timestamp;

/// Where the steady clock of this process begins, which no setting of the machine's clock moves.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);
/// What time it was then, in microseconds since 1970, as far as is known: by the machine at first, by the store later.
static BEGUN_AT: LazyLock<AtomicI64> = LazyLock::new(|| {
    let steady = steady();
    AtomicI64::new(machine() - steady)
});

/// Times that differ by less than this, in microseconds, are the same: messages do not take the same time there and back.
const SAME: i64 = 2_000;

fn steady() -> i64 {
    i64::try_from(BEGINNING.elapsed().as_micros()).unwrap_or(i64::MAX)
}

fn machine() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// The store has told the time, having been asked so long ago. From now on it is the time of this process, too.
pub fn agree(told: Timestamp, asked: Instant) {
    let under_way = i64::try_from(asked.elapsed().as_micros()).unwrap_or(i64::MAX);
    let begun = told.0.saturating_mul(1000) + under_way / 2 - steady();
    // It was told somewhere in between: what fits that is not mended.
    if (begun - BEGUN_AT.load(Ordering::Relaxed)).abs() > under_way / 2 + SAME {
        BEGUN_AT.store(begun, Ordering::Relaxed);
    }
}

/// Returns the time now, as the nodes of the site have agreed.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp((BEGUN_AT.load(Ordering::Relaxed) + steady()) / 1000)
}

/// Returns the time now by the clock of this machine.
#[must_use]
pub fn by_machine() -> Timestamp {
    Timestamp(machine() / 1000)
}

/// Returns how far the clock of this machine is behind what the nodes have agreed, in milliseconds.
#[must_use]
pub fn machine_is_behind() -> i64 {
    now().0 - by_machine().0
}
