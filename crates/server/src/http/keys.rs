//! The keys that let people and their programs in: sessions and personal tokens.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, PathId};
use super::error::{ApiError, ErrorBody};
use super::viewer::Viewer;
use crate::bus::Topic;
use crate::id::KeyId;
use crate::people::Scope;
use crate::site::Site;
use crate::store::{Key, KeyKind};
use crate::time::Timestamp;

/// A key that lets somebody in.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeyView {
    /// By this it can be revoked.
    #[schema(value_type = String)]
    pub(crate) id: KeyId,
    /// The browser of a session, the purpose of a token.
    pub(crate) label: String,
    /// What a token is good for.
    pub(crate) scopes: Vec<Scope>,
    #[schema(value_type = i64)]
    pub(crate) created_at: Timestamp,
    /// When it was used last, to the hour.
    #[schema(value_type = i64)]
    pub(crate) last_used_at: Timestamp,
    #[schema(value_type = Option<i64>)]
    pub(crate) expires_at: Option<Timestamp>,
    /// Is it the one that this request came with?
    pub(crate) current: bool,
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

/// The keys of whoever asks.
pub(crate) async fn own_keys(site: &Site, viewer: &Viewer, kind: KeyKind) -> Result<Vec<KeyView>, ApiError> {
    let account = viewer.in_person()?.id;
    let keys = site.store.keys(account, kind).await?;
    Ok(keys.into_iter().map(|key| KeyView::of(key, viewer)).collect())
}

/// Revokes a key of whoever asks; whatever is connected with it is cut off.
pub(crate) async fn revoke_key(
    site: &Site,
    viewer: &Viewer,
    id: KeyId,
    kind: KeyKind,
) -> Result<(), ApiError> {
    let account = viewer.in_person()?.id;
    let own = site.store.keys(account, kind).await?.iter().any(|key| key.id == id);
    if !own || !site.store.revoke_key(account, id).await? {
        return Err(ApiError::nothing(kind.as_str()));
    }
    site.bus.stir(Topic::Keys(account));
    Ok(())
}

/// Where am I logged in?
#[utoipa::path(get, path = "/api/v1/account/sessions", tag = "people",
    responses((status = 200, body = Vec<KeyView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn sessions(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<KeyView>>, ApiError> {
    own_keys(&site, &viewer, KeyKind::Session).await.map(Json)
}

/// Log out elsewhere.
#[utoipa::path(delete, path = "/api/v1/account/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_session(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<KeyId>,
) -> Result<StatusCode, ApiError> {
    revoke_key(&site, &viewer, id, KeyKind::Session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// My personal tokens.
#[utoipa::path(get, path = "/api/v1/account/tokens", tag = "people",
    responses((status = 200, body = Vec<KeyView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn tokens(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<KeyView>>, ApiError> {
    own_keys(&site, &viewer, KeyKind::Token).await.map(Json)
}

/// A token that is to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// What it is for, in your own words.
    #[schema(min_length = 1, max_length = 100)]
    pub(crate) label: String,
    /// What it is good for.
    #[schema(min_items = 1)]
    pub(crate) scopes: Vec<Scope>,
    /// After so many days it ends; none: never.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3660)]
    pub(crate) days: Option<u16>,
}

/// A token that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeToken {
    /// The secret. It is shown this once.
    pub(crate) token: String,
    /// All else about it.
    #[serde(flatten)]
    pub(crate) key: KeyView,
}

/// Make a personal token for a program. Its secret is shown once.
#[utoipa::path(post, path = "/api/v1/account/tokens", tag = "people", request_body = NewToken,
    responses((status = 201, body = MadeToken), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn create_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), ApiError> {
    Ok((StatusCode::CREATED, Json(make_token(&site, &viewer, wish).await?)))
}

/// Makes a token for whoever asks.
pub(crate) async fn make_token(site: &Site, viewer: &Viewer, wish: NewToken) -> Result<MadeToken, ApiError> {
    let account = viewer.named()?.id;
    site.limits.door(viewer.address)?;
    let unusable = |field: &'static str, message: &str| {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-token-wish", message).of_kind(field)
    };
    if !(1..=100).contains(&wish.label.chars().count()) || wish.label.contains(char::is_control) {
        return Err(unusable("label", "Say in 1 to 100 characters what the token is for."));
    }
    if wish.scopes.is_empty() {
        return Err(unusable(
            "scopes",
            "Say what the token is good for: play, challenge, chat, account or judge.",
        ));
    }
    if wish.days.is_some_and(|days| !(1..=3660).contains(&days)) {
        return Err(unusable("days", "A token lasts for 1 to 3660 days, or for ever if no days are given."));
    }
    let lasts = wish.days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
    let now = Timestamp::now();
    let (key, token) = site.people.create_token(account, &wish.label, &wish.scopes, lasts, now).await?;
    Ok(MadeToken { token, key: KeyView::of(key, viewer) })
}

/// Revoke a token. Whatever is connected with it is cut off.
#[utoipa::path(delete, path = "/api/v1/account/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn revoke_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<KeyId>,
) -> Result<StatusCode, ApiError> {
    revoke_key(&site, &viewer, id, KeyKind::Token).await?;
    Ok(StatusCode::NO_CONTENT)
}
