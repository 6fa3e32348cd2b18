//! The weights of the evaluation: a data file.

use serde::{Deserialize, Serialize};

/// What each feature of a position is worth, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A man.
    pub man: i32,
    /// A king that moves one square.
    pub short_king: i32,
    /// A king that flies and lands where it likes.
    pub flying_king: i32,
    /// A king that flies and stops right behind what it captures.
    pub king_that_stops_behind: i32,
    /// A man, for each row it has advanced.
    pub advance: i32,
    /// A man one row from becoming a king, in addition.
    pub nearly_crowned: i32,
    /// A man on its own back row, where it keeps others from becoming kings.
    pub back_row: i32,
    /// A piece on the middle columns.
    pub centre: i32,
    /// For each man by which a side's halves differ, against it.
    pub balance: i32,
    /// A step that a man could make.
    pub room: i32,
    /// To be on the move.
    pub turn: i32,
    /// From so few pieces on, kings on both sides make a draw likely.
    pub few_pieces: u32,
    /// What is left of an advantage then, of a hundred.
    pub drawish_percent: i32,
}

impl Weights {
    /// The weights that the engine plays with.
    ///
    /// # Panics
    /// Never: a test reads the file.
    #[must_use]
    pub fn standard() -> Self {
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
