//! Log lines about frequent events, at most one a minute.

use std::time::Duration;

use tokio::time::Instant;

/// Minimum time between two lines.
pub(super) const INTERVAL: Duration = Duration::from_secs(60);

/// Counts events of a kind between the lines about them.
#[derive(Default)]
pub(super) struct LogThrottle {
    last_logged: Option<Instant>,
    /// The number of events since the last line.
    pending: u64,
}

impl LogThrottle {
    /// Counts an event. Returns the number of events to log, if a line is due.
    pub(super) fn record(&mut self) -> Option<u64> {
        self.pending += 1;
        self.take_due()
    }

    /// Returns the number of events that no line has reported, if there are any and a line is due.
    pub(super) fn take_due(&mut self) -> Option<u64> {
        if self.pending == 0 || self.last_logged.is_some_and(|at| at.elapsed() < INTERVAL) {
            return None;
        }
        self.last_logged = Some(Instant::now());
        Some(std::mem::take(&mut self.pending))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_line_a_minute_counts_the_events_since_the_last() {
        let mut log = LogThrottle::default();
        assert_eq!(log.record(), Some(1));
        assert_eq!([log.record(), log.record(), log.take_due()], [None, None, None]);
        tokio::time::advance(INTERVAL).await;
        assert_eq!([log.record(), log.record()], [Some(3), None]);
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_events_of_a_burst_are_reported_without_another_one() {
        let mut log = LogThrottle::default();
        assert_eq!([log.record(), log.record()], [Some(1), None]);
        tokio::time::advance(INTERVAL).await;
        assert_eq!([log.take_due(), log.take_due()], [Some(1), None]);
    }
}
