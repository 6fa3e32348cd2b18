//! Who sits at a table now.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::id::{AccountId, GameId};
use crate::time::Timestamp;

/// So many absences are remembered before the oldest are forgotten.
const MOST: usize = 100_000;
/// An absence that is older than this need not be remembered: whoever is not known has been away for longer.
const LONG_AGO: Duration = Duration::from_secs(3600);

/// Who is connected to which game.
#[derive(Clone)]
pub struct Presence {
    seen: Arc<Mutex<HashMap<(GameId, AccountId), Seen>>>,
    /// What is told to those at a game when a player comes or goes.
    rooms: Arc<Mutex<HashMap<GameId, watch::Sender<()>>>>,
    /// How many look on at each game.
    watching: Arc<Mutex<HashMap<GameId, usize>>>,
    /// Before that, nobody could be seen.
    since: Timestamp,
}

#[derive(Clone, Copy)]
struct Seen {
    connections: usize,
    /// When the last connection ended, or the last command came.
    last: Timestamp,
}

impl Presence {
    pub(super) fn new(now: Timestamp) -> Self {
        Self { seen: Arc::default(), rooms: Arc::default(), watching: Arc::default(), since: now }
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<(GameId, AccountId), Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player sits down, until what is given back is dropped.
    #[must_use]
    pub fn arrive(&self, game: GameId, account: AccountId) -> Here {
        let mut seen = self.seen();
        let now = Timestamp::now();
        if seen.len() >= MOST {
            seen.retain(|_, seen| seen.connections > 0 || now.since(seen.last) < LONG_AGO);
        }
        seen.entry((game, account)).or_insert(Seen { connections: 0, last: now }).connections += 1;
        drop(seen);
        self.tell(game);
        Here { presence: self.clone(), game, account }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, watch::Sender<()>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells when a player comes or goes.
    #[must_use]
    pub fn listen(&self, game: GameId) -> watch::Receiver<()> {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST {
            rooms.retain(|_, room| room.receiver_count() > 0);
        }
        rooms.entry(game).or_insert_with(|| watch::channel(()).0).subscribe()
    }

    fn tell(&self, game: GameId) {
        let mut rooms = self.rooms();
        match rooms.get(&game) {
            Some(room) if room.receiver_count() > 0 => room.send_replace(()),
            Some(_) => drop(rooms.remove(&game)),
            None => {}
        }
    }

    fn watching(&self) -> MutexGuard<'_, HashMap<GameId, usize>> {
        self.watching.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody looks on, until what is given back is dropped.
    #[must_use]
    pub fn watch(&self, game: GameId) -> Watching {
        *self.watching().entry(game).or_default() += 1;
        Watching { presence: self.clone(), game }
    }

    /// How many look on.
    #[must_use]
    pub fn spectators(&self, game: GameId) -> usize {
        self.watching().get(&game).copied().unwrap_or_default()
    }

    /// How many players are connected to their games here, and how many connections look on.
    #[must_use]
    pub fn here(&self) -> (usize, usize) {
        let players = self.seen().values().filter(|seen| seen.connections > 0).count();
        (players, self.watching().values().sum())
    }

    /// Somebody has shown signs of life.
    pub(super) fn touch(&self, game: GameId, account: AccountId, now: Timestamp) {
        let mut seen = self.seen();
        let seen = seen.entry((game, account)).or_insert(Seen { connections: 0, last: now });
        seen.last = seen.last.max(now);
    }

    /// For how long somebody has been away; nothing for who is here.
    #[must_use]
    pub fn away(&self, game: GameId, account: AccountId, now: Timestamp) -> Option<Duration> {
        match self.seen().get(&(game, account)) {
            Some(seen) if seen.connections > 0 => None,
            Some(seen) => Some(now.since(seen.last)),
            None => Some(now.since(self.since)),
        }
    }
}

/// Somebody sits at a table.
pub struct Here {
    presence: Presence,
    game: GameId,
    account: AccountId,
}

impl Drop for Here {
    fn drop(&mut self) {
        let now = Timestamp::now();
        if let Some(seen) = self.presence.seen().get_mut(&(self.game, self.account)) {
            seen.connections = seen.connections.saturating_sub(1);
            seen.last = now;
        }
        self.presence.tell(self.game);
    }
}

/// Somebody looks on.
pub struct Watching {
    presence: Presence,
    game: GameId,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut watching = self.presence.watching();
        if let Some(count) = watching.get_mut(&self.game) {
            *count -= 1;
            if *count == 0 {
                watching.remove(&self.game);
            }
        }
    }
}
