//! What nodes and workers send each other about questions.

use serde::{Deserialize, Serialize};

use crate::error_code::ErrorCode;
use crate::study::error::{AnalysisError, StudyError, StudyFault};
use crate::study::question::{Answer, Question};
use play::id::JobId;
use play::time::Timestamp;

/// The subject on which it is published that a question was given up.
pub(super) const STOP: &str = "crownhead.stop";

/// What becomes of a question.
pub(super) type Outcome = Result<Answer, AnalysisError>;

/// A question in the shared queue.
#[derive(Serialize, Deserialize)]
pub(super) struct QueuedQuestion {
    pub(super) id: JobId,
    /// The subject of the answer.
    pub(super) inbox: String,
    /// After that nobody waits for it any more.
    pub(super) until: Timestamp,
    /// How many share the time.
    pub(super) sharing: usize,
    pub(super) question: Question,
}

/// An answer on its way.
#[derive(Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) id: JobId,
    pub(super) answer: Result<Answer, Refusal>,
}

/// Why there is no answer.
#[derive(Serialize, Deserialize)]
pub(super) enum Refusal {
    /// The study cannot be used: a code, and the reason in words.
    Unusable(String, String),
    /// Something went wrong.
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
        let error = StudyError::new(StudyFault::Remote(message));
        let code = ErrorCode::ALL.iter().find(|known| known.as_str() == code).unwrap_or(&error.code);
        Self::Study(StudyError { code: *code, ..error })
    }
}

#[cfg(test)]
mod tests {
    use play::proposal::ProposalError;

    use super::*;

    #[test]
    fn a_refusal_reads_the_same_at_the_node_that_asked() {
        let remote = StudyError::new(StudyFault::Remote("No.".to_owned()));
        for (error, sent) in [
            (
                AnalysisError::Study(ProposalError::RatedHouseRules.into()),
                r#"{"Unusable":["bad-proposal","House rules are not rated."]}"#,
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
