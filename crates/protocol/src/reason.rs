//! How a game ended.

use std::fmt;

/// How a game ended for the side that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side does not say.
    Unknown,
    /// The side has lost.
    Lost,
    /// Nobody has won.
    Draw,
    /// The side has won.
    Won,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "it does not say how",
            Self::Lost => "it has lost",
            Self::Draw => "nobody wins",
            Self::Won => "it has won",
        })
    }
}
