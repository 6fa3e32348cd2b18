//! The account of the viewer.

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
use crate::web::session;
use crate::web::viewer::Viewer;
use play::id::GameId;
use play::time::Timestamp;
use store::{Account, Role};

/// The account of the viewer.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountView {
    /// The name; `null` for a guest.
    name: Option<String>,
    /// Whether the account is a guest.
    guest: bool,
    /// The number by which others see a guest.
    #[serde(skip_serializing_if = "Option::is_none")]
    guest_number: Option<u16>,
    /// The role.
    role: Role,
    /// The e-mail address.
    email: Option<String>,
    /// The time of creation, in milliseconds since 1970.
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// The ratings, by pool.
    ratings: Vec<RatingView>,
    /// The warnings by administrators.
    warnings: Vec<WarningView>,
}

/// A warning.
#[derive(Serialize, ToSchema)]
struct WarningView {
    /// The time, in milliseconds since 1970.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// The game that it is about.
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
    /// The reason.
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

/// Returns the account of the viewer.
#[utoipa::path(get, path = "/api/v1/account", tag = "accounts",
    responses((status = 200, body = AccountView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_account(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, ApiError> {
    let account = viewer.require_scope(Scope::Account)?;
    // Each visit extends the lifetime of the session cookie.
    let cookie = viewer.session().map(|secret| cookies::session(secret, viewer.secure));
    Ok((cookie, Json(AccountView::of(&site, account).await?)).into_response())
}

/// A change of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateAccountRequest {
    /// The e-mail address; null removes it. Required, so that a client that leaves out null values removes nothing.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true)]
    email: Option<String>,
}

/// Changes the e-mail address.
#[utoipa::path(patch, path = "/api/v1/account", tag = "accounts", request_body = UpdateAccountRequest,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn update_account(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(UpdateAccountRequest { email }): Body<UpdateAccountRequest>,
) -> Result<StatusCode, ApiError> {
    site.accounts.set_email(viewer.require_named()?.id, email).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A change of the password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangePasswordRequest {
    /// The current password.
    old: String,
    /// The new password, 8 to 200 characters.
    new: String,
}

/// Changes the password, and revokes all sessions and tokens. The response sets a new session cookie.
#[utoipa::path(post, path = "/api/v1/account/password", tag = "accounts", request_body = ChangePasswordRequest,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn change_password(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(ChangePasswordRequest { old, new }): Body<ChangePasswordRequest>,
) -> Result<Response, ApiError> {
    let account = viewer.require_named()?;
    site.accounts.change_password(viewer.address, account.id, old, new).await?;
    let cookie = session::open(&site, &viewer, account).await?;
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Turns the account into a bot account, which a program plays with. Only possible before the first game; irreversible.
#[utoipa::path(post, path = "/api/v1/account/bot", tag = "accounts",
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn become_bot(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<StatusCode, ApiError> {
    site.accounts.become_bot(viewer.require_named()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
