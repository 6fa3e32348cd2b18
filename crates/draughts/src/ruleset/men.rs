//! How men and kings move, and how one becomes the other.

use alloc::borrow::Cow;

use crate::direction::Way;

/// How men move, capture and become kings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Men {
    /// The ways in which a man moves, always by one square.
    pub moves: Cow<'static, [Way]>,
    /// The ways in which a man captures, always a neighbour, landing directly behind it.
    pub captures: Cow<'static, [Way]>,
    /// What a man may capture.
    pub takes: Targets,
    /// What happens to a man that reaches the far row during a capture.
    pub crowning: Crowning,
}

/// What a man may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Targets {
    /// Men and kings alike.
    MenAndKings,
    /// Men only: a king is safe from men.
    MenOnly,
}

/// What happens to a man that reaches the far row during a capture. A man whose move ends there
/// always becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Crowning {
    /// If it can capture on as a man it must, and stays a man.
    AtTheEndOfTheMove,
    /// It becomes a king and the move ends, whatever it could still capture.
    InPassingAndTheMoveEnds,
    /// It becomes a king at once and goes on capturing as a king.
    InPassingAndItGoesOn,
}

/// How kings move and capture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Kings {
    /// The ways in which a king moves.
    pub moves: Cow<'static, [Way]>,
    /// The ways in which a king captures.
    pub captures: Cow<'static, [Way]>,
    /// How far it reaches.
    pub range: Range,
    /// Where a flying king may land after a jump. A short one always lands directly behind.
    pub landing: Landing,
    /// How many times in a row one king may move without capturing while its side still has men.
    pub repeat_limit: Option<u8>,
}

/// How far a king reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Range {
    /// One square, and it captures a neighbour.
    Short,
    /// Any number of free squares, and it captures from any distance.
    Flying,
}

/// Where a flying king may land after a jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Landing {
    /// On any free square behind the captured piece.
    AnySquareBehind,
    /// Directly behind the captured piece.
    DirectlyBehind,
    /// Anywhere, but directly behind if the last piece captured is a king.
    DirectlyBehindALastKing,
    /// Anywhere, but directly behind if the last piece of several captured is a king.
    DirectlyBehindALastKingOfSeveral,
}
