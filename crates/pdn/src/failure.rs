//! Failures of a replay.

use std::fmt;

use draughts::notation::ParseMoveError;
use draughts::{FenError, WhyNot};

use crate::leniency::Place;

/// A failure of a replay.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The place in the file.
    pub place: Place,
    /// The index of the move in the main line of the record.
    pub node: usize,
    /// The text at the place.
    pub text: String,
    /// The reason of the failure.
    pub reason: FailureReason,
}

/// The reason of a failed replay.
#[derive(Clone, PartialEq, Debug)]
pub enum FailureReason {
    /// The setup is invalid.
    Setup(FenError),
    /// A move cannot be parsed.
    Unreadable(ParseMoveError),
    /// A move is not legal.
    NotLegal(WhyNot),
    /// The rule set of the game is unknown.
    NoRules,
}

impl fmt::Display for FailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Unreadable(error) => error.fmt(f),
            Self::NotLegal(why) => why.fmt(f),
            Self::NoRules => f.write_str("the rules of the game are unknown"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excerpt: String = self.text.chars().take(60).collect();
        write!(f, "{}: {excerpt:?}", self.place)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            FailureReason::Setup(error) => Some(error),
            FailureReason::Unreadable(error) => Some(error),
            FailureReason::NotLegal(why) => Some(why),
            FailureReason::NoRules => None,
        }
    }
}
