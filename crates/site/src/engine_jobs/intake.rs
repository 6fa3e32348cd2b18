//! Intake of jobs: turns from the repository, and jobs of both kinds from the shared queue.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use async_nats::Client;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::AbortHandle;
use tracing::Instrument;

use super::job::{AnalysisJob, Job, LeaseGuard, Settlement};
use super::messages::{QueuedRequest, RemoteError, Reply};
use super::stop::Stop;
use super::visitors::VisitorCount;
use super::{EngineTurns, Shared};
use crate::repository::GameRepository;
use crate::slots::Visitor;
use bus::queue::{JobKind, QueuedJob, SharedQueue, consume};
use play::id::GameId;
use store::clock;

/// Maximum number of concurrent writes to the shared queue.
const MAX_WRITES: usize = 64;

impl Shared {
    /// Enqueues turns of the engine in the shared queue, or in that of this process if the shared one cannot be reached.
    pub(super) async fn enqueue_turns(
        self: Arc<Self>,
        repository: Weak<GameRepository>,
        mut turns: EngineTurns,
        shared_queue: Option<Arc<SharedQueue>>,
    ) {
        let writes = Arc::new(Semaphore::new(MAX_WRITES));
        while let Some((game, seq)) = turns.recv().await {
            let Some(repository) = repository.upgrade() else { return };
            let Some(queue) = shared_queue.clone().filter(|queue| queue.is_connected()) else {
                self.enqueue_locally(&repository, game).await;
                continue;
            };
            // The semaphore is never closed.
            let Ok(permit) = Arc::clone(&writes).acquire_owned().await else { return };
            let shared = Arc::clone(&self);
            let write = async move {
                let _permit = permit;
                let id = format!("{game} {seq}");
                let enqueued = queue.enqueue(JobKind::Turn, game.as_str(), &id, game.to_string().into());
                if let Err(error) = enqueued.await {
                    tracing::debug!(%game, %error, "turn_enqueued_locally");
                    shared.enqueue_locally(&repository, game).await;
                }
            };
            tokio::spawn(write.in_current_span());
        }
    }

    /// Enqueues a turn in this process. Without workers it is dropped, and found again when the shared queue is back.
    async fn enqueue_locally(&self, repository: &GameRepository, game: GameId) {
        if self.workers == 0 {
            return;
        }
        // The opponents take turns, so that one with many games does not keep the others waiting.
        if let Ok(state) = repository.load_cached(game).await {
            let opponent = state.terms().accounts().first().copied().map(Visitor::Account);
            self.queue.add(Job::Turn(game, None), opponent);
        }
    }

    /// Starts the tasks that take jobs and cancellations from the shared queue until they are aborted.
    pub(super) fn consume(self: &Arc<Self>, queue: &Arc<SharedQueue>) -> Vec<AbortHandle> {
        let mut tasks = Vec::new();
        for kind in [JobKind::Turn, JobKind::Analysis] {
            let (shared, client) = (Arc::clone(self), queue.client().clone());
            let take = move |job| shared.take(kind, job, &client);
            let consumer = consume(Arc::clone(queue), kind, self.workers, take);
            tasks.push(tokio::spawn(consumer.in_current_span()).abort_handle());
        }
        let cancellations = Arc::clone(&self.remote_requests).watch_cancellations(queue.client().clone());
        tasks.push(tokio::spawn(cancellations).abort_handle());
        tasks
    }

    /// Enqueues a job of the shared queue, or settles it if nobody waits for it.
    fn take(&self, kind: JobKind, job: QueuedJob, client: &Client) {
        let QueuedJob { payload, lease, waiting, slot } = job;
        let lease = LeaseGuard { lease, _slot: slot };
        match kind {
            JobKind::Turn => {
                self.shared_queue_games.store(waiting, Ordering::Relaxed);
                match std::str::from_utf8(&payload).ok().and_then(|game| game.parse().ok()) {
                    // The shared queue has ordered the opponents already.
                    Some(game) => self.queue.add(Job::Turn(game, Some(lease)), None),
                    None => lease.settle(Settlement::Done),
                }
            }
            JobKind::Analysis => {
                let request = serde_json::from_slice(&payload).ok();
                let request = request.filter(|queued: &QueuedRequest| clock::now() < queued.until);
                let stop = request.as_ref().and_then(|queued| self.remote_requests.open(queued.id));
                match request.zip(stop) {
                    Some((request, stop)) => self.serve(request, stop, lease, client.clone()),
                    None => lease.settle(Settlement::Done),
                }
            }
        }
    }

    /// Enqueues a request of another node, and sends the answer there. Without an answer, the job is returned.
    fn serve(&self, queued: QueuedRequest, stop: Arc<Stop>, lease: LeaseGuard, client: Client) {
        let QueuedRequest { id, inbox, sharing, request, .. } = queued;
        let (reply, receiver) = oneshot::channel();
        let job = AnalysisJob { request, stop, visitor_count: VisitorCount::fixed(sharing), reply };
        self.queue.add(Job::Analysis(Box::new(job)), None);
        let remote_requests = Arc::clone(&self.remote_requests);
        tokio::spawn(async move {
            let outcome = receiver.await;
            remote_requests.close(id);
            let Ok(outcome) = outcome else { return };
            // An answer can always be encoded as JSON.
            let reply = serde_json::to_vec(&Reply { id, answer: outcome.map_err(RemoteError::from) });
            match client.publish(inbox, reply.unwrap_or_default().into()).await {
                Ok(()) => lease.settle(Settlement::Done),
                Err(error) => tracing::debug!(%error, "analysis_result_not_sent"),
            }
        });
    }
}
