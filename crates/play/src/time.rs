//! Points in time, as stored in the log. Callers pass the current time: the domain reads no clock.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A point in time, in milliseconds since the start of 1970 (UTC).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Returns the time since `earlier`; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Returns the day in UTC, as game files write it: `2024.02.29`.
    #[must_use]
    pub fn date(self) -> String {
        let time = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        time.strftime("%Y.%m.%d").to_string()
    }

    /// Returns the time in UTC, as logs write it: `2024-02-29T12:00:00.5Z`.
    #[must_use]
    pub fn text(self) -> String {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or_default().to_string()
    }

    /// Returns the point in time after a duration.
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
