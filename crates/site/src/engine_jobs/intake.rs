//! How jobs come in: turns from the repository, and jobs of both kinds from the shared queue.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use async_nats::Client;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::AbortHandle;
use tracing::Instrument;

use super::job::{AnalysisJob, Claim, Job, Settlement};
use super::messages::{QueuedQuestion, Refusal, Reply};
use super::stop::Stop;
use super::visitors::{Askers, Visitor};
use super::{AskedGames, Shared};
use crate::repository::GameRepository;
use bus::queue::{Kind, Piece, Work, drain};
use play::id::GameId;
use store::clock;

/// The number of games that are put into the shared queue at a time.
const PUTTING: usize = 64;

impl Shared {
    /// Puts the games in which the computer is asked into the shared queue, or into that of this process where it cannot be
    /// reached.
    pub(super) async fn enqueue_turns(
        self: Arc<Self>,
        repository: Weak<GameRepository>,
        mut asked: AskedGames,
        shared_queue: Option<Arc<Work>>,
    ) {
        let putting = Arc::new(Semaphore::new(PUTTING));
        while let Some((game, seq)) = asked.recv().await {
            let Some(repository) = repository.upgrade() else { return };
            let Some(queue) = shared_queue.clone().filter(|queue| queue.is_there()) else {
                self.enqueue_here(&repository, game).await;
                continue;
            };
            // It is never closed.
            let Ok(permit) = Arc::clone(&putting).acquire_owned().await else { return };
            let shared = Arc::clone(&self);
            let putting = async move {
                let _permit = permit;
                let id = format!("{game} {seq}");
                let put = queue.put(Kind::Computer, game.as_str(), &id, game.to_string().into());
                if let Err(error) = put.await {
                    tracing::debug!(%game, %error, "turn_kept_here");
                    shared.enqueue_here(&repository, game).await;
                }
            };
            tokio::spawn(putting.in_current_span());
        }
    }

    /// Lets a game wait in this process; without workers, it is found again when the shared queue is back.
    async fn enqueue_here(&self, repository: &GameRepository, game: GameId) {
        if self.workers == 0 {
            return;
        }
        // Turns are taken by opponents, so that somebody with many games does not keep others waiting.
        if let Ok(table) = repository.known(game).await {
            let opponent = table.terms().accounts().first().copied().map(Visitor::Account);
            self.queue.add(Job::Turn(game, None), opponent);
        }
    }

    /// Takes jobs of both kinds from the shared queue, and the calls to give questions up, until the tasks are aborted.
    pub(super) fn take_from(self: &Arc<Self>, queue: &Arc<Work>) -> Vec<AbortHandle> {
        let mut tasks = Vec::new();
        for kind in [Kind::Computer, Kind::Analysis] {
            let (shared, client) = (Arc::clone(self), queue.client().clone());
            let take = move |piece| shared.take(kind, piece, &client);
            let draining = drain(Arc::clone(queue), kind, self.workers, take);
            tasks.push(tokio::spawn(draining.in_current_span()).abort_handle());
        }
        let stops = Arc::clone(&self.serving).watch_stops(queue.client().clone());
        tasks.push(tokio::spawn(stops).abort_handle());
        tasks
    }

    /// Takes a job from the shared queue; one that nobody waits for is done.
    fn take(&self, kind: Kind, piece: Piece, client: &Client) {
        let Piece { what, ticket, waiting, hand } = piece;
        let claim = Claim { ticket, _permit: hand };
        match kind {
            Kind::Computer => {
                self.games_elsewhere.store(waiting, Ordering::Relaxed);
                match std::str::from_utf8(&what).ok().and_then(|game| game.parse().ok()) {
                    // The opponents have waited there.
                    Some(game) => self.queue.add(Job::Turn(game, Some(claim)), None),
                    None => claim.settle(Settlement::Done),
                }
            }
            Kind::Analysis => {
                let question = serde_json::from_slice(&what).ok();
                let question = question.filter(|queued: &QueuedQuestion| clock::now() < queued.until);
                let stop = question.as_ref().and_then(|queued| self.serving.open(queued.id));
                match question.zip(stop) {
                    Some((question, stop)) => self.serve(question, stop, claim, client.clone()),
                    None => claim.settle(Settlement::Done),
                }
            }
        }
    }

    /// Lets a question of another node wait here, and sends the answer there. Without one, it is given back.
    fn serve(&self, queued: QueuedQuestion, stop: Arc<Stop>, claim: Claim, client: Client) {
        let QueuedQuestion { id, inbox, sharing, question, .. } = queued;
        let (reply, replied) = oneshot::channel();
        let job = AnalysisJob { question, stop, askers: Askers::fixed(sharing), reply };
        self.queue.add(Job::Question(Box::new(job)), None);
        let serving = Arc::clone(&self.serving);
        tokio::spawn(async move {
            let outcome = replied.await;
            serving.close(id);
            let Ok(outcome) = outcome else { return };
            // An answer always has a JSON form.
            let reply = serde_json::to_vec(&Reply { id, answer: outcome.map_err(Refusal::from) });
            match client.publish(inbox, reply.unwrap_or_default().into()).await {
                Ok(()) => claim.settle(Settlement::Done),
                Err(error) => tracing::debug!(%error, "answer_not_sent"),
            }
        });
    }
}
