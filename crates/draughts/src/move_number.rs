//! Move numbers.

use core::fmt;

use crate::color::Color;

/// The number of a move in a game record: a move and the reply to it have the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveNumber {
    /// The number, from 1.
    pub number: u32,
    /// The side that makes the move.
    pub by: Color,
}

impl MoveNumber {
    /// Returns the number of a ply, counted from 0, in a game that `first` begins.
    #[must_use]
    pub fn of_ply(ply: u32, first: Color) -> Self {
        Self { number: ply / 2 + 1, by: if ply % 2 == 1 { !first } else { first } }
    }

    /// Returns the ply, counted from 0, in a game that `first` begins.
    #[must_use]
    pub fn ply(self, first: Color) -> u32 {
        (self.number.max(1) - 1).saturating_mul(2).saturating_add(u32::from(self.by != first))
    }
}

/// Formats as "41 (White)".
impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.number, self.by)
    }
}
