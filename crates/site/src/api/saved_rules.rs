//! House rules that people keep.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::accounts::Scope;
use crate::error::ErrorBody;
use crate::site::Site;
use crate::views::saved_rules::SavedRulesView;
use crate::web::body::{Body, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::SavedRulesId;

/// House rules that are to be kept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveRulesRequest {
    /// Under which name, 1 to 60 characters. What was kept under it is replaced.
    name: String,
    /// A `base` and what differs from it.
    #[schema(value_type = Object)]
    rules: Map<String, Value>,
}

/// Keep house rules under a name.
#[utoipa::path(post, path = "/api/v1/shelf", tag = "rules", request_body = SaveRulesRequest,
    responses((status = 201, body = SavedRulesView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn keep(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(SaveRulesRequest { name, rules }): Body<SaveRulesRequest>,
) -> Result<(StatusCode, Json<SavedRulesView>), ApiError> {
    let account = viewer.may(Scope::Challenge)?.id;
    Ok((StatusCode::CREATED, Json(site.saved_rules.keep(account, &name, rules).await?.into())))
}

/// The house rules that you keep, by name.
#[utoipa::path(get, path = "/api/v1/shelf", tag = "rules",
    responses((status = 200, body = Vec<SavedRulesView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn kept(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<SavedRulesView>>, ApiError> {
    let kept = site.saved_rules.of(viewer.may(Scope::Challenge)?.id).await?;
    Ok(Json(kept.into_iter().map(SavedRulesView::from).collect()))
}

/// House rules by their id. Whoever has it may look at them and play by them.
#[utoipa::path(get, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = SavedRulesView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn one(
    State(site): State<Arc<Site>>,
    PathId(id): PathId<SavedRulesId>,
) -> Result<Json<SavedRulesView>, ApiError> {
    Ok(Json(site.saved_rules.find(id).await?.into()))
}

/// Forget house rules that you keep.
#[utoipa::path(delete, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn forget(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<SavedRulesId>,
) -> Result<StatusCode, ApiError> {
    site.saved_rules.remove(viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
