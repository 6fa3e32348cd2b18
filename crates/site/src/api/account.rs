//! What people see and change of themselves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::Scope;
use crate::error::ErrorBody;
use crate::site::Site;
use crate::views::names::guest_number;
use crate::views::rating::RatingView;
use crate::web::body::Body;
use crate::web::cookies;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::GameId;
use play::time::Timestamp;
use store::{Account, Role};

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
        let ratings = site.players.ratings(account.id).await?;
        let warnings = site.players.warnings(account.id).await?.into_iter();
        Ok(Self {
            name: account.name.clone(),
            guest: account.is_guest(),
            guest_number: account.is_guest().then(|| guest_number(account.id)),
            role: account.role,
            email: account.email.clone(),
            created_at: account.created_at,
            ratings: ratings.into_iter().map(RatingView::from).collect(),
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
    // Who comes back stays logged in: the browser is told to keep the cookie for as long again.
    let cookie = viewer.session().map(|secret| cookies::session(secret, viewer.secure));
    Ok((cookie, Json(AccountView::of(&site, account).await?)).into_response())
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
    site.accounts.set_email(viewer.named()?.id, email).await?;
    Ok(StatusCode::NO_CONTENT)
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
    site.accounts.change_password(viewer.address, viewer.named()?.id, old, new, viewer.key()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Become a bot: an account that a program plays with. It cannot be undone, and only who has not played can do it.
#[utoipa::path(post, path = "/api/v1/account/bot", tag = "people",
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn become_bot(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<StatusCode, ApiError> {
    site.accounts.become_bot(viewer.named()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
