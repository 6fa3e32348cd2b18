//! Why something is not done at a table.

use std::fmt;

use draughts::Language;

use crate::store::StoreError;
use crate::table::{Refused, Table};

/// Why a request is not carried out.
#[derive(Clone, PartialEq, Debug)]
pub enum ActError {
    /// There is no such game.
    NoGame,
    /// Who asks does not play in this game.
    NotAPlayer,
    /// The request is refused: a short name for programs, and the reason in words.
    Refused {
        /// A short name that programs can go by.
        code: &'static str,
        /// The reason in words.
        message: String,
        /// For a move that is not legal, the sentence of the rules that forbids it.
        rule: Option<String>,
    },
    /// The id of the command was used for something else.
    OtherCommand,
    /// The game cannot begin like this.
    BadTerms(String),
    /// The log of the game cannot be understood.
    Damaged(String),
    /// The site recovers from an outage; the clocks are not right yet.
    Recovering,
    /// The store does not answer.
    Store(StoreError),
}

impl ActError {
    pub(super) fn refused(refused: &Refused, table: &Table, language: Language) -> Self {
        let rules = table.game().rules();
        let rule = refused.why_not().and_then(|why| why.rule(rules, language));
        Self::Refused { code: refused.code(), message: refused.tell(rules, language), rule }
    }

    /// The system has no chance to offer.
    pub(crate) fn chance(error: getrandom::Error) -> Self {
        Self::Store(StoreError::Other(error.to_string()))
    }
}

impl From<StoreError> for ActError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for ActError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("there is no such game"),
            Self::NotAPlayer => f.write_str("only its players can do that in a game"),
            Self::Refused { message, .. } => f.write_str(message),
            Self::OtherCommand => f.write_str(
                "this id of a command was used for something else: make a new one for each command",
            ),
            Self::BadTerms(reason) => write!(f, "the game cannot begin like this: {reason}"),
            Self::Damaged(reason) => write!(f, "the record of this game cannot be read: {reason}"),
            Self::Recovering => f.write_str(
                "the site recovers from an outage; nothing is lost, and no clock is charged for it",
            ),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ActError {}
