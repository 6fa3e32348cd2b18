//! Presence: which players are connected to their games, and how many spectators watch.
//!
//! A node knows its own connections. With several nodes, each writes its connections to the store, and reads there who is
//! connected to the others.

mod shared;
mod watched_games;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use bus::Bus;
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use shared::{LastSeen, SharedPresence};
use store::Store;
use store::clock;
use watched_games::WatchedGames;

/// Number of entries above which old ones are pruned on insertion.
const PRUNE_THRESHOLD: usize = 100_000;
/// Age above which an absence need not be remembered: an unknown player has been away for longer.
const MAX_ABSENCE_AGE: Duration = Duration::from_secs(3600);
/// Minimum time between two records of activity without a connection.
const ACTIVITY_INTERVAL: Duration = Duration::from_secs(10);

/// The connections of players and spectators to games.
#[derive(Clone)]
pub struct Presence {
    local: Arc<LocalPresence>,
    /// Shares presence with other nodes, if there are any.
    shared: Option<Arc<SharedPresence>>,
}

type Players = HashMap<(GameId, AccountId), PlayerEntry>;

/// The connections to this node.
struct LocalPresence {
    players: Mutex<Players>,
    /// The number of spectators of each game.
    spectators: Mutex<HashMap<GameId, usize>>,
    watched_games: WatchedGames,
    /// When this node started to observe connections.
    since: Timestamp,
}

#[derive(Clone, Copy)]
struct PlayerEntry {
    connections: usize,
    /// When the last connection ended, or the last command came.
    last: Timestamp,
    /// The last state written for other nodes: whether connected, and when.
    written: Option<(bool, Timestamp)>,
}

/// The players and spectators at a game, as far as this node knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audience {
    /// The players who are connected.
    pub players: Vec<AccountId>,
    /// The number of connected spectators.
    pub spectators: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No critical section can panic halfway through a change.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the entry of a player. Prunes old entries before it inserts one.
fn get_or_insert(players: &mut Players, key: (GameId, AccountId), now: Timestamp) -> &mut PlayerEntry {
    if players.len() >= PRUNE_THRESHOLD && !players.contains_key(&key) {
        players.retain(|_, player| player.connections > 0 || now.since(player.last) < MAX_ABSENCE_AGE);
    }
    players.entry(key).or_insert_with(|| PlayerEntry::new(now))
}

impl Presence {
    pub(super) fn new(now: Timestamp) -> Self {
        let local = LocalPresence {
            players: Mutex::default(),
            spectators: Mutex::default(),
            watched_games: WatchedGames::default(),
            since: now,
        };
        Self { local: Arc::new(local), shared: None }
    }

    /// Shares presence with other nodes through the store.
    pub(super) fn with_sharing(self, node: NodeId, store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Self {
        let shared = SharedPresence::start(Arc::clone(&self.local), node, store, bus);
        Self { shared: Some(Arc::new(shared)), ..self }
    }

    /// Records for other nodes that all connections of this one end, as far as that takes less than a second.
    pub async fn sign_off(&self) {
        if let Some(shared) = &self.shared {
            shared.sign_off(&self.local).await;
        }
    }

    /// Adds a connection of a player to a game, until the guard is dropped.
    #[must_use]
    pub fn join(&self, game: GameId, account: AccountId) -> PlayerPresence {
        let now = clock::now();
        get_or_insert(&mut lock(&self.local.players), (game, account), now).connections += 1;
        self.on_player_change(game, account);
        PlayerPresence { presence: self.clone(), game, account }
    }

    /// Subscribes to changes of the connected players and, with several nodes, of the audience at other nodes (including
    /// its first query). Spectators of this node are not notified; connections report them every 10 seconds.
    #[must_use]
    pub fn subscribe(&self, game: GameId) -> watch::Receiver<()> {
        self.local.watched_games.subscribe(game, self.shared.as_deref())
    }

    fn on_player_change(&self, game: GameId, account: AccountId) {
        self.local.watched_games.notify(game);
        if let Some(shared) = &self.shared {
            shared.on_player_change(game, account);
        }
    }

    /// Adds a spectator to a game, until the guard is dropped.
    #[must_use]
    pub fn spectate(&self, game: GameId) -> SpectatorGuard {
        *lock(&self.local.spectators).entry(game).or_default() += 1;
        if let Some(shared) = &self.shared {
            shared.on_spectator_change(game);
        }
        SpectatorGuard { presence: self.clone(), game }
    }

    /// Returns the audience of a game with these players, without a query; `None` if that of other nodes is not known
    /// yet.
    #[must_use]
    pub fn audience(&self, game: GameId, players: &[AccountId]) -> Option<Audience> {
        let own = lock(&self.local.spectators).get(&game).copied().unwrap_or_default();
        let remote = match &self.shared {
            Some(_) => self.local.watched_games.remote(game)?,
            None => Audience { players: Vec::new(), spectators: 0 },
        };
        let is_connected = |account: &&AccountId| {
            self.local.last_seen(game, **account) == LastSeen::Connected || remote.players.contains(account)
        };
        let players = players.iter().filter(is_connected).copied().collect();
        Some(Audience { players, spectators: own + remote.spectators })
    }

    /// Returns the numbers of connected players and of spectators at this node.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let players = lock(&self.local.players).values().filter(|player| player.connections > 0).count();
        (players, lock(&self.local.spectators).values().sum())
    }

    /// Records activity of a player who may not be connected.
    pub(super) fn touch(&self, game: GameId, account: AccountId, now: Timestamp) {
        let mut players = lock(&self.local.players);
        let player = get_or_insert(&mut players, (game, account), now);
        player.last = player.last.max(now);
        let is_recent = |(connected, at): (bool, Timestamp)| connected || now.since(at) < ACTIVITY_INTERVAL;
        let is_due = player.connections == 0 && !player.written.is_some_and(is_recent);
        drop(players);
        if let Some(shared) = self.shared.as_ref().filter(|_| is_due) {
            shared.on_player_change(game, account);
        }
    }

    /// Returns how long a player has been away; `None` for a player who is present, at any node. If the store cannot be
    /// read, nobody counts as away.
    pub async fn away_for(&self, game: GameId, account: AccountId, now: Timestamp) -> Option<Duration> {
        let local = self.local.last_seen(game, account);
        let remote = match &self.shared {
            Some(shared) if local != LastSeen::Connected => shared.last_seen(game, account).await,
            _ => Ok(LastSeen::Unknown),
        };
        let remote = remote.unwrap_or_else(|error| {
            tracing::warn!(%game, %error, "presence_query_failed");
            LastSeen::Connected
        });
        match (local, remote) {
            (LastSeen::Connected, _) | (_, LastSeen::Connected) => None,
            (LastSeen::Left(one), LastSeen::Left(other)) => Some(now.since(one.max(other))),
            (LastSeen::Left(last), LastSeen::Unknown) | (LastSeen::Unknown, LastSeen::Left(last)) => {
                Some(now.since(last))
            }
            (LastSeen::Unknown, LastSeen::Unknown) => Some(now.since(self.local.since)),
        }
    }
}

impl PlayerEntry {
    fn new(now: Timestamp) -> Self {
        Self { connections: 0, last: now, written: None }
    }
}

impl LocalPresence {
    /// Returns when this node last saw a player.
    fn last_seen(&self, game: GameId, account: AccountId) -> LastSeen {
        match lock(&self.players).get(&(game, account)) {
            Some(player) if player.connections > 0 => LastSeen::Connected,
            Some(player) => LastSeen::Left(player.last),
            None => LastSeen::Unknown,
        }
    }
}

/// A connection of a player to a game.
pub struct PlayerPresence {
    presence: Presence,
    game: GameId,
    account: AccountId,
}

impl Drop for PlayerPresence {
    fn drop(&mut self) {
        let now = clock::now();
        if let Some(player) = lock(&self.presence.local.players).get_mut(&(self.game, self.account)) {
            player.connections = player.connections.saturating_sub(1);
            player.last = now;
        }
        self.presence.on_player_change(self.game, self.account);
    }
}

/// A connection of a spectator to a game.
pub struct SpectatorGuard {
    presence: Presence,
    game: GameId,
}

impl Drop for SpectatorGuard {
    fn drop(&mut self) {
        let mut spectators = lock(&self.presence.local.spectators);
        if let Some(count) = spectators.get_mut(&self.game) {
            *count -= 1;
            if *count == 0 {
                spectators.remove(&self.game);
            }
        }
        drop(spectators);
        if let Some(shared) = &self.presence.shared {
            shared.on_spectator_change(self.game);
        }
    }
}
