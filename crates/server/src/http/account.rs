//! What people see and change of themselves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Body;
use super::doors::session_cookie;
use super::error::{ApiError, ErrorBody};
use super::names::guest_number;
use super::players::RatingView;
use super::viewer::Viewer;
use crate::bus::Topic;
use crate::id::GameId;
use crate::people::{PeopleError, Scope, check_email};
use crate::site::Site;
use crate::store::{Account, Role};
use crate::time::Timestamp;

/// One's own account.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountView {
    /// The name; none: a guest.
    name: Option<String>,
    /// Is it a guest?
    guest: bool,
    /// The four digits by which others see a guest.
    #[serde(skip_serializing_if = "Option::is_none")]
    guest_number: Option<u16>,
    /// What it is allowed.
    role: Role,
    /// The e-mail address.
    email: Option<String>,
    /// When it was made, in milliseconds since 1970.
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// How well it plays.
    ratings: Vec<RatingView>,
    /// What administrators have warned it about.
    warnings: Vec<WarningView>,
}

/// A warning.
#[derive(Serialize, ToSchema)]
struct WarningView {
    /// When.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// About which game.
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
    /// Why.
    reason: String,
}

impl AccountView {
    pub(super) async fn of(site: &Site, account: &Account) -> Result<Self, ApiError> {
        let warnings = site.store.warnings(account.id).await?.into_iter();
        Ok(Self {
            name: account.name.clone(),
            guest: account.is_guest(),
            guest_number: account.is_guest().then(|| guest_number(account.id)),
            role: account.role,
            email: account.email.clone(),
            created_at: account.created_at,
            ratings: RatingView::all(site, account.id).await?,
            warnings: warnings
                .map(|warning| WarningView { at: warning.at, game: warning.game, reason: warning.reason })
                .collect(),
        })
    }
}

/// Who am I?
#[utoipa::path(get, path = "/api/v1/account", tag = "people",
    responses((status = 200, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn me(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    let account = viewer.may(Scope::Account)?;
    let mut response = Json(AccountView::of(&site, account).await?).into_response();
    // Who comes back stays logged in: the browser is told to keep the cookie for as long again.
    if let Some(secret) = viewer.session() {
        response.headers_mut().insert(header::SET_COOKIE, session_cookie(secret, viewer.secure)?);
    }
    Ok(response)
}

/// What can be changed of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountChange {
    /// The e-mail address; null removes it.
    email: Option<String>,
}

/// Change the e-mail address.
#[utoipa::path(patch, path = "/api/v1/account", tag = "people", request_body = AccountChange,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn change(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(AccountChange { email }): Body<AccountChange>,
) -> Result<StatusCode, ApiError> {
    set_email(&site, &viewer, email).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes the e-mail address of whoever asks.
pub(crate) async fn set_email(site: &Site, viewer: &Viewer, email: Option<String>) -> Result<(), ApiError> {
    let account = viewer.named()?.id;
    email.as_deref().map_or(Ok(()), check_email).map_err(PeopleError::Email)?;
    Ok(site.store.set_email(account, email).await?)
}

/// The old password and the new one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasswordChange {
    old: String,
    /// 8 to 200 characters.
    new: String,
}

/// Change the password. All other sessions end.
#[utoipa::path(post, path = "/api/v1/account/password", tag = "people", request_body = PasswordChange,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn change_password(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(PasswordChange { old, new }): Body<PasswordChange>,
) -> Result<StatusCode, ApiError> {
    set_password(&site, &viewer, old, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes the password of whoever asks and knows the old one. All other sessions end.
pub(crate) async fn set_password(
    site: &Site,
    viewer: &Viewer,
    old: String,
    new: String,
) -> Result<(), ApiError> {
    site.limits.door(viewer.address)?;
    let account = viewer.named()?.id;
    site.people.change_password(account, old, new, viewer.key()).await?;
    site.bus.stir(Topic::Keys(account));
    Ok(())
}

/// Become a bot: an account that a program plays with. It cannot be undone, and only who has not played can do it.
#[utoipa::path(post, path = "/api/v1/account/bot", tag = "people",
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn become_bot(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<StatusCode, ApiError> {
    let account = viewer.named()?;
    if account.role == Role::Admin {
        return Err(ApiError::forbidden("is-an-admin", "An administrator cannot become a bot."));
    }
    let played = site.store.games_of(account.id, crate::store::Which::All, u64::MAX, 1).await?;
    if !played.is_empty() {
        return Err(ApiError::conflict(
            "has-played",
            "Only an account that has not played can become a bot.",
        ));
    }
    site.store.set_role(account.id, Role::Bot).await?;
    Ok(StatusCode::NO_CONTENT)
}
