//! Why something is not done at a table.

use draughts::FenError;
use thiserror::Error;

use crate::error_code::ErrorCode;
use play::game::{CommandError, GameState};
use store::StoreError;
use texts::{Language, Render, RenderByRules, Texts, WhyNotText};

/// Why a request is not carried out.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum GameError {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// Who asks does not play in this game.
    #[error("only its players can do that in a game")]
    NotAPlayer,
    /// The request is refused: a short name for programs, and the reason in words.
    #[error("{message}")]
    Refused {
        /// A short name that programs can go by.
        code: ErrorCode,
        /// The reason in words.
        message: String,
        /// For a move that is not legal, the sentence of the rules that forbids it.
        rule: Option<String>,
    },
    /// The id of the command was used for something else.
    #[error("this id of a command was used for something else: make a new one for each command")]
    OtherCommand,
    /// The game cannot begin like this.
    #[error("the game cannot begin like this: {0}")]
    BadTerms(TermsError),
    /// The log of the game cannot be understood.
    #[error("the record of this game cannot be read: {0}")]
    Damaged(String),
    /// The site recovers from an outage; the clocks are not right yet.
    #[error("the site recovers from an outage; nothing is lost, and no clock is charged for it")]
    Recovering,
    /// The store does not answer.
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
    pub(super) fn refused(refused: &CommandError, table: &GameState, language: Language) -> Self {
        let rules = table.game().rules();
        let rule = refused.why_not().and_then(|why| why.rule(rules, language));
        Self::Refused { code: refused.into(), message: refused.render(rules, language), rule }
    }

    /// The log of a game has an event that its state refuses.
    pub(crate) fn damaged(refused: &CommandError) -> Self {
        Self::Damaged(ErrorCode::from(refused).as_str().to_owned())
    }

    /// The system has no chance to offer.
    pub(crate) fn chance(error: getrandom::Error) -> Self {
        Self::Store(StoreError::Other(error.to_string()))
    }
}
