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

    /// Returns how the game with this number changed a rating; none if it did not. What was written a moment ago is seen.
    fn rating_change(
        &self,
        account: AccountId,
        pool: String,
        number: u64,
    ) -> Answer<'_, Option<RatingChange>>;
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

/// How a game changed a rating.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingChange {
    /// After the game that ended before; none: it was the first.
    pub before: Option<RatingPoint>,
    /// After this game.
    pub after: RatingPoint,
}

impl RatingChange {
    /// Returns the change from the newest points up to a game, its own first.
    pub(super) fn of(points: Vec<RatingPoint>) -> Option<Self> {
        let mut points = points.into_iter();
        let after = points.next()?;
        Some(Self { before: points.next(), after })
    }
}
