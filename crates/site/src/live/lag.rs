//! The network lag of a live connection, measured by pings.

use std::time::{Duration, Instant};

use play::game::LagEstimate;

/// Measures the lag of a connection.
#[derive(Default)]
pub(super) struct LagMeter {
    /// When the last ping was sent, if it is unanswered.
    pinged: Option<Instant>,
    estimate: LagEstimate,
}

impl LagMeter {
    /// Records that a ping is sent.
    pub(super) fn on_ping(&mut self, now: Instant) {
        self.pinged = Some(now);
    }

    /// Records a pong. Pongs that were not asked for do not count.
    pub(super) fn on_pong(&mut self, now: Instant) {
        if let Some(pinged) = self.pinged.take() {
            self.estimate.record(now - pinged);
        }
    }

    /// Returns whether the last ping is unanswered.
    pub(super) fn awaits_pong(&self) -> bool {
        self.pinged.is_some()
    }

    /// Returns whether the next ping should not wait: a new connection has no estimate yet.
    pub(super) fn needs_ping(&self) -> bool {
        !self.awaits_pong() && !self.estimate.is_stable()
    }

    /// Returns the time that a message of the client takes.
    pub(super) fn lag(&self) -> Duration {
        self.estimate.lag()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_pings_make_an_estimate_and_unsolicited_pongs_do_not_count() {
        let (mut meter, start) = (LagMeter::default(), Instant::now());
        let after = |milliseconds| start + Duration::from_millis(milliseconds);
        for (sent, answered) in [(0, 80), (80, 180), (180, 240)] {
            assert!(meter.needs_ping());
            meter.on_ping(after(sent));
            assert!(meter.awaits_pong());
            meter.on_pong(after(answered));
            meter.on_pong(after(answered + 1));
        }
        assert!(!meter.needs_ping());
        assert_eq!(meter.lag(), Duration::from_millis(30));
    }
}
