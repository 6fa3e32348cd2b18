//! Studies: positions, PDN files, and analysis by the engine.

use std::sync::Arc;

use draughts::Game;

use super::Parts;
use crate::engine_jobs::EngineJobs;
use crate::error::SiteError;
use crate::slots::{BlockingSlots, Requester};
use crate::study::Study;
use crate::study::budget::{Budget, CancelOnDrop};
use crate::study::error::{AnalysisError, StudyError, StudyErrorKind};
use crate::study::request::{Analysis, AnalysisKind, AnalysisRequest, AnalysisResponse, Scores};

/// Maximum number of lines per analysis.
const MAX_LINES: usize = 5;
/// Default search time, in milliseconds.
const DEFAULT_TIME: u64 = 1000;
/// Maximum search time, in milliseconds.
const MAX_TIME: u64 = 5000;
/// Maximum number of scores per request.
const MAX_SCORES: usize = 20;

/// Analyses studies.
pub(crate) struct AnalysisService {
    parts: Parts,
    engine: Arc<EngineJobs>,
    slots: BlockingSlots,
}

impl AnalysisService {
    /// Creates the service; it computes at most `slots` positions at a time.
    pub(crate) fn new(parts: Parts, engine: Arc<EngineJobs>, slots: usize) -> Self {
        Self { parts, engine, slots: BlockingSlots::new(slots) }
    }

    /// Replays a study, and returns the result of `view`, which runs in the same slot because it may take as long.
    pub(crate) async fn position<T: Send + 'static>(
        &self,
        requester: Requester,
        study: Study,
        view: impl FnOnce(&Study, &Game) -> T + Send + 'static,
    ) -> Result<T, SiteError> {
        let view = move |budget: &Budget<'_>| study.game(budget).map(|game| view(&study, &game));
        self.compute(requester, view).await
    }

    /// Runs a computation in a slot, within the rate limit of the address and the budget of a request. It ends early if
    /// the client leaves.
    pub(crate) async fn compute<T: Send + 'static, E: Into<SiteError> + Send + 'static>(
        &self,
        requester: Requester,
        work: impl FnOnce(&Budget<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, SiteError> {
        self.parts.limits.check_study(requester.address)?;
        let request = CancelOnDrop::default();
        let is_dropped = request.is_dropped();
        let computed = self.slots.run_for(requester, move || work(&Budget::new(&is_dropped)));
        computed.await.map_err(AnalysisError::from)?.map_err(E::into)
    }

    /// Returns the best lines of play. Searches for less time while others wait, and ends the previous search for the same
    /// visitor.
    pub(crate) async fn lines(
        &self,
        requester: Requester,
        study: Study,
        lines: Option<usize>,
        milliseconds: Option<u64>,
    ) -> Result<Analysis, SiteError> {
        self.parts.limits.check_analysis(requester.address)?;
        let count = lines.unwrap_or(1);
        let milliseconds = milliseconds.unwrap_or(DEFAULT_TIME);
        if !(1..=MAX_LINES).contains(&count) {
            return Err(out_of_range("study-lines", 1, MAX_LINES as u64));
        }
        if !(10..=MAX_TIME).contains(&milliseconds) {
            return Err(out_of_range("study-milliseconds", 10, MAX_TIME));
        }
        match self.analyse(requester, study, AnalysisKind::Lines { count, milliseconds }).await? {
            AnalysisResponse::Lines(analysis) => Ok(analysis),
            AnalysisResponse::Scores(_) => Err(SiteError::internal()),
        }
    }

    /// Returns the scores of `count` positions of a study, the first of them after `from` moves.
    pub(crate) async fn scores(
        &self,
        requester: Requester,
        study: Study,
        from: usize,
        count: usize,
    ) -> Result<Scores, SiteError> {
        self.parts.limits.check_analysis(requester.address)?;
        if !(1..=MAX_SCORES).contains(&count) {
            return Err(out_of_range("study-scores", 1, MAX_SCORES as u64));
        }
        match self.analyse(requester, study, AnalysisKind::Scores { from, count }).await? {
            AnalysisResponse::Scores(scores) => Ok(scores),
            AnalysisResponse::Lines(_) => Err(SiteError::internal()),
        }
    }

    async fn analyse(
        &self,
        requester: Requester,
        study: Study,
        kind: AnalysisKind,
    ) -> Result<AnalysisResponse, SiteError> {
        Ok(self.engine.analyse(requester.visitor(), AnalysisRequest { study, kind }).await?)
    }
}

/// Returns the error for a number of an analysis request that is not in the range from `min` to `max`.
fn out_of_range(message: &'static str, min: u64, max: u64) -> SiteError {
    StudyError::new(StudyErrorKind::OutOfRange { message, min, max }).into()
}
