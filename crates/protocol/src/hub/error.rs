//! Why a line of a client cannot be obeyed.

use draughts::variant::UnknownRuleSet;
use engine::TableTooLarge;

use crate::notation::{MoveError, PositionError};

/// Why a line of a client cannot be obeyed. The client gets it as an `error` line.
#[derive(Debug, thiserror::Error)]
pub(super) enum HubError {
    #[error("{command} cannot be obeyed during a search; send stop first")]
    Searching { command: String },
    #[error("set-param needs a name")]
    NoName,
    #[error("send a position first: pos pos=W...")]
    NoPosition,
    #[error("the game is over in this position")]
    GameOver,
    #[error("{name} is a number above 0, not {value:?}")]
    NotPositive { name: String, value: String },
    #[error("{name} is a number from 1 to {most}, not {value:?}")]
    OutOfRange { name: String, most: usize, value: String },
    #[error(transparent)]
    Variant(#[from] UnknownRuleSet),
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move that leads to a position.
    #[error("move {number}")]
    EarlierMove { number: usize, source: MoveError },
    #[error(transparent)]
    Move(#[from] MoveError),
}
