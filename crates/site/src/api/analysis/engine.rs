//! Engine evaluation of studies, limited per visitor.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::ErrorBody;
use crate::site::Site;
use crate::study::Study;
use crate::study::request::{Analysis, Scores};
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;

/// A request for the best lines of a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinesRequest {
    /// The study.
    study: Study,
    /// The number of lines.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    lines: Option<usize>,
    /// The search time; shorter while others wait.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 5000)]
    milliseconds: Option<u64>,
}

/// Returns the best lines of a position. A new request of a visitor ends the previous one.
#[utoipa::path(post, path = "/api/v1/analysis/lines", tag = "analysis", request_body = LinesRequest,
    responses((status = 200, body = Analysis), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn evaluate_lines(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(request): Body<LinesRequest>,
) -> Result<Json<Analysis>, ApiError> {
    let LinesRequest { study, lines, milliseconds } = request;
    Ok(Json(site.analysis.lines(viewer.requester(), study, lines, milliseconds).await?))
}

/// A request for the scores of several positions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoresRequest {
    /// The study.
    study: Study,
    /// The number of moves after which the first score is wanted.
    from: usize,
    /// The number of scores.
    #[schema(minimum = 1, maximum = 20)]
    count: usize,
}

/// Returns the scores after each of several moves of a study, for a graph.
#[utoipa::path(post, path = "/api/v1/analysis/scores", tag = "analysis", request_body = ScoresRequest,
    responses((status = 200, body = Scores), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn evaluate_scores(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(request): Body<ScoresRequest>,
) -> Result<Json<Scores>, ApiError> {
    let ScoresRequest { study, from, count } = request;
    Ok(Json(site.analysis.scores(viewer.requester(), study, from, count).await?))
}
