//! The board and the starting position.

use crate::color::Color;

/// The board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Board {
    /// Columns, 6 to 14.
    pub width: u8,
    /// Rows, 6 to 14.
    pub height: u8,
    /// Is the corner at White's left hand a playing square?
    pub lower_left_corner: Corner,
    /// Are the playing squares drawn dark or light? The game is the same.
    pub shade: Shade,
    /// May the players choose the shade? Rule sets stored before this field existed do not say.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shade_choice: ShadeChoice,
    /// Which squares are played on.
    pub squares_in_play: SquaresInPlay,
}

impl Board {
    /// The 8×8 board with a playing square at White's left hand, used by most books.
    pub const EIGHT: Self = Self::square(8);
    /// The 10×10 board.
    pub const TEN: Self = Self::square(10);
    /// The 8×8 board with a playing square at White's right hand.
    pub const EIGHT_MIRRORED: Self = Self { lower_left_corner: Corner::Empty, ..Self::EIGHT };

    /// A square board of dark playing squares, one of them at White's left hand.
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

    /// Returns whether the players may agree on the shade. Where all squares are played on there is nothing to choose.
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

/// Whether the corner at White's left hand is a playing square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Corner {
    /// It is played on.
    Played,
    /// It stays empty.
    Empty,
}

/// How the playing squares are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Shade {
    /// Dark playing squares.
    Dark,
    /// Light playing squares.
    Light,
}

impl Shade {
    /// Returns the shade as it is written in JSON.
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

/// Who decides on the shade of the playing squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ShadeChoice {
    /// The rules.
    #[default]
    Fixed,
    /// The players, before a game; without an agreement it is as the rules say.
    ByAgreement,
}

/// Which squares are played on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SquaresInPlay {
    /// Every second square, in the manner of a chessboard's dark ones.
    EverySecond,
    /// All of them.
    All,
}

/// Where the men stand before the first move, and who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Start {
    /// How many rows each side fills with men.
    pub rows_of_men: u8,
    /// How many rows stay empty behind them.
    pub empty_rows_behind: u8,
    /// Who makes the first move.
    pub first_move: Color,
}

impl Start {
    /// Rows of men from the edge of the board.
    #[must_use]
    pub const fn rows(rows_of_men: u8, first_move: Color) -> Self {
        Self { rows_of_men, empty_rows_behind: 0, first_move }
    }
}
