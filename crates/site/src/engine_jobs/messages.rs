//! Messages between nodes and workers about analysis requests.

use serde::{Deserialize, Serialize};

use crate::error_code::ErrorCode;
use crate::study::error::{AnalysisError, StudyError, StudyErrorKind};
use crate::study::request::{AnalysisRequest, AnalysisResponse};
use play::id::JobId;
use play::time::Timestamp;

/// The subject on which cancelled requests are published.
pub(super) const STOP: &str = "crownhead.stop";

/// The result of an analysis request.
pub(super) type AnalysisOutcome = Result<AnalysisResponse, AnalysisError>;

/// An analysis request in the shared queue.
#[derive(Serialize, Deserialize)]
pub(super) struct QueuedRequest {
    pub(super) id: JobId,
    /// The subject on which the answer is expected.
    pub(super) inbox: String,
    /// The time after which nobody waits for the answer.
    pub(super) until: Timestamp,
    /// The number of visitors who share the engine.
    pub(super) sharing: usize,
    #[serde(rename = "question")]
    pub(super) request: AnalysisRequest,
}

/// The reply to an analysis request.
#[derive(Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) id: JobId,
    pub(super) answer: Result<AnalysisResponse, RemoteError>,
}

/// Why an analysis request is not answered, in the form that is sent between nodes.
#[derive(Serialize, Deserialize)]
pub(super) enum RemoteError {
    /// The study is invalid: an error code, and the reason.
    Unusable(String, String),
    /// The worker failed.
    Failed,
}

impl From<AnalysisError> for RemoteError {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Study(error) => Self::Unusable(error.code.as_str().to_owned(), error.to_string()),
            AnalysisError::Busy | AnalysisError::Failed => Self::Failed,
        }
    }
}

impl From<RemoteError> for AnalysisError {
    fn from(error: RemoteError) -> Self {
        let RemoteError::Unusable(code, message) = error else { return Self::Failed };
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
    fn errors_survive_the_transport() {
        let remote = StudyError::new(StudyErrorKind::Remote("No.".to_owned()));
        for (error, sent) in [
            (
                AnalysisError::Study(ProposalError::RatedHouseRules.into()),
                r#"{"Unusable":["bad-proposal","Games under house rules are not rated."]}"#,
            ),
            (AnalysisError::Study(remote), r#"{"Unusable":["bad-study","No."]}"#),
            (AnalysisError::Failed, r#""Failed""#),
        ] {
            let text = serde_json::to_string(&RemoteError::from(error.clone())).expect("JSON");
            assert_eq!(text, sent);
            let received: RemoteError = serde_json::from_str(&text).expect("an error");
            assert_eq!(AnalysisError::from(received).to_string(), error.to_string());
        }
    }
}
