//! Errors that are sent to the client.

use draughts::variant::UnknownRuleSet;
use engine::TableTooLarge;

use crate::notation::{MoveError, PositionError};

/// An error in a line of the client, sent as an `error` line.
#[derive(Debug, thiserror::Error)]
pub(super) enum HubError {
    #[error("{command} is not allowed during a search; send stop first")]
    Searching { command: String },
    #[error("set-param needs a name")]
    NoName,
    #[error("send a position first: pos pos=W...")]
    NoPosition,
    #[error("the game is over in this position")]
    GameOver,
    #[error("{name} must be a number above 0, not {value:?}")]
    NotPositive { name: String, value: String },
    #[error("{name} must be a number from 1 to {max}, not {value:?}")]
    OutOfRange { name: String, max: usize, value: String },
    #[error(transparent)]
    Variant(#[from] UnknownRuleSet),
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the `moves` argument.
    #[error("move {number}")]
    EarlierMove { number: usize, source: MoveError },
    #[error(transparent)]
    Move(#[from] MoveError),
}
