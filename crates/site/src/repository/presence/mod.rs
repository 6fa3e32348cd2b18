//! Who sits at a table now.
//!
//! A node knows its own connections. Where there are other nodes, it tells the store of them, and learns from it who is
//! connected elsewhere; where there are none, what it knows is all there is.

mod audiences;
mod sharing;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use audiences::Rooms;
use bus::Bus;
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use sharing::{Sharing, Trace};
use store::Store;
use store::clock;

/// So many absences are remembered before the oldest are forgotten.
const MOST: usize = 100_000;
/// An absence that is older than this need not be remembered: whoever is not known has been away for longer.
const LONG_AGO: Duration = Duration::from_secs(3600);
/// Signs of life of somebody who is not connected are told to other nodes so often at the most.
const SIGNS: Duration = Duration::from_secs(10);

/// Who is connected to which game.
#[derive(Clone)]
pub struct Presence {
    book: Arc<Book>,
    /// How other nodes are told, if there are any.
    sharing: Option<Arc<Sharing>>,
}

struct Book {
    /// Those whom this node has seen.
    seen: Mutex<HashMap<(GameId, AccountId), Seen>>,
    /// How many look on at each game at this node.
    watching: Mutex<HashMap<GameId, usize>>,
    rooms: Rooms,
    /// Before that, nobody could be seen.
    since: Timestamp,
}

#[derive(Clone, Copy)]
struct Seen {
    connections: usize,
    /// When the last connection ended, or the last command came.
    last: Timestamp,
    /// What other nodes were told: connected or not, and when.
    told: Option<(bool, Timestamp)>,
}

/// Who is at a game, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audience {
    /// Players who are connected.
    pub players: Vec<AccountId>,
    /// How many look on.
    pub spectators: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing in here can be left half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Presence {
    pub(super) fn new(now: Timestamp) -> Self {
        let (seen, watching, rooms) = (Mutex::default(), Mutex::default(), Rooms::default());
        Self { book: Arc::new(Book { seen, watching, rooms, since: now }), sharing: None }
    }

    /// Tells other nodes who is at this one, and asks them.
    pub(super) fn shared(self, node: NodeId, store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Self {
        let sharing = Sharing::start(Arc::clone(&self.book), node, store, bus);
        Self { sharing: Some(Arc::new(sharing)), ..self }
    }

    /// Tells other nodes that everybody here has gone, as far as that can be told in a moment.
    pub async fn farewell(&self) {
        if let Some(sharing) = &self.sharing {
            sharing.farewell(&self.book).await;
        }
    }

    /// A player sits down, until what is given back is dropped.
    #[must_use]
    pub fn arrive(&self, game: GameId, account: AccountId) -> PlayerPresence {
        let now = clock::now();
        let mut seen = lock(&self.book.seen);
        if seen.len() >= MOST {
            seen.retain(|_, seen| seen.connections > 0 || now.since(seen.last) < LONG_AGO);
        }
        seen.entry((game, account)).or_insert_with(|| Seen::at(now)).connections += 1;
        drop(seen);
        self.changed(game, account);
        PlayerPresence { presence: self.clone(), game, account }
    }

    /// Tells when a player comes or goes, and when it is first known who is here.
    #[must_use]
    pub fn subscribe(&self, game: GameId) -> watch::Receiver<()> {
        self.book.rooms.subscribe(game, self.sharing.as_deref())
    }

    fn changed(&self, game: GameId, account: AccountId) {
        self.book.rooms.tell(game);
        if let Some(sharing) = &self.sharing {
            sharing.player_changed(game, account);
        }
    }

    /// Somebody looks on, until what is given back is dropped.
    #[must_use]
    pub fn watch(&self, game: GameId) -> SpectatorGuard {
        *lock(&self.book.watching).entry(game).or_default() += 1;
        if let Some(sharing) = &self.sharing {
            sharing.spectators_changed(game);
        }
        SpectatorGuard { presence: self.clone(), game }
    }

    /// Who is here, as far as is known without asking anybody; nothing: it is not known yet.
    #[must_use]
    pub fn gathering(&self, game: GameId, players: &[AccountId]) -> Option<Audience> {
        let own = lock(&self.book.watching).get(&game).copied().unwrap_or_default();
        let others = match &self.sharing {
            Some(_) => self.book.rooms.elsewhere(game)?,
            None => Audience { players: Vec::new(), spectators: 0 },
        };
        let here = |account: &&AccountId| {
            self.book.trace(game, **account) == Trace::PlayerPresence || others.players.contains(account)
        };
        let players = players.iter().filter(here).copied().collect();
        Some(Audience { players, spectators: own + others.spectators })
    }

    /// How many players are connected to their games at this node, and how many connections look on.
    #[must_use]
    pub fn here(&self) -> (usize, usize) {
        let players = lock(&self.book.seen).values().filter(|seen| seen.connections > 0).count();
        (players, lock(&self.book.watching).values().sum())
    }

    /// Somebody has shown signs of life.
    pub(super) fn touch(&self, game: GameId, account: AccountId, now: Timestamp) {
        let mut all = lock(&self.book.seen);
        let seen = all.entry((game, account)).or_insert_with(|| Seen::at(now));
        seen.last = seen.last.max(now);
        let told_lately = seen.told.is_some_and(|(here, at)| here || now.since(at) < SIGNS);
        let is_news = seen.connections == 0 && !told_lately;
        drop(all);
        if let Some(sharing) = self.sharing.as_ref().filter(|_| is_news) {
            sharing.player_changed(game, account);
        }
    }

    /// For how long somebody has been away; nothing for who is here. Other nodes are asked, and where they cannot be, nobody
    /// is taken for away.
    pub async fn away(&self, game: GameId, account: AccountId, now: Timestamp) -> Option<Duration> {
        let own = self.book.trace(game, account);
        let elsewhere = match &self.sharing {
            Some(sharing) if own != Trace::PlayerPresence => sharing.trace(game, account).await,
            _ => Ok(Trace::Unknown),
        };
        let elsewhere = elsewhere.unwrap_or_else(|error| {
            tracing::warn!(%error, "it cannot be told who is here");
            Trace::PlayerPresence
        });
        match (own, elsewhere) {
            (Trace::PlayerPresence, _) | (_, Trace::PlayerPresence) => None,
            (Trace::Left(one), Trace::Left(other)) => Some(now.since(one.max(other))),
            (Trace::Left(last), Trace::Unknown) | (Trace::Unknown, Trace::Left(last)) => {
                Some(now.since(last))
            }
            (Trace::Unknown, Trace::Unknown) => Some(now.since(self.book.since)),
        }
    }
}

impl Seen {
    fn at(now: Timestamp) -> Self {
        Self { connections: 0, last: now, told: None }
    }
}

impl Book {
    /// What this node itself knows of somebody.
    fn trace(&self, game: GameId, account: AccountId) -> Trace {
        match lock(&self.seen).get(&(game, account)) {
            Some(seen) if seen.connections > 0 => Trace::PlayerPresence,
            Some(seen) => Trace::Left(seen.last),
            None => Trace::Unknown,
        }
    }
}

/// Somebody sits at a table.
pub struct PlayerPresence {
    presence: Presence,
    game: GameId,
    account: AccountId,
}

impl Drop for PlayerPresence {
    fn drop(&mut self) {
        let now = clock::now();
        if let Some(seen) = lock(&self.presence.book.seen).get_mut(&(self.game, self.account)) {
            seen.connections = seen.connections.saturating_sub(1);
            seen.last = now;
        }
        self.presence.changed(self.game, self.account);
    }
}

/// Somebody looks on.
pub struct SpectatorGuard {
    presence: Presence,
    game: GameId,
}

impl Drop for SpectatorGuard {
    fn drop(&mut self) {
        let mut watching = lock(&self.presence.book.watching);
        if let Some(count) = watching.get_mut(&self.game) {
            *count -= 1;
            if *count == 0 {
                watching.remove(&self.game);
            }
        }
        drop(watching);
        if let Some(sharing) = &self.presence.sharing {
            sharing.spectators_changed(self.game);
        }
    }
}
