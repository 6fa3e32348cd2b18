//! The board and the starting position.

use crate::color::Color;

/// The board of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Board {
    /// The number of columns, 6 to 14.
    pub width: u8,
    /// The number of rows, 6 to 14.
    pub height: u8,
    /// Whether the corner on White's left is a playing square.
    pub lower_left_corner: Corner,
    /// Whether the playing squares are drawn dark or light. It does not affect play.
    pub shade: Shade,
    /// Whether the players may choose the shade. Rule sets stored before this field existed lack it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shade_choice: ShadeChoice,
    /// The playing squares.
    pub squares_in_play: SquaresInPlay,
}

impl Board {
    /// The 8×8 board with a playing square on White's left, used by most rule books.
    pub const EIGHT: Self = Self::square(8);
    /// The 10×10 board.
    pub const TEN: Self = Self::square(10);
    /// The 8×8 board with a playing square at White's right hand.
    pub const EIGHT_MIRRORED: Self = Self { lower_left_corner: Corner::Empty, ..Self::EIGHT };

    /// Creates a square board of dark playing squares, one of them on White's left.
    #[must_use]
    pub const fn square(side: u8) -> Self {
        Self {
            width: side,
            height: side,
            lower_left_corner: Corner::Played,
            shade: Shade::Dark,
            shade_choice: ShadeChoice::Fixed,
            squares_in_play: SquaresInPlay::EverySecond,
        }
    }

    /// Returns whether the players may agree on the shade. If all squares are played on, there is no choice.
    #[must_use]
    pub fn leaves_shade_to_players(&self) -> bool {
        self.shade_choice == ShadeChoice::ByAgreement && self.squares_in_play == SquaresInPlay::EverySecond
    }

    /// Returns whether both boards have the same playing squares, whatever their shade.
    #[must_use]
    pub fn has_squares_of(&self, other: &Self) -> bool {
        Self { shade: other.shade, shade_choice: other.shade_choice, ..*self } == *other
    }
}

/// Whether the corner on White's left is a playing square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Corner {
    /// It is a playing square.
    Played,
    /// It is not played on.
    Empty,
}

/// The shade of the playing squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Shade {
    /// Dark playing squares.
    Dark,
    /// Light playing squares.
    Light,
}

impl Shade {
    /// Returns the name in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }

    /// Returns the other shade.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::Dark,
        }
    }
}

/// Whether the players may choose the shade of the playing squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ShadeChoice {
    /// The rules determine it.
    #[default]
    Fixed,
    /// The players may agree on it before a game; without an agreement, the rules determine it.
    ByAgreement,
}

/// The playing squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SquaresInPlay {
    /// Every second square, like the dark squares of a chessboard.
    EverySecond,
    /// All squares.
    All,
}

/// The starting position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Start {
    /// The number of rows that each side fills with men.
    pub rows_of_men: u8,
    /// The number of empty rows behind them.
    pub empty_rows_behind: u8,
    /// The side that makes the first move.
    pub first_move: Color,
}

impl Start {
    /// Creates a start with this many rows of men from the edge of the board.
    #[must_use]
    pub const fn rows(rows_of_men: u8, first_move: Color) -> Self {
        Self { rows_of_men, empty_rows_behind: 0, first_move }
    }
}
