//! Errors of studies and of their analysis.

use draughts::game::Refusal;
use draughts::notation::ReadMoveError;
use draughts::{FenError, Rules, SetupError};
use pdn::{Failure, Reading};
use thiserror::Error;

use super::{MAX_FILE_MOVES, MAX_MOVES};
use crate::error_code::ErrorCode;
use crate::slots::SlotError;
use play::proposal::ProposalError;
use texts::{FailureText, Language, Render, RenderByRules, Texts};

/// Why a study cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{}", kind.render(Language::English))]
pub(crate) struct StudyError {
    /// The code for programs.
    pub(crate) code: ErrorCode,
    /// The kind of error.
    pub(crate) kind: StudyErrorKind,
}

/// The kinds of errors of a study or an analysis request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum StudyErrorKind {
    /// The rules or the position cannot be used.
    Proposal(ProposalError),
    /// There are too many moves.
    TooManyMoves,
    /// There are too many moves in a file, with its variations.
    TooManyFileMoves,
    /// Computing it takes too long: there are too many captures.
    TooComplex,
    /// Nobody waits for the result any more.
    Cancelled,
    /// The FEN is not a position.
    Position { fen: String, error: FenError },
    /// A move cannot be read or is not legal.
    Move { number: usize, text: String, error: ReadMoveError, rules: Box<Rules> },
    /// The game rejects a move.
    Refused { number: usize, text: String, refusal: Refusal, rules: Box<Rules> },
    /// A number of an analysis request is not in the range from `min` to `max`; `message` is the key of the text.
    OutOfRange { message: &'static str, min: u64, max: u64 },
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
    pub(crate) fn new(kind: StudyErrorKind) -> Self {
        Self { code: ErrorCode::BadStudy, kind }
    }

    pub(crate) fn too_complex() -> Self {
        Self { code: ErrorCode::TooComplex, kind: StudyErrorKind::TooComplex }
    }

    /// Returns the key of the page text that advises on this error, if there is one.
    pub(crate) fn advice_key(&self) -> Option<&'static str> {
        match &self.kind {
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
            Self::TooManyFileMoves => texts.with("study-too-many-file-moves", "most", MAX_FILE_MOVES as u64),
            Self::TooComplex => texts.get("study-too-complex"),
            Self::Cancelled => texts.get("study-cancelled"),
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
            Self::OutOfRange { message, min, max } => {
                texts.fill(message, [("least", (*min).into()), ("most", (*max).into())])
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
        Self { code: ErrorCode::BadProposal, kind: StudyErrorKind::Proposal(bad) }
    }
}

/// Why an analysis request is not answered.
#[derive(Clone, PartialEq, Debug, Error)]
pub(crate) enum AnalysisError {
    /// The study is invalid.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Too many analysis requests are open.
    #[error("the engine is busy at the moment")]
    Busy,
    /// The engine failed.
    #[error("the engine failed")]
    Failed,
}

impl From<SlotError> for AnalysisError {
    fn from(error: SlotError) -> Self {
        match error {
            SlotError::Busy => Self::Busy,
            SlotError::Failed => Self::Failed,
        }
    }
}
