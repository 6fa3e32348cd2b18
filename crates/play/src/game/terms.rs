//! The terms that two players have agreed on before the first move.

use std::time::Duration;

use draughts::notation::FenError;
use draughts::{ByColor, Color, Game, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use crate::id::AccountId;

/// The players, the time control and the position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The player of White.
    pub white: Seat,
    /// The player of Black.
    pub black: Seat,
    /// The time control.
    pub time: TimeControl,
    /// The start position as a FEN; `None` is that of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Whether the game counts for the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// The player of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person or a bot, by the id of the account.
    Player(AccountId),
    /// The engine, at a level from 1 to 8.
    Computer(u8),
}

impl Seat {
    /// Returns the account, unless it is the computer.
    #[must_use]
    pub fn account(self) -> Option<AccountId> {
        match self {
            Self::Player(account) => Some(account),
            Self::Computer(_) => None,
        }
    }
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// Unlimited time.
    None {},
    /// A time for the game, and an increment for each move.
    Clock {
        /// In milliseconds, from 1 second to 12 hours.
        #[schema(minimum = 1000, maximum = 43_200_000)]
        initial: u64,
        /// In milliseconds, up to 10 minutes.
        #[schema(maximum = 600_000)]
        increment: u64,
    },
    /// A number of days for each move.
    Days {
        /// From 1 to 30.
        #[schema(minimum = 1, maximum = 30)]
        days: u16,
        /// The number of days off that each player may take in the game, up to 60.
        #[serde(default)]
        #[schema(maximum = 60)]
        vacation: u16,
    },
}

const DAY: u64 = 24 * 3600 * 1000;

/// The reason why a time control is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TimeControlError {
    /// The time for the game is out of range, in milliseconds.
    #[error("a clock begins with 1000 ms to {most} ms, not {0} ms", most = DAY / 2)]
    Initial(u64),
    /// The increment is too long, in milliseconds.
    #[error("an increment is 600000 ms at the most, not {0} ms")]
    Increment(u64),
    /// The days for a move are out of range.
    #[error("there are 1 to 30 days for a move, not {0}")]
    Days(u16),
    /// There are too many days off.
    #[error("there are 60 days off at the most, not {0}")]
    Vacation(u16),
}

impl TimeControl {
    /// Returns whether the time is unlimited.
    pub const UNLIMITED: Self = Self::None {};

    /// Checks that all values are in their ranges.
    pub fn check(self) -> Result<(), TimeControlError> {
        match self {
            Self::Clock { initial, .. } if !(1000..=DAY / 2).contains(&initial) => {
                Err(TimeControlError::Initial(initial))
            }
            Self::Clock { increment, .. } if increment > 600_000 => {
                Err(TimeControlError::Increment(increment))
            }
            Self::Days { days, .. } if !(1..=30).contains(&days) => Err(TimeControlError::Days(days)),
            Self::Days { vacation, .. } if vacation > 60 => Err(TimeControlError::Vacation(vacation)),
            _ => Ok(()),
        }
    }

    /// Returns the time on each clock at the start of the game.
    pub(super) fn initial_time(self) -> Option<Duration> {
        match self {
            Self::None {} => None,
            Self::Clock { initial, .. } => Some(Duration::from_millis(initial)),
            Self::Days { days, .. } => Some(days_off(days)),
        }
    }

    /// Returns the time on a clock after a move, from the time that was left before.
    pub(super) fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::None {} => left,
            Self::Clock { increment, .. } => left.saturating_add(Duration::from_millis(increment)),
            Self::Days { .. } => self.initial_time().unwrap_or(left),
        }
    }
}

/// Returns a number of days as a duration.
pub(super) fn days_off(days: u16) -> Duration {
    Duration::from_millis(DAY * u64::from(days))
}

impl Terms {
    /// Returns the players by colour.
    #[must_use]
    pub fn seats(&self) -> ByColor<Seat> {
        ByColor { white: self.white, black: self.black }
    }

    /// Returns the accounts that play, each once.
    #[must_use]
    pub fn accounts(&self) -> Vec<AccountId> {
        let mut accounts: Vec<_> =
            Color::ALL.into_iter().filter_map(|side| self.seats()[side].account()).collect();
        accounts.dedup();
        accounts
    }

    /// Returns the game before the first move, or why it cannot begin.
    pub fn game(&self, rules: &Rules) -> Result<Game, FenError> {
        self.start.as_ref().map_or_else(|| Ok(Game::new(rules)), |fen| Game::from_fen(rules, fen))
    }
}
