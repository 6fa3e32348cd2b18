//! State that nodes share while they run. One process serves an SQLite file, so this state is kept in memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::clock;
use crate::records::PresenceRecord;
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;

#[derive(Default)]
pub(super) struct Cluster {
    secret: OnceLock<String>,
    games: Mutex<HashMap<GameId, GamePresence>>,
}

#[derive(Default)]
struct GamePresence {
    /// The number of connections, and the time of the last change.
    players: HashMap<(AccountId, NodeId), (u32, Timestamp)>,
    spectators: HashMap<NodeId, u32>,
}

impl Cluster {
    fn games(&self) -> MutexGuard<'_, HashMap<GameId, GamePresence>> {
        // No operation leaves the map inconsistent, so a poisoned lock can be used.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn time(&self) -> Timestamp {
        clock::machine_time()
    }

    pub(super) fn shared_secret(&self, new: String) -> String {
        self.secret.get_or_init(|| new).clone()
    }

    pub(super) fn record_presence(
        &self,
        node: NodeId,
        game: GameId,
        account: AccountId,
        connections: u32,
        now: Timestamp,
    ) {
        self.games().entry(game).or_default().players.insert((account, node), (connections, now));
    }

    pub(super) fn record_spectators(&self, node: NodeId, game: GameId, spectators: u32) {
        self.games().entry(game).or_default().spectators.insert(node, spectators);
    }

    /// The only process holds the lease.
    pub(super) fn lease_cleanup(&self, _node: NodeId, _now: Timestamp, _until: Timestamp) -> bool {
        true
    }

    pub(super) fn presence(&self, game: GameId, _now: Timestamp) -> PresenceRecord {
        let games = self.games();
        let Some(presence) = games.get(&game) else { return PresenceRecord::default() };
        let mut players: HashMap<AccountId, Option<Timestamp>> = HashMap::new();
        for (&(account, _), &(connections, last)) in &presence.players {
            let left_at = if connections > 0 { None } else { Some(last) };
            let latest = players.entry(account).or_insert(left_at);
            // A connection at any node counts; without one, the latest time does.
            *latest = latest.and_then(|latest| left_at.map(|left_at| left_at.max(latest)));
        }
        let mut players: Vec<_> = players.into_iter().collect();
        players.sort_unstable();
        PresenceRecord { players, spectators: presence.spectators.values().sum() }
    }

    pub(super) fn delete_absent(&self, before: Timestamp) {
        let mut games = self.games();
        games.retain(|_, presence| {
            presence.players.retain(|_, (connections, last)| *connections > 0 || *last >= before);
            presence.spectators.retain(|_, count| *count > 0);
            !presence.players.is_empty() || !presence.spectators.is_empty()
        });
    }
}
