//! Reads that several services share: a game with what is shown of it, and names.

use std::sync::Arc;

use draughts::{ByColor, Color};

use super::{Names, Parts};
use crate::error::SiteError;
use crate::repository::GameEvent;
use play::game::GameState;
use play::id::AccountId;
use play::rating;
use store::{RatingChange, StoredGame};

/// A game with what is shown of it.
pub(crate) struct GameRecord {
    pub(crate) stored: StoredGame,
    pub(crate) table: Arc<GameState>,
    /// The names of its players.
    pub(crate) names: Names,
    /// How it changed the ratings of its players. None if it changed nothing, or if that was not asked for.
    pub(crate) rating_changes: Option<ByColor<RatingChange>>,
}

/// Games for a list.
pub(crate) struct GameList {
    pub(crate) games: Vec<(StoredGame, Arc<GameState>)>,
    /// The names of their players.
    pub(crate) names: Names,
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
        table: Arc<GameState>,
    ) -> Result<GameRecord, SiteError> {
        let names = self.names(table.terms().accounts()).await?;
        Ok(GameRecord { stored, table, names, rating_changes: None })
    }

    /// Returns a game with the names of its players and its rating changes.
    pub(super) async fn rated_record(
        &self,
        stored: StoredGame,
        table: Arc<GameState>,
    ) -> Result<GameRecord, SiteError> {
        let rating_changes = self.rating_changes(stored.number, &table).await?;
        Ok(GameRecord { rating_changes, ..self.record(stored, table).await? })
    }

    /// Returns how a rated game that is over changed the ratings; none while it goes on, and if it was aborted.
    async fn rating_changes(
        &self,
        number: u64,
        table: &GameState,
    ) -> Result<Option<ByColor<RatingChange>>, SiteError> {
        if !table.terms().rated || table.game().outcome().is_none() {
            return Ok(None);
        }
        let Some(pool) = rating::pool(table.game().rules().rule_set(), table.terms().time) else {
            return Ok(None);
        };
        let mut changes = ByColor { white: None, black: None };
        for side in Color::ALL {
            let Some(account) = table.terms().seats()[side].account() else { return Ok(None) };
            changes[side] = self.store.rating_change(account, pool.clone(), number).await?;
        }
        Ok(match (changes.white, changes.black) {
            (Some(white), Some(black)) => Some(ByColor { white, black }),
            _ => None,
        })
    }

    /// Returns all events of a game, up to those that `table` has at least.
    pub(super) async fn log(
        &self,
        stored: &StoredGame,
        table: &GameState,
    ) -> Result<Vec<Arc<GameEvent>>, SiteError> {
        let mut log: Vec<Arc<GameEvent>> = Vec::new();
        let mut last = 0;
        while last < table.seq() {
            log.extend(self.repository.news(stored.id, last, table.seq()).await?);
            match log.last() {
                Some(news) if news.seq > last => last = news.seq,
                _ => break,
            }
        }
        Ok(log)
    }
}
