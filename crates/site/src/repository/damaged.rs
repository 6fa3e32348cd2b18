//! Games that cannot be read, and whose flags therefore cannot fall.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::error::GameError;
use play::id::GameId;

/// The time after which a damaged game is tried again: an administrator may have repaired it.
const RETRY_INTERVAL: Duration = Duration::from_secs(600);

/// The damaged games that were noticed, and when they were last tried.
#[derive(Default)]
pub(super) struct DamagedGames(Mutex<HashMap<GameId, Instant>>);

impl DamagedGames {
    /// Returns whether a game is sound as far as is known, or is to be tried again.
    pub(super) fn is_due(&self, game: GameId) -> bool {
        let games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(&game).is_none_or(|tried| tried.elapsed() >= RETRY_INTERVAL)
    }

    /// Returns the number of damaged games that were noticed.
    pub(super) fn count_known(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Records that a game cannot be read. Logs the first time: the search for fallen flags finds it many times a second.
    pub(super) fn record(&self, game: GameId, error: &GameError) {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match games.entry(game) {
            Entry::Occupied(mut known) => drop(known.insert(Instant::now())),
            Entry::Vacant(unknown) => {
                unknown.insert(Instant::now());
                tracing::error!(%game, %error, "flag_fall_failed");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tracing::{Event, Subscriber};
    use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

    use super::*;

    /// Counts log lines.
    struct Counter(Arc<AtomicUsize>);

    impl<S: Subscriber> Layer<S> for Counter {
        fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_damaged_game_is_logged_once_and_tried_again_later() {
        let lines = Arc::new(AtomicUsize::new(0));
        let subscriber = tracing_subscriber::registry().with(Counter(Arc::clone(&lines)));
        let _guard = tracing::subscriber::set_default(subscriber);
        let (games, error) = (DamagedGames::default(), GameError::CorruptLog("kind".to_owned()));
        let [damaged, sound] = [(); 2].map(|()| GameId::new().expect("random bytes"));
        for _ in 0..3 {
            assert!(games.is_due(damaged) && games.is_due(sound));
            games.record(damaged, &error);
            assert!(!games.is_due(damaged) && games.is_due(sound));
            tokio::time::advance(RETRY_INTERVAL).await;
        }
        assert_eq!(lines.load(Ordering::Relaxed), 1);
    }
}
