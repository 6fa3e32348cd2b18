//! Why a study cannot be used, or a question about one is not answered.

use thiserror::Error;

use crate::error_code::ErrorCode;
use crate::texts::sentence;
use play::proposal::ProposalError;

/// Why a study cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub(crate) struct StudyError {
    /// A short name that programs can go by.
    pub(crate) code: ErrorCode,
    /// What is wrong, in words.
    pub(crate) message: String,
    /// What exactly, by the name under which pages word it.
    pub(crate) kind: Option<&'static str>,
}

impl StudyError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::BadStudy, message: message.into(), kind: None }
    }
}

impl From<ProposalError> for StudyError {
    fn from(bad: ProposalError) -> Self {
        Self { code: ErrorCode::BadProposal, message: sentence(&bad.message), kind: bad.kind }
    }
}

/// Why a question about a study is not answered.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum AnalysisError {
    /// The study cannot be used.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Too many ask.
    #[error("the engine has no time for this at the moment")]
    Busy,
    /// Something went wrong on our side.
    #[error("the engine failed")]
    Failed,
}
