//! Games that wait for the computer anywhere: the worker that is to take them may be another process, or missing.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use play::id::GameId;

/// A game that has waited for longer waits in vain.
const LONG: Duration = Duration::from_secs(20);

/// The games in which the computer was asked at the last observation, with their last events, and since when that is known.
/// A game that is asked a moment before and answered a moment later has not waited.
#[derive(Default)]
pub(super) struct Backlog {
    asked: HashMap<GameId, (u64, Instant)>,
    observed: Option<Instant>,
    reported: bool,
}

impl Backlog {
    /// Records the games in which the computer is asked now.
    pub(super) fn observe(&mut self, asked: &[(GameId, u64)], now: Instant) {
        let before = std::mem::take(&mut self.asked);
        let since = |game: &GameId, seq: u64| match before.get(game) {
            Some((known, since)) if *known == seq => *since,
            _ => now,
        };
        self.asked = asked.iter().map(|(game, seq)| (*game, (*seq, since(game, *seq)))).collect();
        self.observed = Some(now);
    }

    /// Returns how long each had waited at the last observation, if it had at the one before, too.
    fn waits(&self) -> impl Iterator<Item = Duration> {
        let waited =
            |since: Instant| self.observed.map_or(Duration::ZERO, |observed| observed.duration_since(since));
        self.asked.values().map(move |(_, since)| waited(*since)).filter(|wait| !wait.is_zero())
    }

    /// Returns how many have waited.
    pub(super) fn waiting(&self) -> usize {
        self.waits().count()
    }

    /// Returns how long the first of them has waited.
    pub(super) fn oldest(&self) -> Duration {
        self.waits().max().unwrap_or_default()
    }

    /// Returns whether games wait for too long, where that has changed since the last call.
    pub(super) fn change(&mut self) -> Option<bool> {
        let late = self.oldest() > LONG;
        (std::mem::replace(&mut self.reported, late) != late).then_some(late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_wait_are_counted_and_reported_once() {
        let [one, other] = [(); 2].map(|()| GameId::new().expect("chance"));
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut backlog = Backlog::default();
        backlog.observe(&[(one, 3), (other, 5)], at(0));
        let waits = |backlog: &mut Backlog| (backlog.waiting(), backlog.oldest().as_secs(), backlog.change());
        assert_eq!(waits(&mut backlog), (0, 0, None), "they may have been asked a moment ago");
        // One of them was answered meanwhile, and asked again.
        backlog.observe(&[(one, 3), (other, 7)], at(15));
        assert_eq!(waits(&mut backlog), (1, 15, None));
        backlog.observe(&[(one, 3)], at(30));
        assert_eq!(waits(&mut backlog), (1, 30, Some(true)));
        backlog.observe(&[(one, 3)], at(45));
        assert_eq!(waits(&mut backlog), (1, 45, None), "that was reported");
        backlog.observe(&[], at(60));
        assert_eq!(waits(&mut backlog), (0, 0, Some(false)));
    }
}
