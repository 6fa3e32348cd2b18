//! Questions that others think about: they wait in the queue of all nodes, and are answered to the node that asked.
//!
//! A question may be answered twice; the first answer counts. What is not answered in time is refused as when there are too
//! many.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep};

use super::{Busy, Errand};
use crate::http::{Answer, ApiError, Question};
use crate::id::{JobId, NodeId};
use crate::time::Timestamp;
use crate::work::{Kind, Work};

/// So much later than it could be, an answer is waited for: others may be first, and whoever thinks about it may die.
const PATIENCE: Duration = Duration::from_secs(9);
/// An answer to a question that was given up comes soon, or not at all.
const GIVEN_UP: Duration = Duration::from_secs(2);
/// So often it is looked whether the question was given up.
const LOOK: Duration = Duration::from_millis(50);
/// Where it is told that questions were given up.
pub(super) const STOP: &str = "crownhead.stop";

/// A question in the queue.
#[derive(Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) id: JobId,
    /// Where the answer goes.
    pub(super) inbox: String,
    /// After that nobody waits for it any more.
    pub(super) until: Timestamp,
    /// How many share the time.
    pub(super) sharing: u32,
    pub(super) question: Question,
}

/// An answer on its way.
#[derive(Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) id: JobId,
    pub(super) answer: Result<Answer, Refusal>,
}

/// Why there is none.
#[derive(Serialize, Deserialize)]
pub(super) enum Refusal {
    /// The study cannot be used, for this reason.
    Unusable(String, String),
    /// Something went wrong.
    Failed,
}

impl Refusal {
    pub(super) fn of(error: &ApiError) -> Self {
        if error.status().is_client_error() {
            return Self::Unusable(error.body().code.to_owned(), error.body().message.clone());
        }
        Self::Failed
    }
}

type Waiting = Arc<Mutex<HashMap<JobId, oneshot::Sender<Result<Answer, Refusal>>>>>;

/// Asks others. It ends when this is dropped.
pub(crate) struct Elsewhere {
    work: Arc<Work>,
    inbox: String,
    waiting: Waiting,
    hearing: AbortHandle,
}

impl Elsewhere {
    pub(crate) fn new(node: NodeId, work: Arc<Work>) -> Self {
        let (inbox, waiting) = (format!("crownhead.answer.{node}"), Waiting::default());
        let hearing = tokio::spawn(hear(work.client().clone(), inbox.clone(), Arc::clone(&waiting)));
        Self { work, inbox, waiting, hearing: hearing.abort_handle() }
    }

    /// Asks; nothing: the question cannot be put.
    pub(super) async fn ask(&self, errand: &Errand, question: &Question) -> Option<Result<Answer, ApiError>> {
        let id = JobId::new().ok()?;
        let time = question.longest() + PATIENCE;
        let until = Timestamp::now().after(time);
        let (inbox, sharing) = (self.inbox.clone(), errand.sharing());
        let job = Job { id, inbox, until, sharing, question: question.clone() };
        let job = serde_json::to_vec(&job).ok()?;
        let (answer, answered) = oneshot::channel();
        lock(&self.waiting).insert(id, answer);
        let _forgotten = Forgotten(&self.waiting, id);
        let put = self.work.put(Kind::Analysis, id.as_str(), id.as_str(), job).await;
        if let Err(error) = put {
            tracing::debug!(%error, "a question is thought about here");
            return None;
        }
        Some(self.wait(errand, id, answered, time).await)
    }

    async fn wait(
        &self,
        errand: &Errand,
        id: JobId,
        mut answered: oneshot::Receiver<Result<Answer, Refusal>>,
        time: Duration,
    ) -> Result<Answer, ApiError> {
        let mut deadline = Instant::now() + time;
        let mut given_up = false;
        while Instant::now() < deadline {
            tokio::select! {
                answer = &mut answered => return match answer {
                    Ok(Ok(answer)) => Ok(answer),
                    Ok(Err(Refusal::Unusable(code, message))) => Err(ApiError::of_study(&code, message)),
                    Ok(Err(Refusal::Failed)) | Err(_) => Err(ApiError::internal()),
                },
                () = sleep(LOOK) => {}
            }
            if !given_up && errand.stop().load(Ordering::Relaxed) {
                given_up = true;
                deadline = deadline.min(Instant::now() + GIVEN_UP);
                // Who does not hear it thinks for nothing.
                let _ = self.work.client().publish(STOP, id.to_string().into()).await;
            }
        }
        Err(Busy.into())
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.hearing.abort();
    }
}

/// Whoever asked is not waited for any more when this is dropped.
struct Forgotten<'a>(&'a Waiting, JobId);

impl Drop for Forgotten<'_> {
    fn drop(&mut self) {
        lock(self.0).remove(&self.1);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hears answers, and gives them to those who wait.
async fn hear(client: async_nats::Client, inbox: String, waiting: Waiting) {
    let Ok(mut answers) = client.subscribe(inbox).await else { return };
    while let Some(message) = answers.next().await {
        if let Ok(Reply { id, answer }) = serde_json::from_slice(&message.payload)
            && let Some(asker) = lock(&waiting).remove(&id)
        {
            // It may have gone.
            let _ = asker.send(answer);
        }
    }
}
