//! CachedGames in memory. It is a cache: what is in it was true once, and the log may have gone on.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quick_cache::unsync;

use super::GameEvent;
use play::game::GameState;
use play::id::GameId;

/// CachedGames in memory at the most. Which of them stay is quick_cache's to decide: they come back from the log at once.
const MOST: usize = 20_000;
/// So many of the last entries are kept with each, for whoever watches.
const TAIL: usize = 16;

pub(super) struct Cache(Mutex<unsync::Cache<GameId, Kept>>);

struct Kept {
    table: Arc<GameState>,
    /// The last entries, without a gap, up to the state of the table.
    tail: Vec<Arc<GameEvent>>,
}

impl Default for Cache {
    fn default() -> Self {
        Self::bounded(MOST)
    }
}

impl Cache {
    fn bounded(most: usize) -> Self {
        Self(Mutex::new(unsync::Cache::new(most)))
    }

    fn kept(&self) -> MutexGuard<'_, unsync::Cache<GameId, Kept>> {
        // Whatever is in it is brought up to date before it is believed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn table(&self, game: GameId) -> Option<Arc<GameState>> {
        self.kept().get(&game).map(|kept| Arc::clone(&kept.table))
    }

    /// How many are kept.
    pub(super) fn len(&self) -> usize {
        self.kept().len()
    }

    /// Keeps a table, and the entries that led to it from the one kept before.
    pub(super) fn keep(&self, game: GameId, table: Arc<GameState>, news: Vec<Arc<GameEvent>>) {
        let mut all = self.kept();
        let new = || Ok::<_, Infallible>(Kept { table: Arc::clone(&table), tail: Vec::new() });
        let Ok(Some(mut kept)) = all.get_mut_or_insert_with(&game, new) else { return };
        // A slower task must not put an older table back.
        if kept.table.seq() > table.seq() {
            return;
        }
        kept.table = table;
        for news in news {
            match kept.tail.last() {
                Some(last) if news.seq <= last.seq => {}
                Some(last) if news.seq > last.seq + 1 => kept.tail = vec![news],
                _ => kept.tail.push(news),
            }
        }
        if kept.tail.len() > 2 * TAIL {
            kept.tail.drain(..TAIL);
        }
    }

    /// Forgets a table: the log is not what it was made from.
    pub(super) fn forget(&self, game: GameId) {
        self.kept().remove(&game);
    }

    /// Another node tells what has happened in a game. If that goes on from the table that is kept, nobody need read it from
    /// the log; if not, it is read when it is needed.
    pub(super) fn hear(&self, game: GameId, text: &str) {
        let Some(mut table) = self.table(game) else { return };
        let Ok(news) = serde_json::from_str::<Vec<GameEvent>>(text) else { return };
        let mut applied = Vec::new();
        for news in news {
            if news.seq != table.seq() + 1 {
                return;
            }
            if Arc::make_mut(&mut table).apply(&news.entry, news.at).is_err() {
                return;
            }
            applied.push(Arc::new(news));
        }
        self.keep(game, table, applied);
    }

    /// The entries after this one, if they are here up to `until` at least.
    pub(super) fn news(&self, game: GameId, after: u64, until: u64) -> Option<Vec<Arc<GameEvent>>> {
        let all = self.kept();
        let tail = &all.get(&game)?.tail;
        let (first, last) = (tail.first()?.seq, tail.last()?.seq);
        if after.saturating_add(1) < first || last < until {
            return None;
        }
        Some(tail.iter().filter(|news| news.seq > after).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use draughts::Rules;

    use super::*;
    use play::game::{Seat, Terms, TimeControl};

    #[test]
    fn the_cache_is_bounded_and_keeps_a_game_in_use() {
        let rules = Rules::named("english").expect("a rule set");
        let seat = Seat::Computer(1);
        let terms =
            Terms { white: seat, black: seat, time: TimeControl::UNLIMITED, start: None, rated: false };
        let table = Arc::new(GameState::new(&rules, terms).expect("a table"));
        let cache = Cache::bounded(50);
        let id = || GameId::new().expect("chance");
        let used = id();
        cache.keep(used, Arc::clone(&table), Vec::new());
        for _ in 0..500 {
            let other = id();
            cache.keep(other, Arc::clone(&table), Vec::new());
            assert!(cache.table(used).is_some() && cache.table(other).is_some());
        }
        assert_eq!(cache.len(), 50);
        cache.forget(used);
        assert!(cache.table(used).is_none());
    }
}
