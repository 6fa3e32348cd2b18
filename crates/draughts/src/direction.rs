//! The eight directions of the board, and the ways of a rule book that stand for them.

use crate::color::Color;

/// A direction on the diagram, with White below. The order goes round the compass, so that the
/// opposite is always four further on.
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
    /// All eight, in the order of the compass.
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

    /// The direction straight back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Does a step this way go down the diagram, or to the right within a row: to a later square?
    #[must_use]
    pub const fn is_ascending(self) -> bool {
        matches!(self, Self::East | Self::SouthEast | Self::South | Self::SouthWest)
    }

    /// Is it along a diagonal?
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::NorthEast | Self::SouthEast | Self::SouthWest | Self::NorthWest)
    }

    /// Rows down and columns to the right, on the squared grid of the board.
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

/// A way to go as a rule book puts it, seen by the player who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Way {
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

impl Way {
    /// All five ways.
    pub const ALL: [Self; 5] = [
        Self::DiagonallyForward,
        Self::DiagonallyBackward,
        Self::StraightForward,
        Self::Sideways,
        Self::StraightBackward,
    ];

    /// Returns the way as it is written in JSON.
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

    /// The directions on the diagram that the way means for a side.
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

/// A set of ways, as the generator tests it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// The set of these ways.
    #[must_use]
    pub const fn of(ways: &[Way]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < ways.len() {
            bits |= 1 << ways[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// The set as five bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set from its five bits; higher bits are dropped.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0x1f)
    }

    /// Is the way in the set?
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, way: Way) -> bool {
        self.0 >> way as u8 & 1 == 1
    }

    /// Does any straight way belong to the set?
    #[inline(always)]
    #[must_use]
    pub const fn any_straight(self) -> bool {
        self.0 & Self::of(&[Way::StraightForward, Way::Sideways, Way::StraightBackward]).0 != 0
    }
}
