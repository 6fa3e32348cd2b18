//! Comparison of a game under two rule sets.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::requester;
use crate::error::ErrorBody;
use crate::site::Site;
use crate::study::Study;
use crate::study::comparison::Comparison;
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::proposal::RulesChoice;

/// A study and other rules.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareRequest {
    /// The study.
    study: Study,
    /// The other rules.
    with: RulesChoice,
}

/// Replays a study by other rules, and returns the first difference.
#[utoipa::path(post, path = "/api/v1/analysis/compare", tag = "analysis", request_body = CompareRequest,
    responses((status = 200, body = Comparison), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn compare_rules(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(CompareRequest { study, with }): Body<CompareRequest>,
) -> Result<Json<Comparison>, ApiError> {
    Ok(Json(site.analysis.compare(requester(&viewer), study, with, viewer.language).await?))
}
