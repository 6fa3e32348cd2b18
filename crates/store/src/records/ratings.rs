//! Ratings and their history.

use play::rating::Rating;
use play::time::Timestamp;

/// A stored rating of an account.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredRating {
    /// The rating pool: family of rules and speed.
    pub pool: String,
    /// The rating.
    pub rating: Rating,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPoint {
    /// The number of the game.
    pub game_number: u64,
    /// The time at which the game ended.
    pub at: Timestamp,
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
}

/// The change of a rating by a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingChange {
    /// The rating after the previous game; `None` if there is none.
    pub before: Option<RatingPoint>,
    /// The rating after this game.
    pub after: RatingPoint,
}

impl RatingChange {
    /// Returns the change by a game. `points` holds the point of the game and the one before it, newest first; `None` if
    /// it is empty.
    pub(crate) fn of(points: Vec<RatingPoint>) -> Option<Self> {
        let mut points = points.into_iter();
        let after = points.next()?;
        Some(Self { before: points.next(), after })
    }
}
