//! Errors of studies and their analysis.

use draughts::game::Refusal;
use draughts::notation::ReadMoveError;
use draughts::{FenError, Rules, SetupError};
use pdn::{Failure, Reading};
use thiserror::Error;

use super::MAX_MOVES;
use crate::error_code::ErrorCode;
use play::proposal::ProposalError;
use texts::{FailureText, Language, Render, RenderByRules, Texts};

/// Why a study cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{}", reason.render(Language::English))]
pub(crate) struct StudyError {
    /// The code for programs.
    pub(crate) code: ErrorCode,
    /// The reason.
    pub(crate) reason: StudyErrorKind,
}

/// The kinds of errors of a study or a question.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum StudyErrorKind {
    /// The rules or the position cannot be used.
    Proposal(ProposalError),
    /// There are too many moves.
    TooManyMoves,
    /// The FEN is not a position.
    Position { fen: String, error: FenError },
    /// A move cannot be read or is not legal.
    Move { number: usize, text: String, error: ReadMoveError, rules: Box<Rules> },
    /// The game rejects a move.
    Refused { number: usize, text: String, refusal: Refusal, rules: Box<Rules> },
    /// A question asks for a number out of range: the message, the least and the most.
    OutOfRange { message: &'static str, least: u64, most: u64 },
    /// The text cannot be read as PDN.
    Unreadable,
    /// The text holds no game.
    NoGame,
    /// A recorded move cannot be played.
    Record(Box<(Failure, Reading)>),
    /// The other rules are played on other squares.
    OtherSquares,
    /// The position is not possible by the other rules.
    OtherPosition(SetupError),
    /// Another node found the error; the text is English.
    Remote(String),
}

impl StudyError {
    pub(crate) fn new(reason: StudyErrorKind) -> Self {
        Self { code: ErrorCode::BadStudy, reason }
    }

    /// Returns the name under which pages have advice of their own.
    pub(crate) fn kind(&self) -> Option<&'static str> {
        match &self.reason {
            StudyErrorKind::Proposal(bad) => bad.kind(),
            _ => None,
        }
    }
}

impl Render for StudyErrorKind {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        let of_move = |number: usize, text: &str, reason: String| {
            let number = u64::try_from(number).unwrap_or(u64::MAX);
            texts.fill(
                "study-move",
                [("number", number.into()), ("text", text.to_owned().into()), ("reason", reason.into())],
            )
        };
        match self {
            Self::Proposal(bad) => bad.render(language),
            Self::TooManyMoves => texts.with("study-too-many-moves", "most", MAX_MOVES as u64),
            Self::Position { fen, error } => texts.fill(
                "study-position",
                [("text", fen.clone().into()), ("reason", error.render(language).into())],
            ),
            Self::Move { number, text, error, rules } => {
                of_move(*number, text, error.render(rules, language))
            }
            Self::Refused { number, text, refusal, rules } => {
                of_move(*number, text, refusal.render(rules, language))
            }
            Self::OutOfRange { message, least, most } => {
                texts.fill(message, [("least", (*least).into()), ("most", (*most).into())])
            }
            Self::Unreadable => texts.get("study-unreadable"),
            Self::NoGame => texts.get("study-no-game"),
            Self::Record(found) => found.0.render(&found.1, language),
            Self::Remote(text) => text.clone(),
            Self::OtherSquares => texts.get("study-other-squares"),
            Self::OtherPosition(error) => {
                texts.with("study-other-position", "reason", error.render(language))
            }
        }
    }
}

impl From<ProposalError> for StudyError {
    fn from(bad: ProposalError) -> Self {
        Self { code: ErrorCode::BadProposal, reason: StudyErrorKind::Proposal(bad) }
    }
}

/// Why a question about a study is not answered.
#[derive(Clone, PartialEq, Debug, Error)]
pub(crate) enum AnalysisError {
    /// The study is invalid.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Too many questions are open.
    #[error("the engine has no time for this at the moment")]
    Busy,
    /// The engine failed.
    #[error("the engine failed")]
    Failed,
}
