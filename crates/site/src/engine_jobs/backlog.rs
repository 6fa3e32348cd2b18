//! Games that wait for the engine at any process: the worker that should take them may be another process, or missing.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use play::id::GameId;

/// The wait from which games count as late.
const LATE: Duration = Duration::from_secs(20);

/// The games in which the engine was to act at the last observation, with their last events, and since when that is known.
/// A game that is seen at only one observation has not waited.
#[derive(Default)]
pub(super) struct Backlog {
    games: HashMap<GameId, (u64, Instant)>,
    observed: Option<Instant>,
    reported_late: bool,
}

impl Backlog {
    /// Records the games in which the engine is to act now.
    pub(super) fn observe(&mut self, games: &[(GameId, u64)], now: Instant) {
        let before = std::mem::take(&mut self.games);
        let since = |game: &GameId, seq: u64| match before.get(game) {
            Some((last, since)) if *last == seq => *since,
            _ => now,
        };
        self.games = games.iter().map(|(game, seq)| (*game, (*seq, since(game, *seq)))).collect();
        self.observed = Some(now);
    }

    /// Returns the waits at the last observation of the games that were also in the one before.
    fn waits(&self) -> impl Iterator<Item = Duration> {
        let waited =
            |since: Instant| self.observed.map_or(Duration::ZERO, |observed| observed.duration_since(since));
        self.games.values().map(move |(_, since)| waited(*since)).filter(|wait| !wait.is_zero())
    }

    /// Returns the number of games that have waited.
    pub(super) fn waiting(&self) -> usize {
        self.waits().count()
    }

    /// Returns the longest wait.
    pub(super) fn longest_wait(&self) -> Duration {
        self.waits().max().unwrap_or_default()
    }

    /// Returns whether games are late, if that has changed since the last call.
    pub(super) fn take_change(&mut self) -> Option<bool> {
        let late = self.longest_wait() > LATE;
        (std::mem::replace(&mut self.reported_late, late) != late).then_some(late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_games_are_counted_and_reported_once() {
        let [one, other] = [(); 2].map(|()| GameId::new().expect("random bytes"));
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut backlog = Backlog::default();
        backlog.observe(&[(one, 3), (other, 5)], at(0));
        let waits = |backlog: &mut Backlog| {
            (backlog.waiting(), backlog.longest_wait().as_secs(), backlog.take_change())
        };
        assert_eq!(waits(&mut backlog), (0, 0, None), "seen at one observation only");
        // The engine has acted in one of them, and is to act again.
        backlog.observe(&[(one, 3), (other, 7)], at(15));
        assert_eq!(waits(&mut backlog), (1, 15, None));
        backlog.observe(&[(one, 3)], at(30));
        assert_eq!(waits(&mut backlog), (1, 30, Some(true)));
        backlog.observe(&[(one, 3)], at(45));
        assert_eq!(waits(&mut backlog), (1, 45, None), "reported already");
        backlog.observe(&[], at(60));
        assert_eq!(waits(&mut backlog), (0, 0, Some(false)));
    }
}
