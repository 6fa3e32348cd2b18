//! Why something that a player asks for is refused.

use draughts::game::{NextGameError, Refusal};
use draughts::notation::ReadMoveError;
use draughts::{Color, WhyNot};
use std::time::Duration;
use thiserror::Error;

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The rules of the game, or its state, do not allow it.
    #[error("{0}")]
    Rules(Refusal),
    /// The text is not a legal move.
    #[error("{0}")]
    Move(ReadMoveError),
    /// The squares are those of a move, but it does not lead there by these jumps.
    #[error("no capture continues by these jumps")]
    NotThisWay,
    /// The flag of this side has fallen.
    #[error("{0}'s time is over")]
    TimeOver(Color),
    /// Nobody has asked to take back.
    #[error("no takeback was requested")]
    NoTakeback,
    /// There is no move of one's own to take back.
    #[error("there is no own move to take back")]
    NothingToTakeBack,
    /// One has asked to take back already.
    #[error("a takeback is already requested")]
    TakebackAsked,
    /// There is no clock.
    #[error("the game has no clock")]
    NoClock,
    /// So many seconds can be given at a time.
    #[error("1 to {0} seconds can be given at a time")]
    TooMuchTime(u32),
    /// So many days off are left.
    #[error("{0} days off are left")]
    NoVacation(u16),
    /// ConditionalMoves are for the opponent's turn.
    #[error("conditional moves are for the opponent's turn")]
    OwnTurn,
    /// There is no plan to forget.
    #[error("there are no conditional moves")]
    NothingPlanned,
    /// A line ends with a move of the opponent.
    #[error("a line of conditional moves ends with a move of the opponent")]
    NoAnswer,
    /// A plan is too long.
    #[error("conditional moves have up to {lines} lines of up to {steps} moves")]
    PlanTooLong {
        /// So many lines are allowed.
        lines: usize,
        /// So many moves in each.
        steps: usize,
    },
    /// A message has between 1 and so many characters.
    #[error("a message has 1 to {0} characters")]
    BadMessage(usize),
    /// The opponent has not left, or not for long enough: so much is missing.
    #[error("the opponent has not left, or not for long enough")]
    NotLeft(Option<Duration>),
    /// Before both have moved nobody loses.
    #[error("both sides must have moved")]
    NotBegun,
    /// It is the turn of who asks: nobody waits for the opponent.
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
    /// One has asked already.
    #[error("a rematch is already requested")]
    AskedBefore,
    /// The next game has begun.
    #[error("the next game has begun")]
    NextGameBegun,
    /// Nobody has asked for a revenge.
    #[error("no rematch was requested")]
    NoRevenge,
}

impl CommandError {
    /// Why the move is not legal, if that is it.
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
