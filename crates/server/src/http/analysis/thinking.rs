//! What the engine thinks of a study, bounded for each visitor.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::question::{Answer, Question, Scores, Thoughts, What};
use super::study::{Study, unusable};
use crate::analyst::{Busy, Visitor};
use crate::http::body::Body;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::viewer::Viewer;
use crate::site::Site;

/// So many lines are shown at the most.
const MOST_LINES: usize = 5;
/// For so long it is thought, in milliseconds.
const USUAL: u64 = 1000;
const LONGEST: u64 = 5000;
/// Of so many moves the worth is told at a time.
const MOST_SCORES: usize = 20;

impl Visitor {
    fn of(viewer: &Viewer) -> Self {
        viewer.id().map_or(Self::Address(viewer.address), Self::Account)
    }
}

/// What the engine is to think about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinesWish {
    /// The game.
    study: Study,
    /// How many lines.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    lines: Option<usize>,
    /// For how long; shorter while others wait.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 5000)]
    milliseconds: Option<u64>,
}

/// Hear what the engine thinks of a position. A visitor's next question ends the one before.
#[utoipa::path(post, path = "/api/v1/analysis/lines", tag = "analysis", request_body = LinesWish,
    responses((status = 200, body = Thoughts), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn lines(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<LinesWish>,
) -> Result<Json<Thoughts>, ApiError> {
    site.limits.analysis(viewer.address)?;
    let count = wish.lines.unwrap_or(1);
    let milliseconds = wish.milliseconds.unwrap_or(USUAL);
    if !(1..=MOST_LINES).contains(&count) {
        return Err(unusable(format!("Ask for 1 to {MOST_LINES} lines.")));
    }
    if !(10..=LONGEST).contains(&milliseconds) {
        return Err(unusable(format!("Ask for 10 to {LONGEST} milliseconds.")));
    }
    let question = Question { study: wish.study, what: What::Lines { count, milliseconds } };
    match site.analyst.ask(Visitor::of(&viewer), question).await? {
        Answer::Lines(thoughts) => Ok(Json(thoughts)),
        Answer::Scores(_) => Err(ApiError::internal()),
    }
}

/// Of which moves the worth is asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoresWish {
    /// The game.
    study: Study,
    /// After how many moves the first score is wanted.
    from: usize,
    /// How many scores.
    #[schema(minimum = 1, maximum = 20)]
    count: usize,
}

/// Hear what a game is worth after each of some moves: for a graph of it.
#[utoipa::path(post, path = "/api/v1/analysis/scores", tag = "analysis", request_body = ScoresWish,
    responses((status = 200, body = Scores), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn scores(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<ScoresWish>,
) -> Result<Json<Scores>, ApiError> {
    site.limits.analysis(viewer.address)?;
    if !(1..=MOST_SCORES).contains(&wish.count) {
        return Err(unusable(format!("Ask for 1 to {MOST_SCORES} scores at a time.")));
    }
    let question = Question { study: wish.study, what: What::Scores { from: wish.from, count: wish.count } };
    match site.analyst.ask(Visitor::of(&viewer), question).await? {
        Answer::Scores(scores) => Ok(Json(scores)),
        Answer::Lines(_) => Err(ApiError::internal()),
    }
}

impl From<Busy> for ApiError {
    fn from(Busy: Busy) -> Self {
        Self::busy("The engine has no time for this at the moment.")
    }
}
