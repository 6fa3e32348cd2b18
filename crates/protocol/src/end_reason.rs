//! The reason codes of DXP GAMEEND messages.

use std::fmt;

/// The reason of a GAMEEND message: the result of the game for its sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// The sender does not give a reason.
    Unknown,
    /// The sender has lost.
    Lost,
    /// The game is a draw.
    Draw,
    /// The sender has won.
    Won,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "no reason given",
            Self::Lost => "it has lost",
            Self::Draw => "draw",
            Self::Won => "it has won",
        })
    }
}
