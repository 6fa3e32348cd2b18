//! Questions that workers answer: they wait in the shared queue, and the answer comes to the node that asked.
//!
//! A question may be answered twice; the first answer counts. What is not answered in time is refused as busy.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};

use super::messages::{Outcome, QueuedQuestion, Reply, STOP};
use super::visitors::Admission;
use crate::study::error::AnalysisError;
use crate::study::question::Question;
use bus::queue::{Kind, Work};
use play::id::JobId;
use store::clock;

/// The time beyond that of the search for which an answer is waited for: others may be first, and a worker may die.
const PATIENCE: Duration = Duration::from_secs(9);
/// The time for which the answer to a question that was given up is waited for.
const GIVEN_UP: Duration = Duration::from_secs(2);

/// Asks workers over the shared queue.
pub(super) struct RemoteAnalysis(pub(super) Arc<Work>);

impl RemoteAnalysis {
    /// Asks; none: the queue cannot be reached.
    pub(super) async fn ask(&self, admission: &Admission, question: &Question) -> Option<Outcome> {
        // What is sent without a connection waits for one.
        let queue = Some(&self.0).filter(|queue| queue.is_there())?;
        let id = JobId::new().ok()?;
        let inbox = format!("crownhead.answer.{id}");
        let time = question.longest() + PATIENCE;
        let (until, sharing) = (clock::now().after(time), admission.askers().count());
        let job = QueuedQuestion { id, inbox: inbox.clone(), until, sharing, question: question.clone() };
        let job = serde_json::to_vec(&job).ok()?;
        let mut replies = queue.client().subscribe(inbox).await.ok()?;
        if let Err(error) = queue.put(Kind::Analysis, id.as_str(), id.as_str(), job).await {
            tracing::debug!(%error, "question_kept_here");
            return None;
        }
        let deadline = Instant::now() + time;
        let reply = tokio::select! {
            reply = timeout_at(deadline, replies.next()) => reply,
            () = admission.stop().raised() => {
                // A worker that misses this searches in vain.
                let _ = queue.client().publish(STOP, id.to_string().into()).await;
                timeout_at(deadline.min(Instant::now() + GIVEN_UP), replies.next()).await
            }
        };
        Some(match reply {
            Ok(Some(message)) => match serde_json::from_slice(&message.payload) {
                Ok(Reply { answer, .. }) => answer.map_err(AnalysisError::from),
                Err(_) => Err(AnalysisError::Failed),
            },
            Ok(None) => Err(AnalysisError::Failed),
            Err(_) => Err(AnalysisError::Busy),
        })
    }
}
