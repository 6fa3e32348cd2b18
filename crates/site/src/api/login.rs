//! Guests, sign-up, login and logout.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::account::AccountView;
use crate::error::ErrorBody;
use crate::site::Site;
use crate::web::body::Body;
use crate::web::cookies::SetCookie;
use crate::web::error::ApiError;
use crate::web::session;
use crate::web::viewer::Viewer;
use store::Account;

/// The data of a new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignUpRequest {
    /// The name: 2 to 24 letters, digits, - and _.
    name: String,
    /// The password: 8 to 200 characters.
    password: String,
    /// The e-mail address; optional.
    #[serde(default)]
    email: Option<String>,
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LogInRequest {
    name: String,
    password: String,
}

/// Creates a guest account, to play without signing up. The response sets a session cookie. If the request already has a
/// session, returns its account instead. Requests with a token are rejected.
#[utoipa::path(post, path = "/api/v1/guest", tag = "accounts",
    responses(
        (status = 200, description = "The account of the session.", body = AccountView),
        (status = 201, description = "A new guest account.", body = AccountView),
        (status = "4XX", body = ErrorBody),
        (status = "5XX", body = ErrorBody)
    ))]
pub(super) async fn create_guest(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Response, ApiError> {
    // The response contains private data such as the e-mail address, so a token is rejected.
    let (account, cookie) = session::account_or_guest(&site, &viewer, Viewer::require_session).await?;
    // Only a new guest gets a cookie.
    let status = if cookie.is_some() { StatusCode::CREATED } else { StatusCode::OK };
    account_response(&site, &account, cookie, status).await
}

/// Creates an account. A guest session is upgraded to the account and keeps its games. The response sets a new session
/// cookie.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "accounts", request_body = SignUpRequest,
    responses((status = 201, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn sign_up(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(request): Body<SignUpRequest>,
) -> Result<Response, ApiError> {
    let SignUpRequest { name, password, email } = request;
    let account = site.accounts.sign_up(viewer.address, viewer.account(), &name, password, email).await?;
    let cookie = session::open(&site, &viewer, &account).await?;
    account_response(&site, &account, Some(cookie), StatusCode::CREATED).await
}

/// Logs in with name and password. The response sets a new session cookie; a previous session of the request ends.
#[utoipa::path(post, path = "/api/v1/login", tag = "accounts", request_body = LogInRequest,
    responses((status = 200, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_in(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(LogInRequest { name, password }): Body<LogInRequest>,
) -> Result<Response, ApiError> {
    let account = site.accounts.log_in(viewer.address, &name, password).await?;
    let cookie = session::renew(&site, &viewer, &account).await?;
    account_response(&site, &account, Some(cookie), StatusCode::OK).await
}

/// Logs out and ends the session.
#[utoipa::path(post, path = "/api/v1/logout", tag = "accounts",
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_out(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    Ok((StatusCode::NO_CONTENT, session::end(&site, &viewer).await?).into_response())
}

/// Returns the response with the account and the cookie of its session.
async fn account_response(
    site: &Site,
    account: &Account,
    cookie: Option<SetCookie>,
    status: StatusCode,
) -> Result<Response, ApiError> {
    Ok((status, cookie, Json(AccountView::of(site, account).await?)).into_response())
}
