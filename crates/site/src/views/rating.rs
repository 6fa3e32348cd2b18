//! Views of ratings and rating changes.

use serde::Serialize;
use utoipa::ToSchema;

use play::rating::Rating;
use store::{RatingChange, StoredRating};

/// The rating of a player before and after a game.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(crate) struct RatingChangeView {
    pub(crate) before: i64,
    pub(crate) after: i64,
    /// Whether the new rating is provisional.
    pub(crate) provisional: bool,
}

impl From<&RatingChange> for RatingChangeView {
    fn from(change: &RatingChange) -> Self {
        let initial = Rating::default();
        let after = Rating { rating: change.after.rating, deviation: change.after.deviation, ..initial };
        let before = change.before.as_ref().map_or(initial.rating, |before| before.rating);
        Self {
            before: before.round() as i64,
            after: after.rating.round() as i64,
            provisional: after.is_provisional(),
        }
    }
}

/// The rating of a player in a pool.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingView {
    /// The family of rules and the speed, such as `international/blitz`.
    pool: String,
    rating: i64,
    /// The rating deviation.
    deviation: i64,
    /// Whether the rating is provisional.
    provisional: bool,
    /// The number of rated games.
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
