//! Games for live connections.

use std::sync::Arc;
use std::time::Duration;

use draughts::ByColor;
use tokio::sync::watch;

use super::GameService;
use crate::error::SiteError;
use crate::limits::FrameLimit;
use crate::repository::{Audience, GameEvent, PlayerPresence, SpectatorGuard};
use crate::services::GameRecord;
use bus::Topic;
use play::game::{GameState, Seat};
use play::id::{AccountId, GameId};
use store::{RatingChange, clock};

/// The subscription of a live connection to a game. Its player or spectator is present until it is dropped.
pub(crate) struct GameSubscription {
    /// The number of the last event.
    pub(crate) events: watch::Receiver<u64>,
    /// Changes with the connected players and with the audience at other nodes, not with the spectators of this node.
    pub(crate) presence: watch::Receiver<()>,
    /// The number of the last event when the subscription began.
    pub(crate) seq: u64,
    _player: Option<PlayerPresence>,
    spectator: Option<SpectatorGuard>,
}

impl GameSubscription {
    /// Returns whether the subscriber does not play in the game.
    pub(crate) fn is_spectator(&self) -> bool {
        self.spectator.is_some()
    }
}

/// The players and spectators at a game, for one viewer.
pub(crate) struct PresenceReport {
    pub(crate) white: bool,
    pub(crate) black: bool,
    pub(crate) spectators: usize,
    /// For a player, the time until victory can be claimed because the opponent has left.
    pub(crate) abandoned_in: Option<Duration>,
}

/// The limit for the messages of a client on one live connection.
pub(crate) struct MessageLimit(FrameLimit);

impl MessageLimit {
    /// Counts a message, and rejects it if there were too many.
    pub(crate) fn check(&mut self) -> Result<(), SiteError> {
        Ok(self.0.check()?)
    }

    /// Returns whether the connection should end, because too many of its messages were rejected.
    pub(crate) fn is_flooded(&self) -> bool {
        self.0.is_flooded()
    }
}

impl GameService {
    /// Returns the limit for the messages of a new live connection.
    pub(crate) fn message_limit(&self) -> MessageLimit {
        MessageLimit(self.parts.limits.frame_limit())
    }

    /// Subscribes to a game as a player or spectator.
    pub(crate) async fn subscribe(
        &self,
        game: GameId,
        viewer: Option<AccountId>,
    ) -> Result<GameSubscription, SiteError> {
        // The state is loaded after the subscription, so that no event is missed in between.
        let events = self.parts.bus.subscribe(Topic::Game(game));
        let state = Box::pin(self.state(game)).await?;
        let presence = self.parts.repository.presence();
        let player = viewer.filter(|viewer| state.terms().accounts().contains(viewer));
        Ok(GameSubscription {
            events,
            presence: presence.subscribe(game),
            seq: state.seq(),
            _player: player.map(|player| presence.join(game, player)),
            spectator: player.is_none().then(|| presence.spectate(game)),
        })
    }

    /// Returns the cached state of a game, which may lag behind the log.
    pub(crate) async fn cached_state(&self, game: GameId) -> Result<Arc<GameState>, SiteError> {
        Ok(self.parts.repository.load_cached(game).await?)
    }

    /// Returns a state of a game that has reached event `until` at least.
    pub(crate) async fn state_at(&self, game: GameId, until: u64) -> Result<Arc<GameState>, SiteError> {
        let state = self.cached_state(game).await?;
        if state.seq() < until { self.state(game).await } else { Ok(state) }
    }

    /// Returns a game in this state, with the data to display it.
    pub(crate) async fn record_of(
        &self,
        game: GameId,
        state: Arc<GameState>,
    ) -> Result<GameRecord, SiteError> {
        let stored = self.stored(game).await?;
        self.parts.rated_record(stored, state).await
    }

    /// Returns a game in a later state than that of a record. Its names are not read again.
    pub(crate) async fn record_after(
        &self,
        earlier: &GameRecord,
        state: Arc<GameState>,
    ) -> Result<GameRecord, SiteError> {
        let rating_changes = self.parts.rating_changes(earlier.stored.number, &state).await?;
        let (stored, names) = (earlier.stored.clone(), earlier.names.clone());
        Ok(GameRecord { stored, state, names, rating_changes })
    }

    /// Returns the rating changes of a finished rated game; none while it is running, and if it was aborted.
    pub(crate) async fn rating_changes(
        &self,
        game: GameId,
        state: &GameState,
    ) -> Result<Option<ByColor<RatingChange>>, SiteError> {
        if !state.terms().rated {
            return Ok(None);
        }
        let stored = self.stored(game).await?;
        self.parts.rating_changes(stored.number, state).await
    }

    /// Returns events of a game after number `after`; the game is known to have reached `until` at least.
    pub(crate) async fn events(
        &self,
        game: GameId,
        after: u64,
        until: u64,
    ) -> Result<Vec<Arc<GameEvent>>, SiteError> {
        Ok(self.parts.repository.events(game, after, until).await?)
    }

    /// Returns who is at a game, for a viewer; `None` if the audience at other nodes is not known yet.
    pub(crate) async fn presence(
        &self,
        game: GameId,
        viewer: Option<AccountId>,
    ) -> Result<Option<PresenceReport>, SiteError> {
        let repository = &self.parts.repository;
        let state = self.cached_state(game).await?;
        let Some(audience) = repository.presence().audience(game, &state.terms().accounts()) else {
            return Ok(None);
        };
        let Audience { players, spectators } = audience;
        // The computer is always present.
        let is_present = |seat: Seat| seat.account().is_none_or(|account| players.contains(&account));
        let seats = state.terms().seats();
        let abandoned_in = match opponent_of(&state, viewer) {
            Some(opponent) => repository.abandoned_in(game, opponent, clock::now()).await,
            None => None,
        };
        let (white, black) = (is_present(seats.white), is_present(seats.black));
        Ok(Some(PresenceReport { white, black, spectators, abandoned_in }))
    }
}

/// Returns the opponent of a player; `None` for spectators, and against the computer or oneself.
fn opponent_of(state: &GameState, viewer: Option<AccountId>) -> Option<AccountId> {
    let [side] = state.sides_of(viewer?)[..] else { return None };
    state.terms().seats()[!side].account()
}
