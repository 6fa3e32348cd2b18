//! Errors of the Hub and DXP clients.

use std::io;

use crate::end_reason::EndReason;
use crate::notation::MoveError;

/// An error of an external engine, reached over Hub or DXP.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The command is empty.
    #[error("the engine does not start: the command is empty")]
    NoProgram,
    /// The program does not start, or the address cannot be reached.
    #[error("the engine does not start: {target}")]
    Start {
        /// The program or the address.
        target: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The protocol does not support the board.
    #[error("the engine does not start")]
    Board(#[from] BoardError),
    /// The engine has ended, or does not answer in time.
    #[error("the engine does not respond: {0}")]
    NoResponse(&'static str),
    /// The engine reports an error.
    #[error("the engine reports an error: {0}")]
    Reported(String),
    /// The engine played an illegal move.
    #[error("the engine played an illegal move")]
    Illegal(#[from] MoveError),
    /// The engine ended the game, with this result from its own viewpoint.
    #[error("the engine ended the game: {0}")]
    Ended(EndReason),
}

/// A board that DXP does not support.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("DXP is for boards of 50 squares; {rules} has {squares}. Choose a rule set on 10x10")]
#[non_exhaustive]
pub struct BoardError {
    /// The id of the rule set.
    pub rules: String,
    /// The number of squares of its board.
    pub squares: usize,
}
