//! How squares and moves are written, and how kings are marked.

/// How squares and moves are written, and how kings are marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Notation {
    /// Numbers or letters.
    pub squares: SquareNotation,
    /// Where number 1 is, seen with White below.
    pub first_square: FirstSquare,
    /// What stands between the squares of a capture.
    pub capture: Separator,
    /// The number of the game in the `GameType` tag of PDN, where it has one.
    pub game_type: Option<u8>,
    /// What tells a king from a man. Rule sets stored before this field existed do not say.
    #[cfg_attr(feature = "serde", serde(default))]
    pub king_mark: KingMark,
}

impl Notation {
    /// Numbers from the top left, captures with `x`.
    #[must_use]
    pub const fn numeric(game_type: Option<u8>) -> Self {
        Self {
            squares: SquareNotation::Numeric,
            first_square: FirstSquare::TopLeft,
            capture: Separator::Cross,
            game_type,
            king_mark: KingMark::Crown,
        }
    }

    /// Letters and rows as in chess, captures with `x`.
    #[must_use]
    pub const fn algebraic(game_type: Option<u8>) -> Self {
        Self { squares: SquareNotation::Algebraic, ..Self::numeric(game_type) }
    }

    /// Returns the same notation with another mark on kings.
    #[must_use]
    pub const fn marking_kings(self, king_mark: KingMark) -> Self {
        Self { king_mark, ..self }
    }
}

/// What a king carries, besides being two pieces high.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum KingMark {
    /// A crown.
    #[default]
    Crown,
    /// The letter D, for the German "Dame".
    LetterD,
    /// Two rings.
    TwoRings,
}

impl KingMark {
    /// Returns the mark as it is written in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Crown => "crown",
            Self::LetterD => "letter-d",
            Self::TwoRings => "two-rings",
        }
    }
}

/// What squares are called in moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SquareNotation {
    /// Numbers: `32-28`.
    Numeric,
    /// Columns by letter and rows by number, from White's left hand: `c3-d4`.
    Algebraic,
}

/// The corner of the diagram, White below, from which the squares are numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
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
