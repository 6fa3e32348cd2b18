//! Ratings as they are stored.

use play::rating::Rating;
use play::time::Timestamp;

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
    pub(crate) fn of(points: Vec<RatingPoint>) -> Option<Self> {
        let mut points = points.into_iter();
        let after = points.next()?;
        Some(Self { before: points.next(), after })
    }
}
