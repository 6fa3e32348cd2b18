//! Ratings as they are stored.

use super::Answer;
use crate::id::AccountId;
use crate::rating::{Rating, Result};
use crate::time::Timestamp;

/// Where ratings are kept.
pub trait Ratings: Send + Sync {
    /// The ratings of an account.
    fn ratings(&self, account: AccountId) -> Answer<'_, Vec<StoredRating>>;

    /// How a rating went, the newest first; at most `limit`.
    fn rating_history(&self, account: AccountId, pool: String, limit: usize) -> Answer<'_, Vec<RatingPoint>>;
}

/// A rated game that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct NewChange {
    /// What is rated: family of rules and speed.
    pub pool: String,
    /// Who played White.
    pub white: AccountId,
    /// Who played Black.
    pub black: AccountId,
    /// How it ended, for White.
    pub result: Result,
}

/// A rating of an account.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredRating {
    /// Family of rules and speed.
    pub pool: String,
    /// The rating.
    pub rating: Rating,
    /// When it changed.
    pub updated_at: Timestamp,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPoint {
    /// The number of the game.
    pub number: u64,
    /// When it ended.
    pub at: Timestamp,
    /// The rating.
    pub rating: f64,
    /// How far it may be off.
    pub deviation: f64,
}
