//! Announcements: what has been written is told to whoever listens.
//!
//! An announcement is only a hint. It says how far a game has come, and who needs the events reads them from the store; so a
//! lost announcement is healed by the next one, or by looking.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::id::GameId;

/// Tells and hears how far games have come.
pub trait Bus: Send + Sync {
    /// The game has come to this event.
    fn announce(&self, game: GameId, seq: u64);

    /// Hears of a game from now on. What a slow listener missed is not kept: the newest is what counts.
    fn listen(&self, game: GameId) -> watch::Receiver<u64>;
}

/// Announcements within one process.
#[derive(Clone, Default)]
pub struct LocalBus {
    games: Arc<Mutex<HashMap<GameId, watch::Sender<u64>>>>,
}

impl LocalBus {
    fn games(&self) -> MutexGuard<'_, HashMap<GameId, watch::Sender<u64>>> {
        // Nothing in here can be left half done.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games somebody listens to.
    #[must_use]
    pub fn games_heard(&self) -> usize {
        self.games().values().filter(|sender| !sender.is_closed()).count()
    }
}

impl Bus for LocalBus {
    fn announce(&self, game: GameId, seq: u64) {
        let mut games = self.games();
        let Some(sender) = games.get(&game) else { return };
        if sender.is_closed() {
            games.remove(&game);
            return;
        }
        // Announcements may overtake each other; a game never goes back.
        sender.send_if_modified(|last| {
            let newer = seq > *last;
            *last = seq.max(*last);
            newer
        });
    }

    fn listen(&self, game: GameId) -> watch::Receiver<u64> {
        let mut games = self.games();
        // Those whom nobody hears any more are forgotten when somebody comes.
        games.retain(|_, sender| !sender.is_closed());
        games.entry(game).or_insert_with(|| watch::channel(0).0).subscribe()
    }
}
