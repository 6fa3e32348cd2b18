//! Games as live connections follow them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::GameService;
use crate::error::SiteError;
use crate::repository::{Audience, GameEvent, PlayerPresence, SpectatorGuard};
use crate::services::GameRecord;
use bus::Topic;
use play::game::{GameState, Seat};
use play::id::{AccountId, GameId};
use store::clock;

/// The place of a live connection at a game, until it is dropped.
pub(crate) struct LivePlace {
    /// The number of the last event, whenever there are new ones.
    pub(crate) events: watch::Receiver<u64>,
    /// Changes when players come and go.
    pub(crate) presence: watch::Receiver<()>,
    /// The number of the last event when the connection began to listen.
    pub(crate) seq: u64,
    _player: Option<PlayerPresence>,
    _spectator: Option<SpectatorGuard>,
}

/// Who is at a game.
pub(crate) struct PresenceReport {
    pub(crate) white: bool,
    pub(crate) black: bool,
    pub(crate) spectators: usize,
    /// For a player: the time until the game can be claimed because the opponent has left.
    pub(crate) abandoned_in: Option<Duration>,
}

impl GameService {
    /// Takes a place at a game: that of a player, or that of a spectator.
    pub(crate) async fn join(&self, game: GameId, viewer: Option<AccountId>) -> Result<LivePlace, SiteError> {
        // Where it stands is read after the listening has begun: nothing is missed in between.
        let events = self.parts.bus.subscribe(Topic::Game(game));
        let table = Box::pin(self.table(game)).await?;
        let presence = self.parts.repository.presence();
        let player = viewer.filter(|viewer| table.terms().accounts().contains(viewer));
        Ok(LivePlace {
            events,
            presence: presence.subscribe(game),
            seq: table.seq(),
            _player: player.map(|player| presence.arrive(game, player)),
            _spectator: player.is_none().then(|| presence.watch(game)),
        })
    }

    /// Returns the table of a game as this node knows it, without a look into the log if it is in memory.
    pub(crate) async fn known_table(&self, game: GameId) -> Result<Arc<GameState>, SiteError> {
        Ok(self.parts.repository.known(game).await?)
    }

    /// Returns a game as this node knows it.
    pub(crate) async fn known(&self, game: GameId) -> Result<GameRecord, SiteError> {
        let stored = self.stored(game).await?;
        let table = self.known_table(game).await?;
        self.parts.rated_record(stored, table).await
    }

    /// Returns some events of a game after number `after`, which is known to have come to `until`.
    pub(crate) async fn news(
        &self,
        game: GameId,
        after: u64,
        until: u64,
    ) -> Result<Vec<Arc<GameEvent>>, SiteError> {
        Ok(self.parts.repository.news(game, after, until).await?)
    }

    /// Returns who is at a game, for a viewer; none if that is not known yet.
    pub(crate) async fn presence(
        &self,
        game: GameId,
        viewer: Option<AccountId>,
    ) -> Result<Option<PresenceReport>, SiteError> {
        let repository = &self.parts.repository;
        let table = self.known_table(game).await?;
        let Some(gathering) = repository.presence().gathering(game, &table.terms().accounts()) else {
            return Ok(None);
        };
        let Audience { players, spectators } = gathering;
        // The computer is always here.
        let here = |seat: Seat| seat.account().is_none_or(|account| players.contains(&account));
        let seats = table.terms().seats();
        let abandoned_in = match opponent_of(&table, viewer) {
            Some(opponent) => repository.abandoned_in(game, opponent, clock::now()).await,
            None => None,
        };
        let (white, black) = (here(seats.white), here(seats.black));
        Ok(Some(PresenceReport { white, black, spectators, abandoned_in }))
    }
}

/// Returns the person against whom a player plays; none for spectators, and against the computer or oneself.
fn opponent_of(table: &GameState, viewer: Option<AccountId>) -> Option<AccountId> {
    let [side] = table.sides_of(viewer?)[..] else { return None };
    table.terms().seats()[!side].account()
}
