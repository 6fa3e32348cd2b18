//! Why a recorded game cannot be played through.

use std::fmt;

use draughts::notation::ParseMoveError;
use draughts::{FenError, WhyNot};

use crate::leniency::Place;

/// Why a recorded game cannot be played to its end.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The place in the file.
    pub place: Place,
    /// The number of the move among the moves of the record, from 0.
    pub node: usize,
    /// The text at the place.
    pub text: String,
    /// What is wrong.
    pub reason: FailureReason,
}

/// What is wrong with a recorded game.
#[derive(Clone, PartialEq, Debug)]
pub enum FailureReason {
    /// Its set-up is no position.
    SetUp(FenError),
    /// A move cannot be read.
    Unreadable(ParseMoveError),
    /// A move is not legal.
    NotLegal(WhyNot),
    /// The rules of the game are unknown.
    NoRules,
}

impl fmt::Display for FailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetUp(error) => error.fmt(f),
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
            FailureReason::SetUp(error) => Some(error),
            FailureReason::Unreadable(error) => Some(error),
            FailureReason::NotLegal(why) => Some(why),
            FailureReason::NoRules => None,
        }
    }
}
