//! The network lag of a client, estimated from the round trips of the server's pings.

use std::time::Duration;

use super::lag::MAX_CREDIT;

/// The number of round trips that are remembered: those of the last minute or so.
const MEMORY: usize = 6;
/// The number of round trips from which their minimum counts.
const STABLE: usize = 3;

/// The last round trips of a connection.
///
/// The lag is half of their minimum: late answers count only if all answers are late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LagEstimate {
    /// The round trips, the oldest first.
    round_trips: [Option<Duration>; MEMORY],
}

impl LagEstimate {
    /// Records a round trip.
    pub fn record(&mut self, round_trip: Duration) {
        self.round_trips.rotate_left(1);
        self.round_trips[MEMORY - 1] = Some(round_trip);
    }

    /// Returns whether there are enough round trips for an estimate.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.round_trips.iter().flatten().count() >= STABLE
    }

    /// Returns the lag, from 0 to 500 milliseconds; zero while there are too few round trips.
    #[must_use]
    pub fn lag(&self) -> Duration {
        let least = self.round_trips.iter().flatten().min().filter(|_| self.is_stable());
        least.map_or(Duration::ZERO, |least| (*least / 2).min(MAX_CREDIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_is_half_of_the_stable_minimum() {
        for (round_trips, lag) in [
            (&[][..], 0),
            (&[200, 200], 0),
            (&[200, 240, 1_050], 100),
            (&[1_050, 1_050, 1_050, 1_050, 80], 40),
            // The oldest is forgotten.
            (&[80, 300, 310, 320, 330, 340, 350], 150),
            (&[2_000, 3_000, 4_000], 500),
        ] {
            let mut estimate = LagEstimate::default();
            round_trips.iter().for_each(|&time| estimate.record(Duration::from_millis(time)));
            assert_eq!(estimate.lag(), Duration::from_millis(lag), "{round_trips:?}");
        }
    }
}
