//! House rules that people keep.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::error::ErrorBody;
use crate::people::Scope;
use crate::site::Site;
use crate::views::saved_rules::ShelvedView;
use crate::web::body::{Body, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::ShelfId;

/// House rules that are to be kept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ShelfWish {
    /// Under which name, 1 to 60 characters. What was kept under it is replaced.
    name: String,
    /// A `base` and what differs from it.
    #[schema(value_type = Object)]
    rules: Map<String, Value>,
}

/// Keep house rules under a name.
#[utoipa::path(post, path = "/api/v1/shelf", tag = "rules", request_body = ShelfWish,
    responses((status = 201, body = ShelvedView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn keep(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(ShelfWish { name, rules }): Body<ShelfWish>,
) -> Result<(StatusCode, Json<ShelvedView>), ApiError> {
    let account = viewer.may(Scope::Challenge)?.id;
    Ok((StatusCode::CREATED, Json(site.saved_rules.keep(account, &name, rules).await?.into())))
}

/// The house rules that you keep, by name.
#[utoipa::path(get, path = "/api/v1/shelf", tag = "rules",
    responses((status = 200, body = Vec<ShelvedView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn kept(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<ShelvedView>>, ApiError> {
    let kept = site.saved_rules.of(viewer.may(Scope::Challenge)?.id).await?;
    Ok(Json(kept.into_iter().map(ShelvedView::from).collect()))
}

/// House rules by their id. Whoever has it may look at them and play by them.
#[utoipa::path(get, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = ShelvedView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn one(
    State(site): State<Arc<Site>>,
    PathId(id): PathId<ShelfId>,
) -> Result<Json<ShelvedView>, ApiError> {
    Ok(Json(site.saved_rules.find(id).await?.into()))
}

/// Forget house rules that you keep.
#[utoipa::path(delete, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn forget(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ShelfId>,
) -> Result<StatusCode, ApiError> {
    site.saved_rules.remove(viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
