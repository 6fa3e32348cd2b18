//! Games that wait for the computer, wherever it thinks: who is to think about them may be another process, or nobody.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::id::GameId;

/// Who has waited for so long waits in vain.
const LONG: Duration = Duration::from_secs(20);

/// Games in which the computer was asked when it was last looked, with what event, and for how long that has been known. What
/// was asked a moment before and is answered a moment later has waited for no time.
#[derive(Default)]
pub(crate) struct Late {
    asked: HashMap<GameId, (u64, Instant)>,
    looked: Option<Instant>,
    told: bool,
}

impl Late {
    /// In these games the computer is asked now.
    pub(crate) fn look(&mut self, asked: &[(GameId, u64)], now: Instant) {
        let before = std::mem::take(&mut self.asked);
        let since = |game: &GameId, seq: u64| match before.get(game) {
            Some((known, since)) if *known == seq => *since,
            _ => now,
        };
        self.asked = asked.iter().map(|(game, seq)| (*game, (*seq, since(game, *seq)))).collect();
        self.looked = Some(now);
    }

    /// How long each of them had waited when it was last looked, if it had when it was looked before, too.
    fn waits(&self) -> impl Iterator<Item = Duration> {
        let waited =
            |since: Instant| self.looked.map_or(Duration::ZERO, |looked| looked.duration_since(since));
        self.asked.values().map(move |(_, since)| waited(*since)).filter(|wait| !wait.is_zero())
    }

    /// How many have waited.
    pub(crate) fn waiting(&self) -> usize {
        self.waits().count()
    }

    /// For how long the first of them has waited.
    pub(crate) fn oldest(&self) -> Duration {
        self.waits().max().unwrap_or_default()
    }

    /// Should somebody be told that they wait for too long, or (false) that they do not any more? Once each.
    pub(crate) fn news(&mut self) -> Option<bool> {
        let late = self.oldest() > LONG;
        (std::mem::replace(&mut self.told, late) != late).then_some(late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_for_the_same_move_is_counted_and_told_of_once() {
        let [one, other] = [(); 2].map(|()| GameId::new().expect("chance"));
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut late = Late::default();
        late.look(&[(one, 3), (other, 5)], at(0));
        let waits = |late: &mut Late| (late.waiting(), late.oldest().as_secs(), late.news());
        assert_eq!(waits(&mut late), (0, 0, None), "they may have been asked a moment ago");
        // One of them was answered meanwhile, and asked again.
        late.look(&[(one, 3), (other, 7)], at(15));
        assert_eq!(waits(&mut late), (1, 15, None));
        late.look(&[(one, 3)], at(30));
        assert_eq!(waits(&mut late), (1, 30, Some(true)));
        late.look(&[(one, 3)], at(45));
        assert_eq!(waits(&mut late), (1, 45, None), "that was told");
        late.look(&[], at(60));
        assert_eq!(waits(&mut late), (0, 0, Some(false)));
    }
}
