//! The weights of the evaluation, read from a data file.

use serde::Deserialize;

/// The weights of the features, in centimen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// Value of a man.
    pub(crate) man: i32,
    /// Value of a king that moves one square.
    pub(crate) short_king: i32,
    /// Value of a flying king that can land on any free square behind a captured piece.
    pub(crate) flying_king: i32,
    /// Value of a flying king that must land directly behind a captured piece.
    pub(crate) king_that_stops_behind: i32,
    /// Bonus of a man for each row that it has advanced.
    pub(crate) advance: i32,
    /// Additional bonus of a man one row before the king row.
    pub(crate) nearly_crowned: i32,
    /// Bonus of a man on its own back row, where it prevents promotions.
    pub(crate) back_row: i32,
    /// Bonus of a piece on the central columns.
    pub(crate) centre: i32,
    /// Penalty for each man by which the left and the right half of a side differ.
    pub(crate) balance: i32,
    /// Bonus for each step that men can make.
    pub(crate) mobility: i32,
    /// Bonus of the side to move.
    pub(crate) turn: i32,
    /// The number of pieces up to which a position with kings on both sides is drawish.
    pub(crate) few_pieces: u32,
    /// The percentage of the score that remains in a drawish position.
    pub(crate) drawish_percent: i32,
}

impl Weights {
    /// Returns the weights that the engine plays with.
    ///
    /// # Panics
    /// Never: the file is embedded, and a test reads it.
    #[must_use]
    pub(crate) fn standard() -> Self {
        serde_json::from_str(include_str!("../../weights/material.json"))
            .unwrap_or_else(|error| panic!("weights/material.json: {error}"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_weights_can_be_read() {
        assert_eq!(super::Weights::standard().man, 100);
    }
}
