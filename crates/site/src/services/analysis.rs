//! Studies: positions worked out, files read and written, and what the engine thinks of them.

use std::net::IpAddr;
use std::sync::Arc;

use draughts::Game;

use super::Parts;
use crate::engine_jobs::EngineJobs;
use crate::engine_jobs::visitors::Visitor;
use crate::error::SiteError;
use crate::study::Study;
use crate::study::comparison::{Compared, compared};
use crate::study::error::{StudyError, StudyFault};
use crate::study::line::{Branch, played_through};
use crate::study::question::{Answer, Question, Scores, Thoughts, What};
use crate::study::records::{self, GameFile, StudyRecord};
use crate::study::slots::AnalysisSlots;
use play::id::AccountId;
use play::proposal::RulesChoice;
use texts::Language;

/// At most this many lines are searched for.
const MOST_LINES: usize = 5;
/// How long the engine searches, in milliseconds.
const USUAL: u64 = 1000;
const LONGEST: u64 = 5000;
/// At most this many scores are given at a time.
const MOST_SCORES: usize = 20;

/// Who asks for an analysis.
#[derive(Clone, Copy)]
pub(crate) struct Asker {
    pub(crate) account: Option<AccountId>,
    pub(crate) address: IpAddr,
}

/// Answers questions about studies.
pub(crate) struct AnalysisService {
    parts: Parts,
    engine: Arc<EngineJobs>,
    slots: AnalysisSlots,
}

impl AnalysisService {
    /// Works out positions in as many slots at a time.
    pub(crate) fn new(parts: Parts, engine: Arc<EngineJobs>, slots: usize) -> Self {
        Self { parts, engine, slots: AnalysisSlots::new(slots) }
    }

    /// Plays a study, and returns what `view` makes of it, which may take as long as the study itself.
    pub(crate) async fn position<T: Send + 'static>(
        &self,
        asker: Asker,
        study: Study,
        view: impl FnOnce(&Study, &Game) -> T + Send + 'static,
    ) -> Result<T, SiteError> {
        self.work_out(asker, move || study.game().map(|game| view(&study, &game))).await
    }

    /// Returns the moves of a study, each with the position after it.
    pub(crate) async fn line(&self, asker: Asker, study: Study) -> Result<Vec<Branch>, SiteError> {
        self.work_out(asker, move || played_through(&study)).await
    }

    /// Reads a PDN file, by these rules, or as the file says.
    pub(crate) async fn read(
        &self,
        asker: Asker,
        pdn: String,
        rules: Option<RulesChoice>,
        language: Language,
    ) -> Result<GameFile, SiteError> {
        self.work_out(asker, move || records::read(&pdn, rules.as_ref(), language)).await
    }

    /// Writes a study as PDN.
    pub(crate) async fn write(&self, asker: Asker, study: StudyRecord) -> Result<Vec<u8>, SiteError> {
        self.work_out(asker, move || records::write(study)).await
    }

    /// Plays a study by other rules.
    pub(crate) async fn compare(
        &self,
        asker: Asker,
        study: Study,
        with: RulesChoice,
        language: Language,
    ) -> Result<Compared, SiteError> {
        self.work_out(asker, move || compared(&study, &with.rules()?, language)).await
    }

    /// Returns the best lines of play. It takes less time while others wait, and ends the visitor's last question.
    pub(crate) async fn lines(
        &self,
        asker: Asker,
        study: Study,
        lines: Option<usize>,
        milliseconds: Option<u64>,
    ) -> Result<Thoughts, SiteError> {
        self.parts.limits.analysis(asker.address)?;
        let count = lines.unwrap_or(1);
        let milliseconds = milliseconds.unwrap_or(USUAL);
        if !(1..=MOST_LINES).contains(&count) {
            return Err(out_of_range("study-lines", 1, MOST_LINES as u64));
        }
        if !(10..=LONGEST).contains(&milliseconds) {
            return Err(out_of_range("study-milliseconds", 10, LONGEST));
        }
        match self.ask(asker, study, What::Lines { count, milliseconds }).await? {
            Answer::Lines(thoughts) => Ok(thoughts),
            Answer::Scores(_) => Err(SiteError::internal()),
        }
    }

    /// Returns the scores of a study after `from` moves, and after each of those that follow.
    pub(crate) async fn scores(
        &self,
        asker: Asker,
        study: Study,
        from: usize,
        count: usize,
    ) -> Result<Scores, SiteError> {
        self.parts.limits.analysis(asker.address)?;
        if !(1..=MOST_SCORES).contains(&count) {
            return Err(out_of_range("study-scores", 1, MOST_SCORES as u64));
        }
        match self.ask(asker, study, What::Scores { from, count }).await? {
            Answer::Scores(scores) => Ok(scores),
            Answer::Lines(_) => Err(SiteError::internal()),
        }
    }

    async fn ask(&self, asker: Asker, study: Study, what: What) -> Result<Answer, SiteError> {
        let visitor = asker.account.map_or(Visitor::Address(asker.address), Visitor::Account);
        Ok(self.engine.ask(visitor, Question { study, what }).await?)
    }

    /// Does work in a slot: a few at a time, and not too often for one address.
    async fn work_out<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> Result<T, StudyError> + Send + 'static,
    ) -> Result<T, SiteError> {
        self.parts.limits.study(asker.address)?;
        Ok(self.slots.run(work).await??)
    }
}

/// Refuses a question whose number is out of range.
fn out_of_range(message: &'static str, least: u64, most: u64) -> SiteError {
    StudyError::new(StudyFault::OutOfRange { message, least, most }).into()
}
