//! Errors of the game repository.

use draughts::FenError;
use thiserror::Error;

use crate::error_code::ErrorCode;
use crate::slots::SlotError;
use play::game::{CommandError, GameState};
use store::StoreError;
use texts::{Language, Render, RenderByRules, Texts, WhyNotText};

/// Why a game is not created or loaded, or a command not executed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum GameError {
    /// The game does not exist.
    #[error("there is no such game")]
    NotFound,
    /// The account does not play in the game.
    #[error("only the players of a game can do that")]
    NotAPlayer,
    /// The state of the game does not allow the command.
    #[error("{message}")]
    Refused {
        /// The code for programs.
        code: ErrorCode,
        /// The reason for people.
        message: String,
        /// For an illegal move, the sentence of the rules that forbids it.
        rule: Option<String>,
    },
    /// The id of the command belongs to another command.
    #[error("this command id was used for another command: choose a new id for each command")]
    CommandIdReused,
    /// The game cannot be played on these terms.
    #[error("the game cannot be played on these terms: {0}")]
    InvalidTerms(TermsError),
    /// The log of the game cannot be read.
    #[error("the record of this game cannot be read: {0}")]
    CorruptLog(String),
    /// The site recovers from an outage; clocks may be wrong.
    #[error("the site recovers from an outage; nothing is lost, and no clock is charged for it")]
    Recovering,
    /// Too many costly commands wait.
    #[error("the site is busy at the moment")]
    Busy,
    /// A computation failed.
    #[error("a computation failed")]
    Failed,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TermsError {
    /// The position cannot be used.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The game is over in the position.
    #[error("the game is over in this position")]
    GameOver,
    /// A side has no pieces.
    #[error("each side needs at least one piece")]
    NoPieces,
}

impl Render for TermsError {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::Position(error) => error.render(language),
            Self::GameOver => texts.get("proposal-game-over"),
            Self::NoPieces => texts.get("proposal-no-pieces"),
        }
    }
}

impl GameError {
    pub(super) fn refused(error: &CommandError, state: &GameState, language: Language) -> Self {
        let rules = state.game().rules();
        let rule = error.why_not().and_then(|why| why.rule(rules, language));
        Self::Refused { code: error.into(), message: error.render(rules, language), rule }
    }

    /// Returns the error for a log with an event that its state rejects.
    pub(crate) fn corrupt_log(error: &CommandError) -> Self {
        Self::CorruptLog(ErrorCode::from(error).as_str().to_owned())
    }
}

impl From<SlotError> for GameError {
    fn from(error: SlotError) -> Self {
        match error {
            SlotError::Busy => Self::Busy,
            SlotError::Failed => Self::Failed,
        }
    }
}

/// The system provides no random bytes.
impl From<getrandom::Error> for GameError {
    fn from(error: getrandom::Error) -> Self {
        Self::Store(StoreError::Other(error.to_string()))
    }
}
