//! How people come in and go out.

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

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignUp {
    /// 2 to 24 letters, digits, - and _.
    name: String,
    /// 8 to 200 characters.
    password: String,
    /// An e-mail address, if you like.
    #[serde(default)]
    email: Option<String>,
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LogIn {
    name: String,
    password: String,
}

/// Become a guest: play at once, without an account. The session is a cookie.
#[utoipa::path(post, path = "/api/v1/guest", tag = "people",
    responses((status = 201, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn guest(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    // The answer holds what only the owner sees.
    let (account, cookie) = session::account_or_guest(&site, &viewer, Viewer::in_person).await?;
    answer(&site, &account, cookie, StatusCode::CREATED).await
}

/// Make an account. A guest who makes one keeps the games.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "people", request_body = SignUp,
    responses((status = 201, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn sign_up(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<SignUp>,
) -> Result<Response, ApiError> {
    let SignUp { name, password, email } = wish;
    let account = site.accounts.sign_up(viewer.address, viewer.account(), &name, password, email).await?;
    let cookie = session::open_unless(&site, &viewer, &account).await?;
    answer(&site, &account, cookie, StatusCode::CREATED).await
}

/// Log in with name and password. The session is a cookie.
#[utoipa::path(post, path = "/api/v1/login", tag = "people", request_body = LogIn,
    responses((status = 200, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_in(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(LogIn { name, password }): Body<LogIn>,
) -> Result<Response, ApiError> {
    let account = site.accounts.log_in(viewer.address, &name, password).await?;
    answer(&site, &account, Some(session::open(&site, &viewer, &account).await?), StatusCode::OK).await
}

/// Log out: the session ends.
#[utoipa::path(post, path = "/api/v1/logout", tag = "people",
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_out(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    Ok((StatusCode::NO_CONTENT, session::end(&site, &viewer).await?).into_response())
}

async fn answer(
    site: &Site,
    account: &Account,
    cookie: Option<SetCookie>,
    status: StatusCode,
) -> Result<Response, ApiError> {
    Ok((status, cookie, Json(AccountView::of(site, account).await?)).into_response())
}
