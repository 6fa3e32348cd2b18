//! Log lines about frequent events, at most one a minute.

use std::time::Duration;

use tokio::time::Instant;

/// Minimum time between two lines.
const INTERVAL: Duration = Duration::from_secs(60);

/// Counts events of a kind between the lines about them.
#[derive(Default)]
pub(super) struct MinuteLog {
    logged_at: Option<Instant>,
    /// The events since the last line.
    count: u64,
}

impl MinuteLog {
    /// Counts an event. Returns the number of events to log, if a line is due.
    pub(super) fn count(&mut self) -> Option<u64> {
        self.count += 1;
        if self.logged_at.is_some_and(|at| at.elapsed() < INTERVAL) {
            return None;
        }
        self.logged_at = Some(Instant::now());
        Some(std::mem::take(&mut self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_line_a_minute_counts_the_events_since_the_last() {
        let mut log = MinuteLog::default();
        assert_eq!(log.count(), Some(1));
        assert_eq!([log.count(), log.count()], [None, None]);
        tokio::time::advance(INTERVAL).await;
        assert_eq!([log.count(), log.count()], [Some(3), None]);
    }
}
