//! Reads that several services share: games with the data to display them, and names.

use std::sync::Arc;

use draughts::{ByColor, Color};

use super::{Names, Parts};
use crate::error::SiteError;
use crate::repository::GameEvent;
use play::game::GameState;
use play::id::AccountId;
use play::rating;
use store::{RatingChange, StoredGame};

/// A game with the data to display it.
pub(crate) struct GameRecord {
    pub(crate) stored: StoredGame,
    pub(crate) state: Arc<GameState>,
    /// The names of its players.
    pub(crate) names: Names,
    /// The rating changes of its players; `None` if there are none, or if they were not requested.
    pub(crate) rating_changes: Option<ByColor<RatingChange>>,
}

impl Parts {
    /// Returns the names of accounts.
    pub(super) async fn names(&self, mut accounts: Vec<AccountId>) -> Result<Names, SiteError> {
        accounts.sort();
        accounts.dedup();
        Ok(self.store.names(accounts).await?.into_iter().collect())
    }

    /// Returns a game with the names of its players.
    pub(super) async fn record(
        &self,
        stored: StoredGame,
        state: Arc<GameState>,
    ) -> Result<GameRecord, SiteError> {
        let names = self.names(state.terms().accounts()).await?;
        Ok(GameRecord { stored, state, names, rating_changes: None })
    }

    /// Returns a game with the names of its players and its rating changes.
    pub(super) async fn rated_record(
        &self,
        stored: StoredGame,
        state: Arc<GameState>,
    ) -> Result<GameRecord, SiteError> {
        let rating_changes = self.rating_changes(stored.number, &state).await?;
        Ok(GameRecord { rating_changes, ..self.record(stored, state).await? })
    }

    /// Returns the rating changes of a finished rated game; `None` while it is running, and if it was aborted.
    pub(super) async fn rating_changes(
        &self,
        number: u64,
        state: &GameState,
    ) -> Result<Option<ByColor<RatingChange>>, SiteError> {
        if !state.terms().rated || state.game().outcome().is_none() {
            return Ok(None);
        }
        let Some(pool) = rating::pool(state.game().rules().rule_set(), state.terms().time) else {
            return Ok(None);
        };
        let mut changes = ByColor { white: None, black: None };
        for side in Color::ALL {
            let Some(account) = state.terms().seats()[side].account() else { return Ok(None) };
            changes[side] = self.store.rating_change(account, pool.clone(), number).await?;
        }
        Ok(match (changes.white, changes.black) {
            (Some(white), Some(black)) => Some(ByColor { white, black }),
            _ => None,
        })
    }

    /// Returns all events of a game, at least those up to `state`.
    pub(super) async fn log(
        &self,
        stored: &StoredGame,
        state: &GameState,
    ) -> Result<Vec<Arc<GameEvent>>, SiteError> {
        let mut log: Vec<Arc<GameEvent>> = Vec::new();
        let mut last = 0;
        while last < state.seq() {
            log.extend(self.repository.events(stored.id, last, state.seq()).await?);
            match log.last() {
                Some(event) if event.seq > last => last = event.seq,
                _ => break,
            }
        }
        Ok(log)
    }
}
