//! Studies: positions, PDN files, and analysis by the engine.

use std::net::IpAddr;
use std::sync::Arc;

use draughts::Game;

use super::Parts;
use crate::engine_jobs::EngineJobs;
use crate::engine_jobs::visitors::Visitor;
use crate::error::SiteError;
use crate::study::Study;
use crate::study::comparison::{Comparison, compare};
use crate::study::error::{StudyError, StudyErrorKind};
use crate::study::line::{Branch, replay};
use crate::study::records::{self, GameFile, StudyRecord};
use crate::study::request::{Analysis, AnalysisKind, AnalysisRequest, AnalysisResponse, Scores};
use crate::study::slots::BlockingSlots;
use play::id::AccountId;
use play::proposal::RulesChoice;
use texts::Language;

/// Maximum number of lines per analysis.
const MAX_LINES: usize = 5;
/// Default search time, in milliseconds.
const DEFAULT_TIME: u64 = 1000;
/// Maximum search time, in milliseconds.
const MAX_TIME: u64 = 5000;
/// Maximum number of scores per request.
const MAX_SCORES: usize = 20;

/// The client that requests an analysis.
#[derive(Clone, Copy)]
pub(crate) struct Requester {
    pub(crate) account: Option<AccountId>,
    pub(crate) address: IpAddr,
}

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
        self.compute(requester, move || study.game().map(|game| view(&study, &game))).await
    }

    /// Returns the moves of a study, each with the position after it.
    pub(crate) async fn line(&self, requester: Requester, study: Study) -> Result<Vec<Branch>, SiteError> {
        self.compute(requester, move || replay(&study)).await
    }

    /// Reads a PDN file by these rules; if they are `None`, by those that the file names.
    pub(crate) async fn read(
        &self,
        requester: Requester,
        pdn: String,
        rules: Option<RulesChoice>,
        language: Language,
    ) -> Result<GameFile, SiteError> {
        self.compute(requester, move || records::read(&pdn, rules.as_ref(), language)).await
    }

    /// Writes a study as PDN.
    pub(crate) async fn write(&self, requester: Requester, study: StudyRecord) -> Result<Vec<u8>, SiteError> {
        self.compute(requester, move || records::write(study)).await
    }

    /// Replays a study by other rules.
    pub(crate) async fn compare(
        &self,
        requester: Requester,
        study: Study,
        with: RulesChoice,
        language: Language,
    ) -> Result<Comparison, SiteError> {
        self.compute(requester, move || compare(&study, &with.rules()?, language)).await
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
        let visitor = requester.account.map_or(Visitor::Address(requester.address), Visitor::Account);
        Ok(self.engine.analyse(visitor, AnalysisRequest { study, kind }).await?)
    }

    /// Runs a computation in a slot, within the rate limit of the address.
    async fn compute<T: Send + 'static>(
        &self,
        requester: Requester,
        work: impl FnOnce() -> Result<T, StudyError> + Send + 'static,
    ) -> Result<T, SiteError> {
        self.parts.limits.check_study(requester.address)?;
        Ok(self.slots.run(work).await??)
    }
}

/// Returns the error for a number of an analysis request that is not in the range from `min` to `max`.
fn out_of_range(message: &'static str, min: u64, max: u64) -> SiteError {
    StudyError::new(StudyErrorKind::OutOfRange { message, min, max }).into()
}
