//! Those at a game are told when somebody comes or goes. Where there are other nodes, a room keeps what they say of who is
//! there: one question for all who are in it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::sharing::{Sharer, Sharing};
use super::{Audience, MOST, lock};
use bus::Topic;
use play::id::GameId;

/// It is not asked more often than this who is at a game.
const NOT_BEFORE: Duration = Duration::from_secs(1);
/// So often it is asked if nobody is heard to come or go: a node that dies does not say good-bye.
const QUIET: Duration = Duration::from_secs(30);

/// The rooms of all games that somebody here looks at.
#[derive(Clone, Default)]
pub(super) struct Rooms(Arc<Mutex<HashMap<GameId, Arc<Room>>>>);

struct Room {
    told: watch::Sender<()>,
    /// Who is at other nodes; nothing: it is not known yet.
    elsewhere: Mutex<Option<Audience>>,
}

impl Rooms {
    /// Tells when somebody comes or goes.
    pub(super) fn subscribe(&self, game: GameId, sharing: Option<&Sharing>) -> watch::Receiver<()> {
        let mut rooms = lock(&self.0);
        if let Some(room) = rooms.get(&game) {
            return room.told.subscribe();
        }
        if rooms.len() >= MOST {
            rooms.retain(|_, room| room.told.receiver_count() > 0);
        }
        let (told, heard) = watch::channel(());
        let room = Arc::new(Room { told, elsewhere: Mutex::default() });
        rooms.insert(game, Arc::clone(&room));
        if let Some(sharing) = sharing {
            tokio::spawn(keep(self.clone(), game, room, sharing.sharer()));
        }
        heard
    }

    /// Tells those at a game that somebody has come or gone.
    pub(super) fn tell(&self, game: GameId) {
        let mut rooms = lock(&self.0);
        match rooms.get(&game) {
            Some(room) if room.told.receiver_count() > 0 => room.told.send_replace(()),
            Some(_) => drop(rooms.remove(&game)),
            None => {}
        }
    }

    /// Who is at other nodes; nothing: it is not known yet.
    pub(super) fn elsewhere(&self, game: GameId) -> Option<Audience> {
        let room = lock(&self.0).get(&game).cloned()?;
        lock(&room.elsewhere).clone()
    }

    /// Closes a room if nobody is in it; false: somebody has come meanwhile.
    fn close(&self, game: GameId, room: &Arc<Room>) -> bool {
        let mut rooms = lock(&self.0);
        if !rooms.get(&game).is_some_and(|known| Arc::ptr_eq(known, room)) {
            return true;
        }
        let is_empty = room.told.receiver_count() == 0;
        if is_empty {
            rooms.remove(&game);
        }
        is_empty
    }
}

/// Asks who is at other nodes when somebody there has come or gone, for as long as somebody is here.
async fn keep(rooms: Rooms, game: GameId, room: Arc<Room>, sharer: Arc<Sharer>) {
    let mut stirred = sharer.bus.subscribe(Topic::Presence(game));
    loop {
        stirred.borrow_and_update();
        let found = sharer.elsewhere(game).await;
        let quiet = if found.is_ok() { QUIET } else { NOT_BEFORE };
        match found {
            Ok(found) => {
                let found = Some(found);
                let mut elsewhere = lock(&room.elsewhere);
                let changed = *elsewhere != found;
                *elsewhere = found;
                drop(elsewhere);
                if changed {
                    room.told.send_replace(());
                }
            }
            Err(error) => tracing::debug!(%game, %error, "it cannot be told who is here"),
        }
        let again = async {
            sleep(NOT_BEFORE).await;
            timeout(quiet, stirred.changed()).await
        };
        tokio::select! {
            _ = again => {}
            () = room.told.closed() => {
                if rooms.close(game, &room) {
                    return;
                }
            }
        }
    }
}
