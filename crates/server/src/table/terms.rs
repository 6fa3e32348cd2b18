//! What two players have agreed on before the first move.

use std::time::Duration;

use draughts::notation::Fen;
use draughts::{ByColor, Game, Rules};
use serde::{Deserialize, Serialize};

/// Who plays, with which time, from which position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Who sits at White's side.
    pub white: Seat,
    /// Who sits at Black's side.
    pub black: Seat,
    /// How much time they have.
    pub time: TimeControl,
    /// The position to begin with, as a FEN; none: the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

/// Who sits at a side of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person, or a program that plays as one, by the id of its account.
    Player(String),
    /// The engine, at this level.
    Computer(u8),
}

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// As much as they like.
    None,
    /// So much for the game, and more for each move.
    Clock {
        /// In milliseconds.
        initial: u64,
        /// In milliseconds.
        increment: u64,
    },
    /// So many days for each move.
    Days(u16),
}

impl TimeControl {
    /// What stands on a clock when the game begins.
    pub(super) fn at_first(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Clock { initial, .. } => Some(Duration::from_millis(initial)),
            Self::Days(days) => Some(Duration::from_secs(24 * 3600 * u64::from(days))),
        }
    }

    /// What stands on it after a move, if so much was left.
    pub(super) fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::None => left,
            Self::Clock { increment, .. } => left.saturating_add(Duration::from_millis(increment)),
            Self::Days(_) => self.at_first().unwrap_or(left),
        }
    }
}

impl Terms {
    /// The seats, by colour.
    #[must_use]
    pub fn seats(&self) -> ByColor<&Seat> {
        ByColor { white: &self.white, black: &self.black }
    }

    /// The game before the first move, or why it cannot begin.
    pub fn game(&self, rules: &Rules) -> Result<Game, String> {
        let Some(text) = &self.start else { return Ok(Game::new(rules)) };
        let fen = Fen::parse(text, &rules.naming()).map_err(|error| error.to_string())?;
        Game::of_fen(rules, &fen).map_err(|error| error.to_string())
    }
}
