//! Ratings, and how a rated game changed them, as clients see them.

use serde::Serialize;
use utoipa::ToSchema;

use play::rating::Rating;
use store::{RatingChange, StoredRating};

/// The rating of a player before and after a game.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(crate) struct RatingChangeView {
    pub(crate) before: i64,
    pub(crate) after: i64,
    /// The new rating may still be far off.
    pub(crate) provisional: bool,
}

impl From<&RatingChange> for RatingChangeView {
    fn from(change: &RatingChange) -> Self {
        let beginner = Rating::default();
        let after = Rating { rating: change.after.rating, deviation: change.after.deviation, ..beginner };
        let before = change.before.as_ref().map_or(beginner.rating, |before| before.rating);
        Self {
            before: before.round() as i64,
            after: after.rating.round() as i64,
            provisional: after.is_provisional(),
        }
    }
}

/// How well somebody plays a family of rules at a speed.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingView {
    /// Family of rules and speed, such as `international/blitz`.
    pool: String,
    rating: i64,
    /// How far it may be off.
    deviation: i64,
    /// It may still be far off.
    provisional: bool,
    games: u64,
}

impl From<StoredRating> for RatingView {
    fn from(StoredRating { pool, rating, .. }: StoredRating) -> Self {
        Self {
            pool,
            rating: rating.rating.round() as i64,
            deviation: rating.deviation.round() as i64,
            provisional: rating.is_provisional(),
            games: rating.games,
        }
    }
}
