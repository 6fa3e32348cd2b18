//! Directions on the board, and directions relative to the player who moves.

use crate::color::Color;

/// A direction on the diagram, with White at the bottom. The order goes round the compass, so that the opposite
/// direction is always four further on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the points of the compass name themselves")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Returns whether a step in this direction leads to a square with a higher index.
    #[must_use]
    pub const fn is_ascending(self) -> bool {
        matches!(self, Self::East | Self::SouthEast | Self::South | Self::SouthWest)
    }

    /// Returns whether the direction is diagonal.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::NorthEast | Self::SouthEast | Self::SouthWest | Self::NorthWest)
    }

    /// Returns the step as rows down and columns to the right.
    #[must_use]
    pub const fn vector(self) -> (i32, i32) {
        match self {
            Self::North => (-1, 0),
            Self::NorthEast => (-1, 1),
            Self::East => (0, 1),
            Self::SouthEast => (1, 1),
            Self::South => (1, 0),
            Self::SouthWest => (1, -1),
            Self::West => (0, -1),
            Self::NorthWest => (-1, -1),
        }
    }
}

/// A direction as rule books name it, relative to the player who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RelativeDirection {
    /// Diagonally forward, to the left or to the right.
    DiagonallyForward,
    /// Diagonally backward, to the left or to the right.
    DiagonallyBackward,
    /// Straight ahead.
    StraightForward,
    /// Straight to the left or to the right.
    Sideways,
    /// Straight back.
    StraightBackward,
}

impl RelativeDirection {
    /// All relative directions.
    pub const ALL: [Self; 5] = [
        Self::DiagonallyForward,
        Self::DiagonallyBackward,
        Self::StraightForward,
        Self::Sideways,
        Self::StraightBackward,
    ];

    /// Returns the name in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DiagonallyForward => "diagonally-forward",
            Self::DiagonallyBackward => "diagonally-backward",
            Self::StraightForward => "straight-forward",
            Self::Sideways => "sideways",
            Self::StraightBackward => "straight-backward",
        }
    }

    /// Returns the directions on the diagram that this means for a side.
    #[must_use]
    pub const fn directions(self, side: Color) -> &'static [Direction] {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        match (self, side) {
            (Self::DiagonallyForward, Color::White) | (Self::DiagonallyBackward, Color::Black) => {
                &[NorthEast, NorthWest]
            }
            (Self::DiagonallyForward, Color::Black) | (Self::DiagonallyBackward, Color::White) => {
                &[SouthEast, SouthWest]
            }
            (Self::StraightForward, Color::White) | (Self::StraightBackward, Color::Black) => &[North],
            (Self::StraightForward, Color::Black) | (Self::StraightBackward, Color::White) => &[South],
            (Self::Sideways, _) => &[East, West],
        }
    }
}

/// A set of [`RelativeDirection`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// Creates the set of these directions.
    #[must_use]
    pub const fn of(directions: &[RelativeDirection]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < directions.len() {
            bits |= 1 << directions[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// Returns the set as five bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Creates the set from its five bits; higher bits are ignored.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0x1f)
    }

    /// Returns whether the direction is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, direction: RelativeDirection) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// Returns whether the set has a direction along a row or a column.
    #[inline(always)]
    #[must_use]
    pub const fn has_straight(self) -> bool {
        self.0
            & Self::of(&[
                RelativeDirection::StraightForward,
                RelativeDirection::Sideways,
                RelativeDirection::StraightBackward,
            ])
            .0
            != 0
    }
}
