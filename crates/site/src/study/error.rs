//! Errors of studies and their analysis.

use thiserror::Error;

use crate::error_code::ErrorCode;
use crate::texts::sentence;
use play::proposal::ProposalError;

/// Why a study is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub(crate) struct StudyError {
    /// The code for programs.
    pub(crate) code: ErrorCode,
    /// What is wrong, for people.
    pub(crate) message: String,
    /// The kind under which pages find their text, if the code has several.
    pub(crate) kind: Option<&'static str>,
}

impl StudyError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::BadStudy, message: message.into(), kind: None }
    }
}

impl From<ProposalError> for StudyError {
    fn from(error: ProposalError) -> Self {
        Self { code: ErrorCode::BadProposal, message: sentence(&error.message), kind: error.kind }
    }
}

/// Why a question about a study is not answered.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
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
