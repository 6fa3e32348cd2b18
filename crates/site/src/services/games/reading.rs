//! Reads of games.

use std::sync::Arc;

use super::GameService;
use crate::error::SiteError;
use crate::repository::GameEvent;
use crate::services::GameRecord;
use play::game::GameState;
use play::id::{AccountId, GameId};
use store::{GameFilter, StoredGame, clock};

impl GameService {
    /// Returns a game for a viewer. A player who views it is not away.
    pub(crate) async fn find(
        &self,
        game: GameId,
        viewer: Option<AccountId>,
    ) -> Result<GameRecord, SiteError> {
        self.load(self.stored(game).await?, viewer).await
    }

    /// Returns the game with a public number.
    pub(crate) async fn by_number(&self, number: u64) -> Result<StoredGame, SiteError> {
        self.parts.store.game_by_number(number).await?.ok_or_else(|| SiteError::not_found("game"))
    }

    /// Loads a stored game for a viewer.
    pub(crate) async fn load(
        &self,
        stored: StoredGame,
        viewer: Option<AccountId>,
    ) -> Result<GameRecord, SiteError> {
        let state = self.state(stored.id).await?;
        self.parts.repository.record_view(stored.id, &state, viewer, clock::now());
        self.parts.rated_record(stored, state).await
    }

    /// Returns a game with the names of its players, without recording a view.
    pub(crate) async fn record(&self, game: GameId) -> Result<GameRecord, SiteError> {
        let stored = self.stored(game).await?;
        let state = self.state(game).await?;
        self.parts.record(stored, state).await
    }

    /// Returns the current state of a game.
    pub(crate) async fn state(&self, game: GameId) -> Result<Arc<GameState>, SiteError> {
        Ok(self.parts.repository.load(game).await?)
    }

    /// Returns the state of a game and its events after number `after`, for a viewer.
    pub(crate) async fn state_and_events(
        &self,
        game: GameId,
        after: u64,
        viewer: Option<AccountId>,
    ) -> Result<(Arc<GameState>, Vec<Arc<GameEvent>>), SiteError> {
        let state = self.state(game).await?;
        let events = self.parts.repository.events(game, after, state.seq()).await?;
        self.parts.repository.record_view(game, &state, viewer, clock::now());
        Ok((state, events))
    }

    /// Returns running games with numbers below `before`, the newest first.
    pub(crate) async fn running(&self, before: u64, limit: usize) -> Result<Vec<StoredGame>, SiteError> {
        Ok(self.parts.store.running_games(before, limit).await?)
    }

    /// Returns games of an account with numbers below `before`, the newest first.
    pub(crate) async fn of(
        &self,
        account: AccountId,
        filter: GameFilter,
        before: u64,
        limit: usize,
    ) -> Result<Vec<StoredGame>, SiteError> {
        Ok(self.parts.store.games_by_account(account, filter, before, limit).await?)
    }

    pub(super) async fn stored(&self, game: GameId) -> Result<StoredGame, SiteError> {
        self.parts.store.game(game).await?.ok_or_else(|| SiteError::not_found("game"))
    }
}
