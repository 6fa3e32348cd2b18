//! The games that connections to this node watch.
//!
//! A connection subscribes to changes of the connected players and, with several nodes, of the audience at the other nodes:
//! players and spectators. A task per game queries it, so that connections to one game share the query.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::shared::{PresenceWriter, SharedPresence};
use super::{Audience, PRUNE_THRESHOLD, lock};
use bus::Topic;
use play::id::GameId;

/// Minimum time between two queries of a game.
const MIN_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum time between two queries of a game without notifications, because a node that dies sends none.
const MAX_INTERVAL: Duration = Duration::from_secs(30);

/// The watched games of this node.
#[derive(Clone, Default)]
pub(super) struct WatchedGames(Arc<Mutex<HashMap<GameId, Arc<WatchedGame>>>>);

struct WatchedGame {
    changed: watch::Sender<()>,
    /// The audience at other nodes; `None` if it is not known yet.
    remote: Mutex<Option<Audience>>,
}

impl WatchedGames {
    /// Subscribes to changes of the connected players and of the audience at other nodes.
    pub(super) fn subscribe(&self, game: GameId, shared: Option<&SharedPresence>) -> watch::Receiver<()> {
        let mut games = lock(&self.0);
        if let Some(watched) = games.get(&game) {
            return watched.changed.subscribe();
        }
        if games.len() >= PRUNE_THRESHOLD {
            games.retain(|_, watched| watched.changed.receiver_count() > 0);
        }
        let (changed, receiver) = watch::channel(());
        let watched = Arc::new(WatchedGame { changed, remote: Mutex::default() });
        games.insert(game, Arc::clone(&watched));
        if let Some(shared) = shared {
            tokio::spawn(refresh_remote(self.clone(), game, watched, shared.writer()));
        }
        receiver
    }

    /// Notifies subscribers that the connected players of a game have changed. Removes a game without subscribers.
    pub(super) fn notify(&self, game: GameId) {
        let mut games = lock(&self.0);
        match games.get(&game) {
            Some(watched) if watched.changed.receiver_count() > 0 => watched.changed.send_replace(()),
            Some(_) => drop(games.remove(&game)),
            None => {}
        }
    }

    /// Returns the audience at other nodes; `None` if it is not known yet.
    pub(super) fn remote(&self, game: GameId) -> Option<Audience> {
        let watched = lock(&self.0).get(&game).cloned()?;
        lock(&watched.remote).clone()
    }

    /// Removes a game if it has no subscribers. Returns whether `watched` is no longer in use.
    fn remove_unused(&self, game: GameId, watched: &Arc<WatchedGame>) -> bool {
        let mut games = lock(&self.0);
        if !games.get(&game).is_some_and(|current| Arc::ptr_eq(current, watched)) {
            return true;
        }
        let is_unused = watched.changed.receiver_count() == 0;
        if is_unused {
            games.remove(&game);
        }
        is_unused
    }
}

/// Queries the audience at other nodes on each of their notifications, until the game has no subscribers here.
async fn refresh_remote(
    games: WatchedGames,
    game: GameId,
    watched: Arc<WatchedGame>,
    writer: Arc<PresenceWriter>,
) {
    let mut notified = writer.bus.subscribe(Topic::Presence(game));
    loop {
        notified.borrow_and_update();
        let result = writer.remote_audience(game).await;
        let max_interval = if result.is_ok() { MAX_INTERVAL } else { MIN_INTERVAL };
        match result {
            Ok(audience) => {
                let audience = Some(audience);
                let mut remote = lock(&watched.remote);
                let changed = *remote != audience;
                *remote = audience;
                drop(remote);
                if changed {
                    watched.changed.send_replace(());
                }
            }
            Err(error) => tracing::debug!(%game, %error, "presence_query_failed"),
        }
        let next_query = async {
            sleep(MIN_INTERVAL).await;
            timeout(max_interval, notified.changed()).await
        };
        tokio::select! {
            _ = next_query => {}
            () = watched.changed.closed() => {
                if games.remove_unused(game, &watched) {
                    return;
                }
            }
        }
    }
}
