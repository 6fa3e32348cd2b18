//! Why another program's engine cannot be used.

use std::fmt;

use crate::dxp::Reason;

/// Why an engine cannot be used, or not any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientError {
    /// It does not start, or cannot be reached.
    Start(String),
    /// It has ended, or does not answer in time.
    Silent(&'static str),
    /// It says that something is wrong.
    Says(String),
    /// It played what is not legal.
    Illegal(String),
    /// It says that the game is over, and how for it.
    Ended(Reason),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "the engine does not start: {reason}"),
            Self::Silent(reason) => write!(f, "the engine is silent: {reason}"),
            Self::Says(message) => write!(f, "the engine says: {message}"),
            Self::Illegal(reason) => write!(f, "the engine played an illegal move: {reason}"),
            Self::Ended(reason) => write!(f, "the engine ended the game: {reason}"),
        }
    }
}

impl std::error::Error for ClientError {}
