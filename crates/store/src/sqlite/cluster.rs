//! What nodes share while they run. One process serves a file, so it is kept in memory and ends with the process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::clock;
use crate::records::PresenceRecord;
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;

#[derive(Default)]
pub(super) struct Cluster {
    secret: OnceLock<String>,
    games: Mutex<HashMap<GameId, AtGame>>,
}

#[derive(Default)]
struct AtGame {
    /// How many connections, and when that changed.
    players: HashMap<(AccountId, NodeId), (u32, Timestamp)>,
    spectators: HashMap<NodeId, u32>,
}

impl Cluster {
    fn games(&self) -> MutexGuard<'_, HashMap<GameId, AtGame>> {
        // Nothing in here can be left half done.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn time(&self) -> Timestamp {
        clock::by_machine()
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

    pub(super) fn watch(&self, node: NodeId, game: GameId, spectators: u32) {
        self.games().entry(game).or_default().spectators.insert(node, spectators);
    }

    pub(super) fn presence(&self, game: GameId, _now: Timestamp) -> PresenceRecord {
        let games = self.games();
        let Some(at_game) = games.get(&game) else { return PresenceRecord::default() };
        let mut players: HashMap<AccountId, Option<Timestamp>> = HashMap::new();
        for (&(account, _), &(connections, last)) in &at_game.players {
            let seen = if connections > 0 { None } else { Some(last) };
            let known = players.entry(account).or_insert(seen);
            // Here at one node is here; otherwise the latest counts.
            *known = known.and_then(|known| seen.map(|seen| seen.max(known)));
        }
        let mut players: Vec<_> = players.into_iter().collect();
        players.sort_unstable();
        PresenceRecord { players, spectators: at_game.spectators.values().sum() }
    }

    pub(super) fn delete_absent(&self, before: Timestamp) {
        let mut games = self.games();
        games.retain(|_, at_game| {
            at_game.players.retain(|_, (connections, last)| *connections > 0 || *last >= before);
            at_game.spectators.retain(|_, count| *count > 0);
            !at_game.players.is_empty() || !at_game.spectators.is_empty()
        });
    }
}
