//! Presence shared between nodes through the store.
//!
//! Changes are written in the background, in order; a change that is reverted before it is written is not written at all.
//! After a failure, a node writes all its connections again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tracing::Instrument;

use super::{Audience, LocalPresence, PlayerEntry, lock};
use bus::{Bus, Topic};
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use store::clock;
use store::{PresenceRecord, Store, StoreError};

/// Maximum number of concurrent writes.
const MAX_WRITES: usize = 16;
/// Maximum number of concurrent queries, so that commands are not kept waiting.
const MAX_QUERIES: usize = 4;
/// The time between writes of changed spectator counts.
const SPECTATOR_INTERVAL: Duration = Duration::from_secs(2);
/// The time until a failed write is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Maximum time that signing off takes.
const SIGN_OFF_TIMEOUT: Duration = Duration::from_millis(800);

type PlayerKey = (GameId, AccountId);

/// Writes the presence at this node until it is dropped.
pub(super) struct SharedPresence {
    writer: Arc<PresenceWriter>,
    task: JoinHandle<()>,
}

pub(super) struct PresenceWriter {
    node: NodeId,
    store: Arc<dyn Store>,
    pub(super) bus: Arc<dyn Bus>,
    pending: Mutex<PendingWrites>,
    player_pending: Notify,
    queries: Semaphore,
    /// The number of spectators of each game that was last written.
    written_spectators: Mutex<HashMap<GameId, u32>>,
}

#[derive(Default)]
struct PendingWrites {
    players: HashSet<PlayerKey>,
    spectators: HashSet<GameId>,
}

/// When a player was last seen at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LastSeen {
    Connected,
    Left(Timestamp),
    Unknown,
}

impl SharedPresence {
    pub(super) fn start(
        local: Arc<LocalPresence>,
        node: NodeId,
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
    ) -> Self {
        let writer = Arc::new(PresenceWriter {
            node,
            store,
            bus,
            pending: Mutex::default(),
            player_pending: Notify::new(),
            queries: Semaphore::new(MAX_QUERIES),
            written_spectators: Mutex::default(),
        });
        let task = tokio::spawn(Arc::clone(&writer).run(local).in_current_span());
        Self { writer, task }
    }

    pub(super) fn writer(&self) -> Arc<PresenceWriter> {
        Arc::clone(&self.writer)
    }

    /// Schedules a write for a player who has connected or disconnected, or was active.
    pub(super) fn on_player_change(&self, game: GameId, account: AccountId) {
        lock(&self.writer.pending).players.insert((game, account));
        self.writer.player_pending.notify_one();
    }

    /// Schedules a write of the number of spectators of a game.
    pub(super) fn on_spectator_change(&self, game: GameId) {
        lock(&self.writer.pending).spectators.insert(game);
    }

    /// Returns when a player was last seen at any node.
    pub(super) async fn last_seen(&self, game: GameId, account: AccountId) -> Result<LastSeen, StoreError> {
        let PresenceRecord { players, .. } = self.writer.store.presence(game, clock::now()).await?;
        let player = players.into_iter().find(|(player, _)| *player == account);
        Ok(player.map_or(LastSeen::Unknown, |(_, left)| left.map_or(LastSeen::Connected, LastSeen::Left)))
    }

    /// Records that all connections to this node end.
    pub(super) async fn sign_off(&self, local: &LocalPresence) {
        self.task.abort();
        let now = clock::now();
        let is_written = |player: &PlayerEntry| player.written.is_some_and(|(connected, _)| connected);
        let players: Vec<PlayerKey> = lock(&local.players)
            .iter()
            .filter(|(_, player)| is_written(player))
            .map(|(key, _)| *key)
            .collect();
        let watched: Vec<GameId> = lock(&self.writer.written_spectators).keys().copied().collect();
        let PresenceWriter { node, store, bus, .. } = self.writer.as_ref();
        let write_all = async {
            for chunk in players.chunks(MAX_WRITES) {
                let writes =
                    chunk.iter().map(|(game, account)| store.record_presence(*node, *game, *account, 0, now));
                // Without the write, the connection expires with the heartbeat of this node.
                let _ = join_all(writes).await;
                chunk.iter().for_each(|(game, _)| bus.notify(Topic::Presence(*game)));
            }
            for chunk in watched.chunks(MAX_WRITES) {
                let _ = join_all(chunk.iter().map(|game| store.record_spectators(*node, *game, 0))).await;
            }
        };
        let _ = timeout(SIGN_OFF_TIMEOUT, write_all).await;
    }
}

impl Drop for SharedPresence {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl PresenceWriter {
    /// Queries the audience of a game. Its players include those of this node, its spectators do not.
    pub(super) async fn remote_audience(&self, game: GameId) -> Result<Audience, StoreError> {
        // The semaphore is never closed.
        let _permit = self.queries.acquire().await;
        let own = lock(&self.written_spectators).get(&game).copied().unwrap_or_default();
        let PresenceRecord { players, spectators } = self.store.presence(game, clock::now()).await?;
        let connected = players.into_iter().filter(|(_, left)| left.is_none()).map(|(player, _)| player);
        Ok(Audience { players: connected.collect(), spectators: spectators.saturating_sub(own) as usize })
    }

    async fn run(self: Arc<Self>, local: Arc<LocalPresence>) {
        let mut ticks = interval(SPECTATOR_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failed = false;
        loop {
            let spectators_due = tokio::select! {
                () = self.player_pending.notified() => false,
                _ = ticks.tick() => true,
            };
            let write = async {
                self.write_players(&local).await?;
                if failed {
                    self.reschedule_connected(&local);
                    self.write_players(&local).await?;
                }
                if spectators_due { self.write_spectators(&local).await } else { Ok(()) }
            };
            match write.await {
                Ok(()) => failed = false,
                Err(error) => {
                    tracing::debug!(%error, "presence_write_failed");
                    failed = true;
                    sleep(RETRY_DELAY).await;
                    self.player_pending.notify_one();
                }
            }
        }
    }

    /// Schedules a write for all connected players: the store may have missed any of them.
    fn reschedule_connected(&self, local: &LocalPresence) {
        let mut pending = lock(&self.pending);
        for (key, player) in lock(&local.players).iter_mut().filter(|(_, player)| player.connections > 0) {
            player.written = None;
            pending.players.insert(*key);
        }
    }

    async fn write_players(&self, local: &LocalPresence) -> Result<(), StoreError> {
        loop {
            let chunk: Vec<PlayerKey> = {
                let mut pending = lock(&self.pending);
                let chunk: Vec<PlayerKey> = pending.players.iter().take(MAX_WRITES).copied().collect();
                pending.players.retain(|key| !chunk.contains(key));
                chunk
            };
            if chunk.is_empty() {
                return Ok(());
            }
            let results = join_all(chunk.iter().map(|key| self.write_player(local, *key))).await;
            let mut last_error = None;
            for (key, result) in chunk.into_iter().zip(results) {
                if let Err(error) = result {
                    lock(&self.pending).players.insert(key);
                    last_error = Some(error);
                }
            }
            last_error.map_or(Ok(()), Err)?;
        }
    }

    async fn write_player(
        &self,
        local: &LocalPresence,
        (game, account): PlayerKey,
    ) -> Result<(), StoreError> {
        let Some(player) = lock(&local.players).get(&(game, account)).copied() else { return Ok(()) };
        let connected = player.connections > 0;
        let was_connected = player.written.is_some_and(|(connected, _)| connected);
        if connected && was_connected {
            return Ok(());
        }
        let connections = u32::try_from(player.connections).unwrap_or(u32::MAX);
        let at = if connected { clock::now() } else { player.last };
        self.store.record_presence(self.node, game, account, connections, at).await?;
        if let Some(player) = lock(&local.players).get_mut(&(game, account)) {
            player.written = Some((connected, at));
        }
        if connected != was_connected {
            self.bus.notify(Topic::Presence(game));
        }
        Ok(())
    }

    async fn write_spectators(&self, local: &LocalPresence) -> Result<(), StoreError> {
        let games: Vec<GameId> = lock(&self.pending).spectators.iter().copied().collect();
        for game in games {
            let count = lock(&local.spectators).get(&game).copied().unwrap_or_default();
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            lock(&self.pending).spectators.remove(&game);
            let written = lock(&self.written_spectators).get(&game).copied().unwrap_or_default();
            if count == written {
                continue;
            }
            if let Err(error) = self.store.record_spectators(self.node, game, count).await {
                lock(&self.pending).spectators.insert(game);
                return Err(error);
            }
            let mut all_written = lock(&self.written_spectators);
            if count == 0 {
                all_written.remove(&game);
            } else {
                all_written.insert(game, count);
            }
            drop(all_written);
            self.bus.notify(Topic::Presence(game));
        }
        Ok(())
    }
}
