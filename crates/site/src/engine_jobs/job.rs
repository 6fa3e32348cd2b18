//! What an engine worker is given to do.

use std::sync::Arc;
use std::time::Duration;

use engine::Engine;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::messages::Outcome;
use super::stop::Stop;
use super::visitors::Askers;
use crate::study::error::StudyError;
use crate::study::question::{Answer, Bounds, Question};
use bus::queue::{Kind, Ticket};
use play::id::GameId;

/// A job for an engine worker.
pub(super) enum Job {
    /// The computer is asked in a game. The claim is there if it was taken from the shared queue.
    Turn(GameId, Option<Claim>),
    /// A visitor asks about a study.
    Question(Box<AnalysisJob>),
}

impl Job {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Turn(..) => Kind::Computer,
            Self::Question(_) => Kind::Analysis,
        }
    }

    /// Returns whether nobody waits for it any more.
    pub(super) fn is_abandoned(&self) -> bool {
        matches!(self, Self::Question(job) if job.reply.is_closed())
    }
}

/// The right to a job of the shared queue, and the permit under which it was taken. Dropping it gives the job back.
pub(super) struct Claim {
    pub(super) ticket: Ticket,
    pub(super) _permit: OwnedSemaphorePermit,
}

/// How a job ends.
#[derive(Clone, Copy)]
pub(super) enum Settlement {
    /// Nobody need do it again.
    Done,
    /// Somebody may try again, after this time.
    Retry(Duration),
}

impl Claim {
    /// Tells the shared queue how the job ended.
    pub(super) fn settle(self, settlement: Settlement) {
        match settlement {
            Settlement::Done => self.ticket.done(),
            Settlement::Retry(after) => self.ticket.again(after),
        }
    }
}

/// A question about a study.
pub(super) struct AnalysisJob {
    pub(super) question: Question,
    pub(super) stop: Arc<Stop>,
    /// Who shares the time.
    pub(super) askers: Askers,
    pub(super) reply: oneshot::Sender<Outcome>,
}

impl AnalysisJob {
    /// Searches for the answer.
    pub(super) fn think(&self, engine: &Engine) -> Result<Answer, StudyError> {
        let bounds = Bounds { stop: self.stop.flag(), share: &|wish| self.askers.share(wish) };
        self.question.think(engine, &bounds)
    }
}
