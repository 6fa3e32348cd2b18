//! The weights of the evaluation: a data file.

use serde::Deserialize;

/// The weights of the features, in centimen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// A man.
    pub(crate) man: i32,
    /// A king that moves one square.
    pub(crate) short_king: i32,
    /// A king that flies and lands where it likes.
    pub(crate) flying_king: i32,
    /// A king that flies and stops right behind what it captures.
    pub(crate) king_that_stops_behind: i32,
    /// A man, for each row it has advanced.
    pub(crate) advance: i32,
    /// A man one row from becoming a king, in addition.
    pub(crate) nearly_crowned: i32,
    /// A man on its own back row, where it keeps others from becoming kings.
    pub(crate) back_row: i32,
    /// A piece on the middle columns.
    pub(crate) centre: i32,
    /// For each man by which a side's halves differ, against it.
    pub(crate) balance: i32,
    /// A step that a man could make.
    pub(crate) mobility: i32,
    /// Being on the move.
    pub(crate) turn: i32,
    /// From so few pieces on, kings on both sides make a draw likely.
    pub(crate) few_pieces: u32,
    /// What is left of an advantage then, of a hundred.
    pub(crate) drawish_percent: i32,
}

impl Weights {
    /// Returns the weights that the engine plays with.
    ///
    /// # Panics
    /// Never: a test reads the file.
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
