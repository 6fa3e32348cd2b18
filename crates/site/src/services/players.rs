//! Players, their ratings and warnings.

use super::{Names, Parts};
use crate::error::SiteError;
use play::id::AccountId;
use play::rating::Rating;
use store::{Account, RatingPoint, StoredRating, Warning};

/// Reads public and private data of players.
pub(crate) struct PlayerService {
    parts: Parts,
}

impl PlayerService {
    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Returns the account with this name.
    pub(crate) async fn find(&self, name: &str) -> Result<Account, SiteError> {
        self.parts.player(name).await
    }

    /// Returns the names of accounts.
    pub(crate) async fn names(&self, accounts: Vec<AccountId>) -> Result<Names, SiteError> {
        self.parts.names(accounts).await
    }

    /// Returns the ratings of an account.
    pub(crate) async fn ratings(&self, account: AccountId) -> Result<Vec<StoredRating>, SiteError> {
        Ok(self.parts.store.ratings(account).await?)
    }

    /// Returns the rating of an account in a pool; the initial rating if it has none.
    pub(crate) async fn rating(&self, account: AccountId, pool: &str) -> Result<Rating, SiteError> {
        let ratings = self.ratings(account).await?;
        let rating = ratings.iter().find(|rating| rating.pool == pool);
        Ok(rating.map_or_else(Rating::default, |rating| rating.rating))
    }

    /// Returns the history of a rating, the newest first; at most `limit` points.
    pub(crate) async fn rating_history(
        &self,
        account: AccountId,
        pool: String,
        limit: usize,
    ) -> Result<Vec<RatingPoint>, SiteError> {
        Ok(self.parts.store.rating_history(account, pool, limit).await?)
    }

    /// Returns the warnings of an account, the newest first.
    pub(crate) async fn warnings(&self, account: AccountId) -> Result<Vec<Warning>, SiteError> {
        Ok(self.parts.store.warnings(account).await?)
    }
}

impl Parts {
    /// Returns the account with this name.
    pub(super) async fn player(&self, name: &str) -> Result<Account, SiteError> {
        self.store.account_by_name(name.to_owned()).await?.ok_or_else(|| SiteError::not_found("player"))
    }
}
