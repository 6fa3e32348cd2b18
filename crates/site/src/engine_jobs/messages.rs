//! Messages between nodes and workers about questions.

use serde::{Deserialize, Serialize};

use crate::error_code::ErrorCode;
use crate::study::error::{AnalysisError, StudyError, StudyErrorKind};
use crate::study::question::{Answer, Question};
use play::id::JobId;
use play::time::Timestamp;

/// The subject on which cancelled questions are published.
pub(super) const STOP: &str = "crownhead.stop";

/// The result of a question.
pub(super) type Outcome = Result<Answer, AnalysisError>;

/// A question in the shared queue.
#[derive(Serialize, Deserialize)]
pub(super) struct QueuedQuestion {
    pub(super) id: JobId,
    /// The subject on which the answer is expected.
    pub(super) inbox: String,
    /// The time after which nobody waits for the answer.
    pub(super) until: Timestamp,
    /// The number of visitors who share the engine.
    pub(super) sharing: usize,
    pub(super) question: Question,
}

/// The reply to a question.
#[derive(Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) id: JobId,
    pub(super) answer: Result<Answer, Refusal>,
}

/// Why a question is not answered.
#[derive(Serialize, Deserialize)]
pub(super) enum Refusal {
    /// The study is invalid: an error code, and the reason.
    Unusable(String, String),
    /// The worker failed.
    Failed,
}

impl From<AnalysisError> for Refusal {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Study(error) => Self::Unusable(error.code.as_str().to_owned(), error.to_string()),
            AnalysisError::Busy | AnalysisError::Failed => Self::Failed,
        }
    }
}

impl From<Refusal> for AnalysisError {
    fn from(refusal: Refusal) -> Self {
        let Refusal::Unusable(code, message) = refusal else { return Self::Failed };
        let error = StudyError::new(StudyErrorKind::Remote(message));
        let code = ErrorCode::ALL.iter().find(|listed| listed.as_str() == code).unwrap_or(&error.code);
        Self::Study(StudyError { code: *code, ..error })
    }
}

#[cfg(test)]
mod tests {
    use play::proposal::ProposalError;

    use super::*;

    #[test]
    fn refusals_survive_the_transport() {
        let remote = StudyError::new(StudyErrorKind::Remote("No.".to_owned()));
        for (error, sent) in [
            (
                AnalysisError::Study(ProposalError::RatedHouseRules.into()),
                r#"{"Unusable":["bad-proposal","Games under house rules are not rated."]}"#,
            ),
            (AnalysisError::Study(remote), r#"{"Unusable":["bad-study","No."]}"#),
            (AnalysisError::Failed, r#""Failed""#),
        ] {
            let text = serde_json::to_string(&Refusal::from(error.clone())).expect("JSON");
            assert_eq!(text, sent);
            let refusal: Refusal = serde_json::from_str(&text).expect("a refusal");
            assert_eq!(AnalysisError::from(refusal).to_string(), error.to_string());
        }
    }
}
