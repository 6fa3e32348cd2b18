//! Points in time, as the log keeps them.
//!
//! All nodes of a site must agree on what time it is, or a clock would run faster at one of them. So the time is that of the
//! store: a node asks for it every second, and in between goes by its own steady clock, which nobody sets.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Milliseconds since the beginning of 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

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

impl Timestamp {
    /// Now, as the nodes of the site have agreed.
    #[must_use]
    pub fn now() -> Self {
        Self((BEGUN_AT.load(Ordering::Relaxed) + steady()) / 1000)
    }

    /// Now, by the clock of this machine.
    #[must_use]
    pub fn by_machine() -> Self {
        Self(machine() / 1000)
    }

    /// How far the clock of this machine is behind what the nodes have agreed, in milliseconds.
    #[must_use]
    pub fn machine_is_behind() -> i64 {
        Self::now().0 - Self::by_machine().0
    }

    /// How long after `earlier` this is; nothing if it is not after it.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The day in UTC, as game files write it: `2024.02.29`.
    #[must_use]
    pub fn date(self) -> String {
        let time = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        time.strftime("%Y.%m.%d").to_string()
    }

    /// The moment in UTC, as logs write it: `2024-02-29T12:00:00.5Z`.
    #[must_use]
    pub fn text(self) -> String {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or_default().to_string()
    }

    /// So much later.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let days =
            [(0, "1970.01.01"), (951_782_400, "2000.02.29"), (951_868_800, "2000.03.01"), (-1, "1969.12.31")];
        for (seconds, day) in
            days.into_iter().chain([(4_107_542_400, "2100.03.01"), (1_704_067_199, "2023.12.31")])
        {
            assert_eq!(Timestamp(seconds * 1000).date(), day);
        }
    }

    #[test]
    fn times_do_not_run_backward_or_overflow() {
        let (early, late) = (Timestamp(1000), Timestamp(3500));
        assert_eq!((late.since(early), early.since(late)), (Duration::from_millis(2500), Duration::ZERO));
        assert_eq!(early.after(Duration::from_millis(2500)), late);
        assert_eq!(late.after(Duration::MAX), Timestamp(i64::MAX));
    }
}
