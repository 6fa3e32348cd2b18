//! Jobs of engine workers.

use std::sync::Arc;
use std::time::Duration;

use engine::Engine;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::messages::AnalysisOutcome;
use super::stop::Stop;
use super::visitors::VisitorCount;
use crate::study::error::StudyError;
use crate::study::request::{AnalysisRequest, AnalysisResponse, SearchLimits};
use bus::queue::{JobKind, JobLease};
use play::id::GameId;

/// A job for an engine worker.
pub(super) enum Job {
    /// A turn of the engine in a game, with the lease if the job is from the shared queue.
    Turn(GameId, Option<LeaseGuard>),
    /// An analysis request of a visitor.
    Analysis(Box<AnalysisJob>),
}

impl Job {
    pub(super) fn kind(&self) -> JobKind {
        match self {
            Self::Turn(..) => JobKind::Turn,
            Self::Analysis(_) => JobKind::Analysis,
        }
    }

    /// Returns whether nobody waits for the result any more.
    pub(super) fn is_abandoned(&self) -> bool {
        matches!(self, Self::Analysis(job) if job.reply.is_closed())
    }
}

/// The lease on a job of the shared queue, and the slot that the job occupies. Dropping it returns the job to that queue
/// and frees the slot.
pub(super) struct LeaseGuard {
    pub(super) lease: JobLease,
    pub(super) _slot: OwnedSemaphorePermit,
}

/// The end of a job.
#[derive(Clone, Copy)]
pub(super) enum Settlement {
    /// The job is done.
    Done,
    /// The job may be tried again, after this time.
    Retry(Duration),
}

impl LeaseGuard {
    /// Reports the end of the job to the shared queue.
    pub(super) fn settle(self, settlement: Settlement) {
        match settlement {
            Settlement::Done => self.lease.ack(),
            Settlement::Retry(after) => self.lease.retry(after),
        }
    }
}

/// An analysis request with its stop signal and the channel for the reply.
pub(super) struct AnalysisJob {
    pub(super) request: AnalysisRequest,
    pub(super) stop: Arc<Stop>,
    /// The number of visitors who share the engine.
    pub(super) visitor_count: VisitorCount,
    pub(super) reply: oneshot::Sender<AnalysisOutcome>,
}

impl AnalysisJob {
    /// Searches for the answer.
    pub(super) fn answer(&self, engine: &Engine) -> Result<AnalysisResponse, StudyError> {
        let limits = SearchLimits {
            stop: self.stop.flag(),
            is_abandoned: &|| self.reply.is_closed(),
            share: &|time| self.visitor_count.share(time),
        };
        self.request.answer(engine, &limits)
    }
}
