//! How squares and moves are written.

use serde::{Deserialize, Serialize};

/// How squares and moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notation {
    /// Numbers or letters.
    pub squares: SquareNames,
    /// Where number 1 is, seen with White below.
    pub first_square: FirstSquare,
    /// What stands between the squares of a capture.
    pub capture: Separator,
    /// The number of the game in the `GameType` tag of PDN, where it has one.
    pub game_type: Option<u8>,
}

impl Notation {
    /// Numbers from the top left, captures with `x`.
    #[must_use]
    pub const fn numeric(game_type: Option<u8>) -> Self {
        Self {
            squares: SquareNames::Numeric,
            first_square: FirstSquare::TopLeft,
            capture: Separator::Cross,
            game_type,
        }
    }

    /// Letters and rows as in chess, captures with `x`.
    #[must_use]
    pub const fn algebraic(game_type: Option<u8>) -> Self {
        Self { squares: SquareNames::Algebraic, ..Self::numeric(game_type) }
    }
}

/// What squares are called in moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SquareNames {
    /// Numbers: `32-28`.
    Numeric,
    /// Columns by letter and rows by number, from White's left hand: `c3-d4`.
    Algebraic,
}

/// The corner of the diagram, White below, from which the squares are numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstSquare {
    /// From the top, left to right.
    TopLeft,
    /// From the top, right to left.
    TopRight,
    /// From the bottom, left to right.
    BottomLeft,
    /// From the bottom, right to left.
    BottomRight,
}

/// What stands between the squares of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Separator {
    /// `28x19`
    Cross,
    /// `c3:e5`
    Colon,
    /// `28-19`
    Hyphen,
}

impl Separator {
    /// The character.
    #[must_use]
    pub const fn character(self) -> char {
        match self {
            Self::Cross => 'x',
            Self::Colon => ':',
            Self::Hyphen => '-',
        }
    }
}
