//! How people come in and go out.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::account::AccountView;
use super::body::Body;
use super::error::{ApiError, ErrorBody};
use super::viewer::{COOKIE, Viewer};
use crate::bus::Topic;
use crate::site::Site;
use crate::store::{Account, Role};
use crate::time::Timestamp;

/// As long as a session lasts, in seconds.
const COOKIE_AGE: u64 = 180 * 24 * 3600;

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
    site.limits.door(viewer.address)?;
    // Who is somebody already stays that.
    let account = match viewer.account() {
        Some(account) => account.clone(),
        None => site.people.guest(Timestamp::now()).await?,
    };
    let_in(&site, &viewer, &account, StatusCode::CREATED).await
}

/// Make an account. A guest who makes one keeps the games.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "people", request_body = SignUp,
    responses((status = 201, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn sign_up(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<SignUp>,
) -> Result<Response, ApiError> {
    site.limits.door(viewer.address)?;
    let SignUp { name, password, email } = wish;
    let now = Timestamp::now();
    let account = site.people.sign_up(viewer.account(), &name, password, email, Role::Player, now).await?;
    let_in(&site, &viewer, &account, StatusCode::CREATED).await
}

/// Log in with name and password. The session is a cookie.
#[utoipa::path(post, path = "/api/v1/login", tag = "people", request_body = LogIn,
    responses((status = 200, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_in(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(LogIn { name, password }): Body<LogIn>,
) -> Result<Response, ApiError> {
    site.limits.door(viewer.address)?;
    // A name that nobody can have need not be remembered.
    if name.len() <= 24 {
        site.limits.log_in(&name, viewer.address)?;
    }
    let account = site.people.log_in(&name, password).await?;
    open_session(&site, &viewer, &account, StatusCode::OK).await
}

/// Log out: the session ends.
#[utoipa::path(post, path = "/api/v1/logout", tag = "people",
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_out(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    let account = viewer.in_person()?.id;
    if let Some(key) = viewer.key() {
        site.store.revoke_key(account, key).await?;
        site.bus.stir(Topic::Keys(account));
    }
    let gone = cookie("", 0, viewer.secure)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// Opens a session, unless there is one.
async fn let_in(
    site: &Site,
    viewer: &Viewer,
    account: &Account,
    status: StatusCode,
) -> Result<Response, ApiError> {
    if viewer.id() == Some(account.id) {
        return Ok((status, Json(AccountView::of(site, account).await?)).into_response());
    }
    open_session(site, viewer, account, status).await
}

async fn open_session(
    site: &Site,
    viewer: &Viewer,
    account: &Account,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let (_, secret) = site.people.open_session(account.id, &viewer.browser, Timestamp::now()).await?;
    let cookie = session_cookie(&secret, viewer.secure)?;
    let view = AccountView::of(site, account).await?;
    Ok((status, [(header::SET_COOKIE, cookie)], Json(view)).into_response())
}

/// The cookie of a session.
pub(crate) fn session_cookie(secret: &str, secure: bool) -> Result<HeaderValue, ApiError> {
    cookie(secret, COOKIE_AGE, secure)
}

fn cookie(secret: &str, age: u64, secure: bool) -> Result<HeaderValue, ApiError> {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    HeaderValue::try_from(text).map_err(|_| ApiError::bad_request("The session cannot be written."))
}
