//! The reasons why a command is rejected.

use draughts::game::{NextGameError, Refusal};
use draughts::notation::ReadMoveError;
use draughts::{Color, WhyNot};
use std::time::Duration;
use thiserror::Error;

/// The reason why a command is rejected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The rules or the state of the game do not allow it.
    #[error("{0}")]
    Rules(Refusal),
    /// The text is not a legal move.
    #[error("{0}")]
    Move(ReadMoveError),
    /// A legal move connects the first square with the last, but not by these jumps.
    #[error("no capture continues by these jumps")]
    NotThisWay,
    /// The flag of this side has fallen.
    #[error("{0}'s time is over")]
    TimeOver(Color),
    /// Nobody has asked for a takeback.
    #[error("no takeback was requested")]
    NoTakeback,
    /// The player has made no move to take back.
    #[error("there is no own move to take back")]
    NothingToTakeBack,
    /// The player has already asked for a takeback.
    #[error("a takeback is already requested")]
    TakebackAsked,
    /// The game has no clock.
    #[error("the game has no clock")]
    NoClock,
    /// The time to give is 0, or more than this number of seconds.
    #[error("1 to {0} seconds can be given at a time")]
    TooMuchTime(u32),
    /// The number of days off is 0, or more than are left: this number.
    #[error("{0} days off are left")]
    NoVacation(u16),
    /// Conditional moves can be set only during the opponent's turn.
    #[error("conditional moves are for the opponent's turn")]
    OwnTurn,
    /// The player has no conditional moves to delete.
    #[error("there are no conditional moves")]
    NothingPlanned,
    /// A line ends with a move of the opponent.
    #[error("a line of conditional moves ends with a move of the opponent")]
    NoAnswer,
    /// There are too many conditional moves.
    #[error("conditional moves have up to {lines} lines of up to {steps} moves")]
    PlanTooLong {
        /// The maximum number of lines.
        lines: usize,
        /// The maximum number of moves in a line.
        steps: usize,
    },
    /// The conditional moves allow too many captures.
    #[error("these conditional moves allow too many captures")]
    PlanTooComplex,
    /// A message is empty, or longer than this number of characters.
    #[error("a message has 1 to {0} characters")]
    BadMessage(usize),
    /// The opponent has not left, or not for long enough: the time until the win can be claimed.
    #[error("the opponent has not left, or not for long enough")]
    NotLeft(Option<Duration>),
    /// The win cannot be claimed before both players have moved.
    #[error("both sides must have moved")]
    NotBegun,
    /// It is the turn of the player who claims the win.
    #[error("the opponent is not to move")]
    NotWaiting,
    /// The game is paused until an administrator has decided.
    #[error("the game is paused")]
    Paused,
    /// The game is not paused.
    #[error("the game is not paused")]
    NotPaused,
    /// Nobody has called an administrator.
    #[error("no administrator was called")]
    NotCalled,
    /// An administrator has been called already.
    #[error("an administrator was already called")]
    CalledBefore,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// The players must say who begins.
    #[error("the players must choose who begins")]
    NotChosen,
    /// The player has already asked for a rematch.
    #[error("a rematch is already requested")]
    RematchAsked,
    /// The next game has begun.
    #[error("the next game has begun")]
    NextGameBegun,
    /// Nobody has asked for a rematch.
    #[error("no rematch was requested")]
    NoRematch,
}

impl CommandError {
    /// Returns why the move is not legal, if that is the reason.
    #[must_use]
    pub fn why_not(&self) -> Option<&WhyNot> {
        match self {
            Self::Rules(Refusal::NotLegal(why)) | Self::Move(ReadMoveError::NotLegal(why)) => Some(why),
            _ => None,
        }
    }
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> Self {
        Self::Rules(refusal)
    }
}

impl From<NextGameError> for CommandError {
    fn from(error: NextGameError) -> Self {
        match error {
            NextGameError::NotChosen => Self::NotChosen,
            NextGameError::NotOver => Self::NotOver,
        }
    }
}
