//! States of games in memory, which may lag behind the log.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quick_cache::{Weighter, unsync};

use super::GameEvent;
use crate::config::GAME_CACHE_BYTES;
use play::game::GameState;
use play::id::GameId;

/// Estimated size of a game without turns, in bytes.
const GAME_BYTES: u64 = 4096;
/// Estimated size of a turn, in bytes.
const TURN_BYTES: u64 = 1024;
/// Estimated size of a recent event, in bytes.
const EVENT_BYTES: u64 = 256;
/// Minimum number of recent events cached for spectators, if the game has so many.
const MIN_RECENT_EVENTS: usize = 16;

/// Games up to a number of bytes. quick_cache decides which to evict; an evicted game is loaded from the log again.
pub(super) struct Cache(Mutex<Games>);

type Games = unsync::Cache<GameId, CachedGame, SizeEstimate>;

/// Weighs a game by the memory that it takes, as far as the numbers of its turns and events tell.
#[derive(Clone)]
struct SizeEstimate;

impl Weighter<GameId, CachedGame> for SizeEstimate {
    fn weight(&self, _: &GameId, CachedGame { state, recent_events }: &CachedGame) -> u64 {
        let (turns, events) = (state.game().turns().len() as u64, recent_events.len() as u64);
        GAME_BYTES + TURN_BYTES * turns + EVENT_BYTES * events
    }
}

struct CachedGame {
    state: Arc<GameState>,
    /// The last events, without a gap, up to the state.
    recent_events: Vec<Arc<GameEvent>>,
}

impl Default for Cache {
    fn default() -> Self {
        Self::with_capacity(GAME_CACHE_BYTES)
    }
}

impl Cache {
    pub(super) fn with_capacity(bytes: u64) -> Self {
        let games = usize::try_from(bytes / (GAME_BYTES + TURN_BYTES)).unwrap_or(usize::MAX);
        Self(Mutex::new(unsync::Cache::with_weighter(games, bytes, SizeEstimate)))
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        // A panic cannot leave an inconsistent entry: states are replaced as a whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, game: GameId) -> Option<Arc<GameState>> {
        self.lock().get(&game).map(|cached| Arc::clone(&cached.state))
    }

    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Caches a state, and the events that led to it from the state cached before.
    pub(super) fn insert(&self, game: GameId, state: Arc<GameState>, events: Vec<Arc<GameEvent>>) {
        let mut games = self.lock();
        let new = || Ok::<_, Infallible>(CachedGame { state: Arc::clone(&state), recent_events: Vec::new() });
        let Ok(Some(mut cached)) = games.get_mut_or_insert_with(&game, new) else { return };
        // A slower task must not put an older state back.
        if cached.state.seq() > state.seq() {
            return;
        }
        cached.state = state;
        for event in events {
            match cached.recent_events.last() {
                Some(last) if event.seq <= last.seq => {}
                Some(last) if event.seq > last.seq + 1 => cached.recent_events = vec![event],
                _ => cached.recent_events.push(event),
            }
        }
        if cached.recent_events.len() > 2 * MIN_RECENT_EVENTS {
            let excess = cached.recent_events.len() - MIN_RECENT_EVENTS;
            cached.recent_events.drain(..excess);
        }
        drop(cached);
        // Only the insertion of a game evicts others, not its growth.
        if games.weight() > games.capacity()
            && let Some((game, grown)) = games.remove(&game)
        {
            games.insert(game, grown);
        }
    }

    /// Removes a game whose log is not the one that its state was built from.
    pub(super) fn remove(&self, game: GameId) {
        self.lock().remove(&game);
    }

    /// Applies events announced by another node, which saves reading them from the log. Ignores them if the game is not
    /// cached or if they do not follow on its state.
    pub(super) fn apply_announced(&self, game: GameId, text: &str) {
        let Some(mut state) = self.get(game) else { return };
        let Ok(events) = serde_json::from_str::<Vec<GameEvent>>(text) else { return };
        let mut applied = Vec::new();
        for event in events {
            if event.seq != state.seq() + 1 {
                return;
            }
            if Arc::make_mut(&mut state).apply(&event.kind, event.at).is_err() {
                return;
            }
            applied.push(Arc::new(event));
        }
        self.insert(game, state, applied);
    }

    /// Returns the events after number `after`, if they are cached up to `until` at least.
    pub(super) fn events(&self, game: GameId, after: u64, until: u64) -> Option<Vec<Arc<GameEvent>>> {
        let games = self.lock();
        let recent = &games.get(&game)?.recent_events;
        let (first, last) = (recent.first()?.seq, recent.last()?.seq);
        if after.saturating_add(1) < first || last < until {
            return None;
        }
        Some(recent.iter().filter(|event| event.seq > after).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Color, Event, Rules};

    use super::*;
    use play::game::{EventKind, Seat, Terms, TimeControl};
    use play::time::Timestamp;

    fn state() -> Arc<GameState> {
        let rules = Rules::named("english").expect("a rule set");
        let seat = Seat::Computer(1);
        let terms =
            Terms { white: seat, black: seat, time: TimeControl::UNLIMITED, start: None, rated: false };
        Arc::new(GameState::new(&rules, terms).expect("a state"))
    }

    fn id() -> GameId {
        GameId::new().expect("random bytes")
    }

    #[test]
    fn cache_is_bounded_and_keeps_games_in_use() {
        let state = state();
        let cache = Cache::with_capacity(50 * GAME_BYTES);
        let used = id();
        cache.insert(used, Arc::clone(&state), Vec::new());
        for _ in 0..500 {
            let other = id();
            cache.insert(other, Arc::clone(&state), Vec::new());
            assert!(cache.get(used).is_some() && cache.get(other).is_some());
        }
        assert_eq!(cache.len(), 50);
        cache.remove(used);
        assert!(cache.get(used).is_none());
    }

    #[test]
    fn a_long_log_leaves_its_last_events() {
        let (cache, game) = (Cache::default(), id());
        let kind: EventKind = Event::Resign { by: Color::White }.into();
        let event = |seq| Arc::new(GameEvent { seq, at: Timestamp(0), kind: kind.clone() });
        cache.insert(game, state(), (1..=1000).map(event).collect());
        let recent = cache.events(game, 1000 - MIN_RECENT_EVENTS as u64, 1000).expect("the last events");
        assert_eq!(recent.len(), MIN_RECENT_EVENTS);
        assert!(cache.events(game, 900, 1000).is_none());
    }

    #[test]
    fn long_games_take_more_of_the_cache() {
        let start = state();
        let mut longer = Arc::clone(&start);
        for text in ["11-15", "23-19", "8-11", "22-17"] {
            let state = Arc::make_mut(&mut longer);
            let (by, played) =
                (state.game().position().turn(), state.game().read_move(text).expect("a move"));
            let (from, to, captured) = (played.from(), played.to(), played.captured());
            let event = Event::Move { by, from, to, captured };
            state.apply(&event.into(), Timestamp(0)).expect("applied");
        }
        let cache = Cache::with_capacity(100 * GAME_BYTES);
        for _ in 0..500 {
            cache.insert(id(), Arc::clone(&longer), Vec::new());
        }
        assert_eq!(cache.len(), 50, "four turns are as large as a game without turns");
        // Games that grow evict others.
        let cache = Cache::with_capacity(100 * GAME_BYTES);
        let games: Vec<GameId> = (0..100).map(|_| id()).collect();
        for state in [start, longer] {
            games.iter().for_each(|game| cache.insert(*game, Arc::clone(&state), Vec::new()));
            assert!(cache.lock().weight() <= 100 * GAME_BYTES);
        }
    }
}
