//! What people see and change of themselves.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, PathId};
use super::doors::session_cookie;
use super::error::{ApiError, ErrorBody};
use super::players::RatingView;
use super::viewer::Viewer;
use crate::bus::Topic;
use crate::id::{GameId, KeyId};
use crate::people::{Scope, check_email};
use crate::site::Site;
use crate::store::{Account, Key, KeyKind, Role};
use crate::time::Timestamp;

/// One's own account.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountView {
    /// The name; none: a guest.
    name: Option<String>,
    /// Is it a guest?
    guest: bool,
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
    let account = viewer.named()?.id;
    email
        .as_deref()
        .map_or(Ok(()), check_email)
        .map_err(|bad| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-email", format!("{bad}.")))?;
    site.store.set_email(account, email).await?;
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
    site.limits.door(viewer.address)?;
    let account = viewer.named()?.id;
    site.people.change_password(account, old, new, viewer.key()).await?;
    site.bus.stir(Topic::Keys(account));
    Ok(StatusCode::NO_CONTENT)
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

/// A key that lets somebody in.
#[derive(Serialize, ToSchema)]
pub(super) struct KeyView {
    /// By this it can be revoked.
    #[schema(value_type = String)]
    id: KeyId,
    /// The browser of a session, the purpose of a token.
    label: String,
    /// What a token is good for.
    scopes: Vec<Scope>,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// When it was used last, to the hour.
    #[schema(value_type = i64)]
    last_used_at: Timestamp,
    #[schema(value_type = Option<i64>)]
    expires_at: Option<Timestamp>,
    /// Is it the one that this request came with?
    current: bool,
}

impl KeyView {
    fn of(key: Key, viewer: &Viewer) -> Self {
        Self {
            current: viewer.key() == Some(key.id),
            id: key.id,
            scopes: Scope::read(&key.scopes),
            label: key.label,
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            expires_at: key.expires_at,
        }
    }
}

async fn keys(site: &Site, viewer: &Viewer, kind: KeyKind) -> Result<Json<Vec<KeyView>>, ApiError> {
    let account = viewer.in_person()?.id;
    let keys = site.store.keys(account, kind).await?;
    Ok(Json(keys.into_iter().map(|key| KeyView::of(key, viewer)).collect()))
}

async fn revoke(site: &Site, viewer: &Viewer, id: KeyId, kind: KeyKind) -> Result<StatusCode, ApiError> {
    let account = viewer.in_person()?.id;
    let own = site.store.keys(account, kind).await?.iter().any(|key| key.id == id);
    if !own || !site.store.revoke_key(account, id).await? {
        return Err(ApiError::nothing(kind.as_str()));
    }
    site.bus.stir(Topic::Keys(account));
    Ok(StatusCode::NO_CONTENT)
}

/// Where am I logged in?
#[utoipa::path(get, path = "/api/v1/account/sessions", tag = "people",
    responses((status = 200, body = Vec<KeyView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn sessions(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<KeyView>>, ApiError> {
    keys(&site, &viewer, KeyKind::Session).await
}

/// Log out elsewhere.
#[utoipa::path(delete, path = "/api/v1/account/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_session(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<KeyId>,
) -> Result<StatusCode, ApiError> {
    revoke(&site, &viewer, id, KeyKind::Session).await
}

/// My personal tokens.
#[utoipa::path(get, path = "/api/v1/account/tokens", tag = "people",
    responses((status = 200, body = Vec<KeyView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn tokens(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<KeyView>>, ApiError> {
    keys(&site, &viewer, KeyKind::Token).await
}

/// A token that is to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewToken {
    /// What it is for, in your own words.
    #[schema(min_length = 1, max_length = 100)]
    label: String,
    /// What it is good for.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// After so many days it ends; none: never.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3660)]
    days: Option<u16>,
}

/// A token that was made.
#[derive(Serialize, ToSchema)]
pub(super) struct MadeToken {
    /// The secret. It is shown this once.
    token: String,
    /// All else about it.
    #[serde(flatten)]
    key: KeyView,
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
    site.limits.door(viewer.address)?;
    let unusable = |message: &str| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-token-wish", message);
    if !(1..=100).contains(&wish.label.chars().count()) {
        return Err(unusable("Say in 1 to 100 characters what the token is for."));
    }
    if wish.scopes.is_empty() {
        return Err(unusable("Say what the token is good for: play, challenge, chat, account or judge."));
    }
    if wish.days.is_some_and(|days| !(1..=3660).contains(&days)) {
        return Err(unusable("A token lasts for 1 to 3660 days, or for ever if no days are given."));
    }
    let lasts = wish.days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
    let now = Timestamp::now();
    let (key, token) = site.people.create_token(account, &wish.label, &wish.scopes, lasts, now).await?;
    Ok((StatusCode::CREATED, Json(MadeToken { token, key: KeyView::of(key, &viewer) })))
}

/// Revoke a token. Whatever is connected with it is cut off.
#[utoipa::path(delete, path = "/api/v1/account/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<KeyId>,
) -> Result<StatusCode, ApiError> {
    revoke(&site, &viewer, id, KeyKind::Token).await
}
