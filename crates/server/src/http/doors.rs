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
    // Who is somebody already stays that, and sees what only the owner sees.
    let account = match viewer.account() {
        Some(_) => viewer.in_person()?.clone(),
        None => new_guest(&site, &viewer).await?,
    };
    let_in(&site, &viewer, &account, StatusCode::CREATED).await
}

/// Somebody without a name.
pub(crate) async fn new_guest(site: &Site, viewer: &Viewer) -> Result<Account, ApiError> {
    site.limits.door(viewer.address)?;
    Ok(site.people.guest(Timestamp::now()).await?)
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
    let account = make_account(&site, &viewer, &name, password, email).await?;
    let_in(&site, &viewer, &account, StatusCode::CREATED).await
}

/// Makes an account of whoever asks.
pub(crate) async fn make_account(
    site: &Site,
    viewer: &Viewer,
    name: &str,
    password: String,
    email: Option<String>,
) -> Result<Account, ApiError> {
    site.limits.door(viewer.address)?;
    let (guest, now) = (viewer.account(), Timestamp::now());
    Ok(site.people.sign_up(guest, name, password, email, Role::Player, now).await?)
}

/// Log in with name and password. The session is a cookie.
#[utoipa::path(post, path = "/api/v1/login", tag = "people", request_body = LogIn,
    responses((status = 200, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_in(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(LogIn { name, password }): Body<LogIn>,
) -> Result<Response, ApiError> {
    let account = check_password(&site, &viewer, &name, password).await?;
    answer(&site, &account, Some(open_session(&site, &viewer, &account).await?), StatusCode::OK).await
}

/// The account with this name and password, for who has not tried too often.
pub(crate) async fn check_password(
    site: &Site,
    viewer: &Viewer,
    name: &str,
    password: String,
) -> Result<Account, ApiError> {
    site.limits.door(viewer.address)?;
    // A name that nobody can have need not be remembered.
    if name.len() <= 24 {
        site.limits.log_in(name, viewer.address)?;
    }
    Ok(site.people.log_in(name, password).await?)
}

/// Log out: the session ends.
#[utoipa::path(post, path = "/api/v1/logout", tag = "people",
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log_out(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    let gone = end_session(&site, &viewer).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// Ends the session of whoever asks, and gives the cookie that says so.
pub(crate) async fn end_session(site: &Site, viewer: &Viewer) -> Result<HeaderValue, ApiError> {
    let account = viewer.in_person()?.id;
    if let Some(key) = viewer.key() {
        site.store.revoke_key(account, key).await?;
        site.bus.stir(Topic::Keys(account));
    }
    cookie("", 0, viewer.secure)
}

/// Opens a session, unless there is one.
async fn let_in(
    site: &Site,
    viewer: &Viewer,
    account: &Account,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let cookie = session_for(site, viewer, account).await?;
    answer(site, account, cookie, status).await
}

/// The cookie of a new session, unless this one is the account's already.
pub(crate) async fn session_for(
    site: &Site,
    viewer: &Viewer,
    account: &Account,
) -> Result<Option<HeaderValue>, ApiError> {
    if viewer.id() == Some(account.id) {
        return Ok(None);
    }
    open_session(site, viewer, account).await.map(Some)
}

/// The cookie of a new session.
pub(crate) async fn open_session(
    site: &Site,
    viewer: &Viewer,
    account: &Account,
) -> Result<HeaderValue, ApiError> {
    let (_, secret) = site.people.open_session(account.id, &viewer.browser, Timestamp::now()).await?;
    session_cookie(&secret, viewer.secure)
}

async fn answer(
    site: &Site,
    account: &Account,
    cookie: Option<HeaderValue>,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let mut response = (status, Json(AccountView::of(site, account).await?)).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The cookie of a session.
pub(super) fn session_cookie(secret: &str, secure: bool) -> Result<HeaderValue, ApiError> {
    cookie(secret, COOKIE_AGE, secure)
}

fn cookie(secret: &str, age: u64, secure: bool) -> Result<HeaderValue, ApiError> {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    HeaderValue::try_from(text).map_err(|_| ApiError::bad_request("The session cannot be written."))
}
