//! Notation and appearance.

/// The notation of squares and moves, and the mark of kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Notation {
    /// The notation of squares.
    pub squares: SquareNotation,
    /// The corner of square 1, with White at the bottom.
    pub first_square: FirstSquare,
    /// The separator between the squares of a capture.
    pub capture: Separator,
    /// The number in the `GameType` tag of PDN, if the game has one.
    pub game_type: Option<u8>,
    /// The mark of kings. Rule sets stored before this field existed lack it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub king_mark: KingMark,
}

impl Notation {
    /// Creates numeric notation from the top left, with `x` for captures.
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

    /// Creates algebraic notation as in chess, with `x` for captures.
    #[must_use]
    pub const fn algebraic(game_type: Option<u8>) -> Self {
        Self { squares: SquareNotation::Algebraic, ..Self::numeric(game_type) }
    }

    /// Returns the notation with another mark of kings.
    #[must_use]
    pub const fn marking_kings(self, king_mark: KingMark) -> Self {
        Self { king_mark, ..self }
    }
}

/// The mark of a king, besides being two pieces high.
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
    /// Returns the name in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Crown => "crown",
            Self::LetterD => "letter-d",
            Self::TwoRings => "two-rings",
        }
    }
}

/// The notation of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SquareNotation {
    /// Numbers: `32-28`.
    Numeric,
    /// Letters for columns and numbers for rows, from White's left: `c3-d4`.
    Algebraic,
}

/// The corner of the diagram, with White at the bottom, from which the squares are numbered row by row.
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

/// The separator between the squares of a capture.
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
    /// Returns the character.
    #[must_use]
    pub const fn character(self) -> char {
        match self {
            Self::Cross => 'x',
            Self::Colon => ':',
            Self::Hyphen => '-',
        }
    }
}
