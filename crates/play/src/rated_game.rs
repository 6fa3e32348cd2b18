//! A rated game that has ended.

use draughts::Color;
use draughts::game::GameResult;

use crate::game::GameState;
use crate::id::AccountId;
use crate::rating::{self, GameScore};

/// A rated game that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// The rating pool: family of rules and speed.
    pub pool: String,
    /// The player of White.
    pub white: AccountId,
    /// The player of Black.
    pub black: AccountId,
    /// The score of White.
    pub score: GameScore,
}

impl RatedGame {
    /// Returns the rated result of a game; `None` if it has not ended or is not rated.
    #[must_use]
    pub fn of(table: &GameState) -> Option<Self> {
        let terms = table.terms();
        let pool = rating::pool(table.game().rules().rule_set(), terms.time).filter(|_| terms.rated)?;
        let score = match table.game().outcome()?.result {
            GameResult::Win(Color::White) => GameScore::Win,
            GameResult::Win(Color::Black) => GameScore::Loss,
            GameResult::Draw => GameScore::Draw,
            GameResult::None => return None,
        };
        let (white, black) = (terms.white.account()?, terms.black.account()?);
        (white != black).then_some(Self { pool, white, black, score })
    }
}
