//! What nodes tell each other, through the store, of who is connected to them.
//!
//! What has changed is written in the background, in order, and what changed back meanwhile is not written at all. A node
//! that could not write tells everything again when it can.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tracing::Instrument;

use super::{Audience, Book, lock};
use bus::{Bus, Topic};
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use store::clock;
use store::{PresenceRecord, Store, StoreError};

/// So many things are written at a time.
const AT_A_TIME: usize = 16;
/// So many questions are asked at a time: those who play come first.
const QUESTIONS: usize = 4;
/// So often it is told how many look on, if that has changed.
const SPECTATORS: Duration = Duration::from_secs(2);
/// So long after a failure it is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// For so long a good-bye may take.
const FAREWELL: Duration = Duration::from_millis(800);

type Sitting = (GameId, AccountId);

/// Tells other nodes, until it is dropped.
pub(super) struct Sharing {
    sharer: Arc<Sharer>,
    writing: JoinHandle<()>,
}

/// What is told, and to whom.
pub(super) struct Sharer {
    node: NodeId,
    store: Arc<dyn Store>,
    pub(super) bus: Arc<dyn Bus>,
    pending: Mutex<Pending>,
    more: Notify,
    asking: Semaphore,
    /// How many look on here, as the others know it.
    spectators_told: Mutex<HashMap<GameId, u32>>,
}

#[derive(Default)]
struct Pending {
    players: HashSet<Sitting>,
    spectators: HashSet<GameId>,
}

/// What is known of somebody at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trace {
    PlayerPresence,
    Left(Timestamp),
    Unknown,
}

impl Sharing {
    pub(super) fn start(book: Arc<Book>, node: NodeId, store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Self {
        let sharer = Arc::new(Sharer {
            node,
            store,
            bus,
            pending: Mutex::default(),
            more: Notify::new(),
            asking: Semaphore::new(QUESTIONS),
            spectators_told: Mutex::default(),
        });
        let writing = tokio::spawn(Arc::clone(&sharer).write(book).in_current_span());
        Self { sharer, writing }
    }

    pub(super) fn sharer(&self) -> Arc<Sharer> {
        Arc::clone(&self.sharer)
    }

    /// Somebody has come or gone, or has shown signs of life.
    pub(super) fn player_changed(&self, game: GameId, account: AccountId) {
        lock(&self.sharer.pending).players.insert((game, account));
        self.sharer.more.notify_one();
    }

    /// Somebody has begun or ceased to look on.
    pub(super) fn spectators_changed(&self, game: GameId) {
        lock(&self.sharer.pending).spectators.insert(game);
    }

    /// When somebody was seen last, at any node.
    pub(super) async fn trace(&self, game: GameId, account: AccountId) -> Result<Trace, StoreError> {
        let PresenceRecord { players, .. } = self.sharer.store.presence(game, clock::now()).await?;
        let known = players.into_iter().find(|(player, _)| *player == account);
        Ok(known.map_or(Trace::Unknown, |(_, left)| left.map_or(Trace::PlayerPresence, Trace::Left)))
    }

    /// Everybody here goes.
    pub(super) async fn farewell(&self, book: &Book) {
        self.writing.abort();
        let now = clock::now();
        let told_here = |seen: &super::Seen| seen.told.is_some_and(|(here, _)| here);
        let here: Vec<Sitting> = lock(&book.seen)
            .iter()
            .filter(|(_, seen)| told_here(seen))
            .map(|(sitting, _)| *sitting)
            .collect();
        let watched: Vec<GameId> = lock(&self.sharer.spectators_told).keys().copied().collect();
        let Sharer { node, store, bus, .. } = self.sharer.as_ref();
        let going = async {
            for some in here.chunks(AT_A_TIME) {
                let gone =
                    some.iter().map(|(game, account)| store.record_presence(*node, *game, *account, 0, now));
                // Who is not signed off has gone with this node a little later.
                let _ = join_all(gone).await;
                some.iter().for_each(|(game, _)| bus.notify(Topic::Presence(*game)));
            }
            for some in watched.chunks(AT_A_TIME) {
                let _ = join_all(some.iter().map(|game| store.watch(*node, *game, 0))).await;
            }
        };
        let _ = timeout(FAREWELL, going).await;
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        self.writing.abort();
    }
}

impl Sharer {
    /// Who is at other nodes.
    pub(super) async fn elsewhere(&self, game: GameId) -> Result<Audience, StoreError> {
        // It is never closed.
        let _asking = self.asking.acquire().await;
        let own = lock(&self.spectators_told).get(&game).copied().unwrap_or_default();
        let PresenceRecord { players, spectators } = self.store.presence(game, clock::now()).await?;
        let here = players.into_iter().filter(|(_, left)| left.is_none()).map(|(player, _)| player);
        Ok(Audience { players: here.collect(), spectators: spectators.saturating_sub(own) as usize })
    }

    async fn write(self: Arc<Self>, book: Arc<Book>) {
        let mut ticks = interval(SPECTATORS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failed = false;
        loop {
            let spectators = tokio::select! {
                () = self.more.notified() => false,
                _ = ticks.tick() => true,
            };
            let written = async {
                self.write_players(&book).await?;
                if failed {
                    self.tell_all_again(&book);
                    self.write_players(&book).await?;
                }
                if spectators { self.write_spectators(&book).await } else { Ok(()) }
            };
            match written.await {
                Ok(()) => failed = false,
                Err(error) => {
                    tracing::debug!(%error, "it cannot be told who is here");
                    failed = true;
                    sleep(AGAIN).await;
                    self.more.notify_one();
                }
            }
        }
    }

    /// The store may have missed anything.
    fn tell_all_again(&self, book: &Book) {
        let mut pending = lock(&self.pending);
        for (sitting, seen) in lock(&book.seen).iter_mut().filter(|(_, seen)| seen.connections > 0) {
            seen.told = None;
            pending.players.insert(*sitting);
        }
    }

    async fn write_players(&self, book: &Book) -> Result<(), StoreError> {
        loop {
            let some: Vec<Sitting> = {
                let mut pending = lock(&self.pending);
                let some: Vec<Sitting> = pending.players.iter().take(AT_A_TIME).copied().collect();
                pending.players.retain(|sitting| !some.contains(sitting));
                some
            };
            if some.is_empty() {
                return Ok(());
            }
            let written = join_all(some.iter().map(|sitting| self.write_player(book, *sitting))).await;
            let mut error = None;
            for (sitting, written) in some.into_iter().zip(written) {
                if let Err(why) = written {
                    lock(&self.pending).players.insert(sitting);
                    error = Some(why);
                }
            }
            error.map_or(Ok(()), Err)?;
        }
    }

    async fn write_player(&self, book: &Book, (game, account): Sitting) -> Result<(), StoreError> {
        let Some(seen) = lock(&book.seen).get(&(game, account)).copied() else { return Ok(()) };
        let here = seen.connections > 0;
        let was_here = seen.told.is_some_and(|(here, _)| here);
        if here && was_here {
            return Ok(());
        }
        let connections = u32::try_from(seen.connections).unwrap_or(u32::MAX);
        let at = if here { clock::now() } else { seen.last };
        self.store.record_presence(self.node, game, account, connections, at).await?;
        if let Some(seen) = lock(&book.seen).get_mut(&(game, account)) {
            seen.told = Some((here, at));
        }
        if here != was_here {
            self.bus.notify(Topic::Presence(game));
        }
        Ok(())
    }

    async fn write_spectators(&self, book: &Book) -> Result<(), StoreError> {
        let games: Vec<GameId> = lock(&self.pending).spectators.iter().copied().collect();
        for game in games {
            let watching = lock(&book.watching).get(&game).copied().unwrap_or_default();
            let watching = u32::try_from(watching).unwrap_or(u32::MAX);
            lock(&self.pending).spectators.remove(&game);
            let told = lock(&self.spectators_told).get(&game).copied().unwrap_or_default();
            if watching == told {
                continue;
            }
            if let Err(error) = self.store.watch(self.node, game, watching).await {
                lock(&self.pending).spectators.insert(game);
                return Err(error);
            }
            let mut all_told = lock(&self.spectators_told);
            if watching == 0 {
                all_told.remove(&game);
            } else {
                all_told.insert(game, watching);
            }
            drop(all_told);
            self.bus.notify(Topic::Presence(game));
        }
        Ok(())
    }
}
