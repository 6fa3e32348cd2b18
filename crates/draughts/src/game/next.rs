//! The next game between the same two players.

use core::fmt;

use super::{Game, GameResult};
use crate::color::Color;
use crate::ruleset::NextGame;

/// The colours of the next game. Players are identified by their colour in the last game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Seats {
    /// The player who gets White.
    pub white: Color,
    /// The player who gets Black.
    pub black: Color,
    /// The player who makes the first move.
    pub begins: Color,
}

/// The player who begins the next game cannot be determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextGameError {
    /// The last game is not over.
    NotOver,
    /// The players must choose who begins.
    NotChosen,
}

impl Game {
    /// Returns the colours of the next game (a rematch) that `asked_by` asks for. `chosen` is the player who begins, if
    /// the rule set leaves that to the players.
    pub fn next_game(&self, asked_by: Color, chosen: Option<Color>) -> Result<Seats, NextGameError> {
        let outcome = self.outcome().ok_or(NextGameError::NotOver)?;
        let rules = self.rules().rule_set();
        let first = rules.start.first_move;
        let begins = match (rules.conduct.next_game, outcome.result) {
            (NextGame::Alternate, _) => !first,
            (NextGame::WinnerBegins, GameResult::Win(winner)) => winner,
            (NextGame::WinnerBegins, GameResult::Draw | GameResult::None)
            | (NextGame::ChallengerBegins, _) => asked_by,
            (NextGame::AsChosen, _) => chosen.ok_or(NextGameError::NotChosen)?,
        };
        let (white, black) = match first {
            Color::White => (begins, !begins),
            Color::Black => (!begins, begins),
        };
        Ok(Seats { white, black, begins })
    }
}

impl core::error::Error for NextGameError {}

impl fmt::Display for NextGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOver => "the last game is not over",
            Self::NotChosen => "the players must choose who begins",
        })
    }
}
