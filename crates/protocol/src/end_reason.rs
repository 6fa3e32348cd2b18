//! The ends of games over DXP.

use std::fmt;

/// The end of a game from the viewpoint of the sender.
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
