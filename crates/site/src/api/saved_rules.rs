//! Saved house rules.

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

/// House rules to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveRulesRequest {
    /// The name, 1 to 60 characters. Rules with the same name are replaced.
    name: String,
    /// A `base` and the fields that differ from it.
    #[schema(value_type = Object)]
    rules: Map<String, Value>,
}

/// Saves house rules under a name.
#[utoipa::path(post, path = "/api/v1/shelf", tag = "rules", request_body = SaveRulesRequest,
    responses((status = 201, body = SavedRulesView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn save_rules(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(SaveRulesRequest { name, rules }): Body<SaveRulesRequest>,
) -> Result<(StatusCode, Json<SavedRulesView>), ApiError> {
    let account = viewer.require_scope(Scope::Challenge)?.id;
    Ok((StatusCode::CREATED, Json(site.saved_rules.save(account, &name, rules).await?.into())))
}

/// Lists the saved house rules of the account, by name.
#[utoipa::path(get, path = "/api/v1/shelf", tag = "rules",
    responses((status = 200, body = Vec<SavedRulesView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_saved_rules(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<SavedRulesView>>, ApiError> {
    let saved = site.saved_rules.of(viewer.require_scope(Scope::Challenge)?.id).await?;
    Ok(Json(saved.into_iter().map(SavedRulesView::from).collect()))
}

/// Returns saved house rules. Anyone who knows the id may read them and play by them.
#[utoipa::path(get, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = SavedRulesView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_saved_rules(
    State(site): State<Arc<Site>>,
    PathId(id): PathId<SavedRulesId>,
) -> Result<Json<SavedRulesView>, ApiError> {
    Ok(Json(site.saved_rules.find(id).await?.into()))
}

/// Deletes saved house rules of the account.
#[utoipa::path(delete, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn delete_saved_rules(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<SavedRulesId>,
) -> Result<StatusCode, ApiError> {
    site.saved_rules.delete(viewer.require_scope(Scope::Challenge)?.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
