//! Failures of a replay.

use std::fmt;

use draughts::notation::ParseMoveError;
use draughts::{FenError, Language, WhyNot};

use crate::leniency::Place;
use crate::reading::Reading;

/// A failure of a replay.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The place in the file.
    pub place: Place,
    /// The index of the move in the main line of the record.
    pub node: usize,
    /// The text at the place.
    pub text: String,
    /// The reason of the failure.
    pub reason: FailureReason,
}

/// The reason of a failed replay.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FailureReason {
    /// The setup is invalid.
    Setup(FenError),
    /// A move cannot be parsed.
    Unreadable(ParseMoveError),
    /// A move is not legal.
    NotLegal(WhyNot),
    /// The rule set of the game is unknown.
    NoRules,
}

impl FailureReason {
    /// Returns the reason as text, with the rule that the move breaks.
    #[must_use]
    pub fn render(&self, reading: &Reading, language: Language) -> String {
        match self {
            Self::Setup(error) => error.render(language),
            Self::Unreadable(error) => error.render(language),
            Self::NotLegal(why) => why.in_full_by(&reading.rules, &reading.square_names, language),
            Self::NoRules => language
                .pick(
                    "the rule set of the game is unknown; choose one",
                    "Die Regeln der Partie sind unbekannt; wähle sie aus",
                )
                .to_owned(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excerpt: String = self.text.chars().take(60).collect();
        write!(f, "{}: {excerpt:?}", self.place)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            FailureReason::Setup(error) => Some(error),
            FailureReason::Unreadable(error) => Some(error),
            FailureReason::NotLegal(why) => Some(why),
            FailureReason::NoRules => None,
        }
    }
}
