//! Why another program's engine cannot be used.

use std::io;

use crate::notation::MoveError;
use crate::reason::Reason;

/// Why an engine cannot be used, or not any more.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// No program or address is named.
    #[error("the engine does not start: no program is named")]
    NoProgram,
    /// The engine does not start, or cannot be reached.
    #[error("the engine does not start: {target}")]
    Start {
        /// The program or the address.
        target: String,
        /// What the system says.
        source: io::Error,
    },
    /// The protocol has no words for this board.
    #[error("the engine does not start")]
    Board(#[from] BoardError),
    /// The engine has ended, or does not answer in time.
    #[error("the engine is silent: {0}")]
    Silent(&'static str),
    /// The engine reports an error.
    #[error("the engine says: {0}")]
    Says(String),
    /// The engine played an illegal move.
    #[error("the engine played an illegal move")]
    Illegal(#[from] MoveError),
    /// The engine says that the game is over, and how for it.
    #[error("the engine ended the game: {0}")]
    Ended(Reason),
}

/// A board that DXP cannot describe.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("DXP is for boards of 50 squares; {rules} has {squares}. Choose a rule set on 10x10")]
#[non_exhaustive]
pub struct BoardError {
    /// The id of the rule set.
    pub rules: String,
    /// How many squares its board has.
    pub squares: usize,
}
