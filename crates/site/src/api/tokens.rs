//! Sessions and personal tokens of the account.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::error::ErrorBody;
use crate::services::NewToken;
use crate::site::Site;
use crate::views::credential::{CreatedToken, CredentialView};
use crate::web::body::{Body, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::CredentialId;
use store::CredentialKind;

/// Lists the sessions of the account.
#[utoipa::path(get, path = "/api/v1/account/sessions", tag = "accounts",
    responses((status = 200, body = Vec<CredentialView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_sessions(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<CredentialView>>, ApiError> {
    let sessions = site.accounts.credentials(viewer.require_session()?.id, CredentialKind::Session).await?;
    Ok(Json(CredentialView::all(sessions, viewer.credential())))
}

/// Ends a session of the account.
#[utoipa::path(delete, path = "/api/v1/account/sessions/{id}", tag = "accounts", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_session(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<CredentialId>,
) -> Result<StatusCode, ApiError> {
    site.accounts.revoke_credential(viewer.require_session()?.id, id, CredentialKind::Session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the personal tokens of the account.
#[utoipa::path(get, path = "/api/v1/account/tokens", tag = "accounts",
    responses((status = 200, body = Vec<CredentialView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_tokens(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<CredentialView>>, ApiError> {
    let tokens = site.accounts.credentials(viewer.require_session()?.id, CredentialKind::Token).await?;
    Ok(Json(CredentialView::all(tokens, viewer.credential())))
}

/// Creates a personal token for a program. Its secret is returned only once.
#[utoipa::path(post, path = "/api/v1/account/tokens", tag = "accounts", request_body = NewToken,
    responses((status = 201, body = CreatedToken), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn create_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(request): Body<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiError> {
    let account = viewer.require_named()?.id;
    let (credential, token) = site.accounts.create_token(viewer.address, account, &request).await?;
    let credential = CredentialView::of(credential, viewer.credential());
    Ok((StatusCode::CREATED, Json(CreatedToken { token, credential })))
}

/// Revokes a token and closes its live connections.
#[utoipa::path(delete, path = "/api/v1/account/tokens/{id}", tag = "accounts", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<CredentialId>,
) -> Result<StatusCode, ApiError> {
    site.accounts.revoke_credential(viewer.require_session()?.id, id, CredentialKind::Token).await?;
    Ok(StatusCode::NO_CONTENT)
}
