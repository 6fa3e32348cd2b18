//! Rules of men and kings.

use alloc::borrow::Cow;

use crate::direction::RelativeDirection;

/// The rules of men.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Men {
    /// The directions in which a man moves, always by one square.
    pub moves: Cow<'static, [RelativeDirection]>,
    /// The directions in which a man captures, always an adjacent piece, landing directly behind it.
    pub captures: Cow<'static, [RelativeDirection]>,
    /// The pieces that a man may capture.
    pub takes: Targets,
    /// The effect of reaching the king row during a capture.
    pub crowning: Crowning,
}

/// The pieces that a man may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Targets {
    /// Men and kings.
    MenAndKings,
    /// Men only.
    MenOnly,
}

/// The effect of reaching the king row during a capture. A man whose move ends there always becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Crowning {
    /// If it can continue to capture as a man, it must, and stays a man.
    AtTheEndOfTheMove,
    /// It becomes a king and the move ends, even if it could capture more.
    InPassingAndTheMoveEnds,
    /// It becomes a king at once and continues to capture as a king.
    InPassingAndItGoesOn,
}

/// The rules of kings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Kings {
    /// The directions in which a king moves.
    pub moves: Cow<'static, [RelativeDirection]>,
    /// The directions in which a king captures.
    pub captures: Cow<'static, [RelativeDirection]>,
    /// The range.
    pub range: Range,
    /// The squares on which a flying king may land after a jump. A short-range king always lands directly behind.
    pub landing: Landing,
    /// Maximum number of moves in a row by one king without a capture, while its side has men.
    pub repeat_limit: Option<u8>,
}

/// The range of a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Range {
    /// A king moves one square and captures an adjacent piece.
    Short,
    /// A king moves any number of free squares and captures from any distance.
    Flying,
}

/// The squares on which a flying king may land after a jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Landing {
    /// On any free square behind the captured piece.
    AnySquareBehind,
    /// Directly behind the captured piece.
    DirectlyBehind,
    /// On any free square, but directly behind if the last captured piece is a king.
    DirectlyBehindALastKing,
    /// On any free square, but directly behind if the last of several captured pieces is a king.
    DirectlyBehindALastKingOfSeveral,
}
