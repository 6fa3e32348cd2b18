//! What the engine thinks of a study, bounded for each visitor.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::asker;
use crate::error::ErrorBody;
use crate::site::Site;
use crate::study::Study;
use crate::study::question::{Scores, Thoughts};
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;

/// What the engine is to think about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinesRequest {
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
#[utoipa::path(post, path = "/api/v1/analysis/lines", tag = "analysis", request_body = LinesRequest,
    responses((status = 200, body = Thoughts), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn lines(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<LinesRequest>,
) -> Result<Json<Thoughts>, ApiError> {
    let LinesRequest { study, lines, milliseconds } = wish;
    Ok(Json(site.analysis.lines(asker(&viewer), study, lines, milliseconds).await?))
}

/// Of which moves the worth is asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoresRequest {
    /// The game.
    study: Study,
    /// After how many moves the first score is wanted.
    from: usize,
    /// How many scores.
    #[schema(minimum = 1, maximum = 20)]
    count: usize,
}

/// Hear what a game is worth after each of some moves: for a graph of it.
#[utoipa::path(post, path = "/api/v1/analysis/scores", tag = "analysis", request_body = ScoresRequest,
    responses((status = 200, body = Scores), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn scores(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<ScoresRequest>,
) -> Result<Json<Scores>, ApiError> {
    let ScoresRequest { study, from, count } = wish;
    Ok(Json(site.analysis.scores(asker(&viewer), study, from, count).await?))
}
