//! Games that wait for the computer, wherever it thinks: who is to think about them may be another process, or nobody.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::id::GameId;

/// Games in which the computer was asked when it was last looked, with what event, and since when that is known.
#[derive(Default)]
pub(crate) struct Late {
    asked: HashMap<GameId, (u64, Instant)>,
    told: bool,
}

/// Who has waited for so long waits in vain.
const LONG: Duration = Duration::from_secs(20);

impl Late {
    /// In these games the computer is asked now.
    pub(crate) fn look(&mut self, asked: &[(GameId, u64)], now: Instant) {
        let before = std::mem::take(&mut self.asked);
        let since = |game: &GameId, seq: u64| match before.get(game) {
            Some((known, since)) if *known == seq => *since,
            _ => now,
        };
        self.asked = asked.iter().map(|(game, seq)| (*game, (*seq, since(game, *seq)))).collect();
    }

    /// How many of them waited when it was looked before, too.
    pub(crate) fn waiting(&self, now: Instant) -> usize {
        self.asked.values().filter(|(_, since)| *since < now).count()
    }

    /// For how long the first of them has waited.
    pub(crate) fn oldest(&self, now: Instant) -> Duration {
        self.asked.values().map(|(_, since)| now.duration_since(*since)).max().unwrap_or_default()
    }

    /// Should somebody be told that they wait for too long, or (false) that they do not any more? Once each.
    pub(crate) fn news(&mut self, now: Instant) -> Option<bool> {
        let late = self.oldest(now) > LONG;
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
        assert_eq!(
            (late.waiting(at(0)), late.news(at(0))),
            (0, None),
            "they may have been asked a moment ago"
        );
        // One of them was answered meanwhile, and asked again.
        late.look(&[(one, 3), (other, 7)], at(15));
        assert_eq!((late.waiting(at(15)), late.oldest(at(15))), (1, Duration::from_secs(15)));
        late.look(&[(one, 3)], at(30));
        assert_eq!((late.news(at(30)), late.news(at(31))), (Some(true), None));
        late.look(&[], at(45));
        assert_eq!((late.waiting(at(45)), late.oldest(at(45))), (0, Duration::ZERO));
        assert_eq!((late.news(at(45)), late.news(at(46))), (Some(false), None));
    }
}
