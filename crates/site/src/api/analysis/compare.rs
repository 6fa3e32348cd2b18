//! Comparison of a game under two rule sets.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::ErrorBody;
use crate::site::Site;
use crate::study::Study;
use crate::study::budget::Budget;
use crate::study::comparison::{Comparison, compare};
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
    let language = viewer.language;
    let work = move |budget: &Budget<'_>| compare(&study, &with.rules()?, language, budget);
    Ok(Json(site.analysis.compute(viewer.requester(), work).await?))
}
