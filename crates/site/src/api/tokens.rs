//! The keys that let people and their programs in: sessions and personal tokens.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::error::ErrorBody;
use crate::services::NewToken;
use crate::site::Site;
use crate::views::credential::{CredentialView, MadeToken};
use crate::web::body::{Body, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::CredentialId;
use store::CredentialKind;

/// Where am I logged in?
#[utoipa::path(get, path = "/api/v1/account/sessions", tag = "people",
    responses((status = 200, body = Vec<CredentialView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn sessions(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<CredentialView>>, ApiError> {
    let keys = site.accounts.keys(viewer.in_person()?.id, CredentialKind::Session).await?;
    Ok(Json(CredentialView::all(keys, viewer.key())))
}

/// Log out elsewhere.
#[utoipa::path(delete, path = "/api/v1/account/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_session(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<CredentialId>,
) -> Result<StatusCode, ApiError> {
    site.accounts.revoke_key(viewer.in_person()?.id, id, CredentialKind::Session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// My personal tokens.
#[utoipa::path(get, path = "/api/v1/account/tokens", tag = "people",
    responses((status = 200, body = Vec<CredentialView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn tokens(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<CredentialView>>, ApiError> {
    let keys = site.accounts.keys(viewer.in_person()?.id, CredentialKind::Token).await?;
    Ok(Json(CredentialView::all(keys, viewer.key())))
}

/// Make a personal token for a program. Its secret is shown once.
#[utoipa::path(post, path = "/api/v1/account/tokens", tag = "people", request_body = NewToken,
    responses((status = 201, body = MadeToken), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn create_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), ApiError> {
    let account = viewer.named()?.id;
    let (key, token) = site.accounts.create_token(viewer.address, account, &wish).await?;
    Ok((StatusCode::CREATED, Json(MadeToken { token, key: CredentialView::of(key, viewer.key()) })))
}

/// Revoke a token. Whatever is connected with it is cut off.
#[utoipa::path(delete, path = "/api/v1/account/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<CredentialId>,
) -> Result<StatusCode, ApiError> {
    site.accounts.revoke_key(viewer.in_person()?.id, id, CredentialKind::Token).await?;
    Ok(StatusCode::NO_CONTENT)
}
