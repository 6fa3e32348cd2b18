//! Analysis requests that workers answer: they wait in the shared queue, and the answer is sent to the requesting node.
//!
//! A request may be answered twice; the first answer counts. A request that is not answered in time is refused as busy.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};

use super::messages::{AnalysisOutcome, QueuedRequest, Reply, STOP};
use super::visitors::Admission;
use crate::study::error::AnalysisError;
use crate::study::request::AnalysisRequest;
use bus::queue::{JobKind, SharedQueue};
use play::id::JobId;
use store::clock;

/// Maximum time to wait in addition to the search: other jobs may come first, and a worker may die.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(9);
/// Maximum time to wait for the answer to a cancelled request.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(2);

/// Sends analysis requests to workers over the shared queue.
pub(super) struct RemoteAnalysis(pub(super) Arc<SharedQueue>);

impl RemoteAnalysis {
    /// Sends a request and waits for the answer; `None` if the queue cannot be reached.
    pub(super) async fn analyse(
        &self,
        admission: &Admission,
        request: &AnalysisRequest,
    ) -> Option<AnalysisOutcome> {
        // Without a connection, the client would buffer the message.
        let queue = Some(&self.0).filter(|queue| queue.is_connected())?;
        let id = JobId::new().ok()?;
        let inbox = format!("crownhead.answer.{id}");
        let time = request.max_time() + QUEUE_TIMEOUT;
        let (until, sharing) = (clock::now().after(time), admission.visitor_count().count());
        let job = QueuedRequest { id, inbox: inbox.clone(), until, sharing, request: request.clone() };
        let job = serde_json::to_vec(&job).ok()?;
        let mut replies = queue.client().subscribe(inbox).await.ok()?;
        if let Err(error) = queue.enqueue(JobKind::Analysis, id.as_str(), id.as_str(), job).await {
            tracing::debug!(%error, "analysis_enqueued_locally");
            return None;
        }
        let deadline = Instant::now() + time;
        let reply = tokio::select! {
            reply = timeout_at(deadline, replies.next()) => reply,
            () = admission.stop().raised() => {
                // A worker that misses this finishes its search; nobody waits for it.
                let _ = queue.client().publish(STOP, id.to_string().into()).await;
                timeout_at(deadline.min(Instant::now() + CANCEL_TIMEOUT), replies.next()).await
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
