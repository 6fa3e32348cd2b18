//! House rules that people keep.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::body::{Body, PathId};
use super::error::{ApiError, ErrorBody};
use super::viewer::Viewer;
use crate::id::{AccountId, ShelfId};
use crate::people::Scope;
use crate::proposal::RulesChoice;
use crate::site::Site;
use crate::store::Shelved;
use crate::time::Timestamp;

/// So many an account keeps at the most.
const MOST: usize = 50;
/// A name has so many characters at the most.
const LONGEST_NAME: usize = 60;

/// House rules that are to be kept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ShelfWish {
    /// Under which name, 1 to 60 characters. What was kept under it is replaced.
    name: String,
    /// A `base` and what differs from it.
    #[schema(value_type = Object)]
    rules: Map<String, Value>,
}

/// House rules that somebody keeps.
#[derive(Serialize, ToSchema)]
pub(crate) struct ShelvedView {
    /// Their id, for `DELETE` and for the link `/house/{id}`.
    #[schema(value_type = String)]
    id: ShelfId,
    /// What they are called.
    name: String,
    /// A `base` and what differs from it, as they were sent.
    #[schema(value_type = Object)]
    rules: Map<String, Value>,
    /// When they were saved last, in milliseconds since 1970.
    #[schema(value_type = i64)]
    saved_at: Timestamp,
}

impl From<Shelved> for ShelvedView {
    fn from(shelved: Shelved) -> Self {
        let Shelved { id, name, rules, saved_at, .. } = shelved;
        Self { id, name, rules, saved_at }
    }
}

/// Keep house rules under a name.
#[utoipa::path(post, path = "/api/v1/shelf", tag = "rules", request_body = ShelfWish,
    responses((status = 201, body = ShelvedView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn keep(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<ShelfWish>,
) -> Result<(StatusCode, Json<ShelvedView>), ApiError> {
    let account = viewer.may(Scope::Challenge)?.id;
    site.limits.game(account)?;
    let name = wish.name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        let message = format!("House rules have a name of 1 to {LONGEST_NAME} characters.");
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-name", message));
    }
    // What cannot be played is not kept.
    RulesChoice::House(wish.rules.clone()).rules()?;
    let id = ShelfId::new().map_err(crate::hall::ActError::chance)?;
    let saved_at = Timestamp::now();
    let rules = Shelved { id, account, name: name.to_owned(), rules: wish.rules, saved_at };
    let kept = site.store.shelve(rules, MOST).await?.ok_or_else(|| {
        let message = format!("{MOST} house rules are kept at the most. Delete some that are not needed.");
        ApiError::conflict("shelf-full", message)
    })?;
    Ok((StatusCode::CREATED, Json(kept.into())))
}

/// The house rules that you keep, by name.
#[utoipa::path(get, path = "/api/v1/shelf", tag = "rules",
    responses((status = 200, body = Vec<ShelvedView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn kept(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<ShelvedView>>, ApiError> {
    let account: AccountId = viewer.may(Scope::Challenge)?.id;
    let shelf = site.store.shelf(account).await?;
    Ok(Json(shelf.into_iter().map(ShelvedView::from).collect()))
}

/// The shelf of whoever looks at a page: empty for who has none, or may not begin games.
pub(crate) async fn shelf_of(site: &Site, viewer: &Viewer) -> Result<Vec<Shelved>, ApiError> {
    match viewer.may(Scope::Challenge) {
        Ok(account) => Ok(site.store.shelf(account.id).await?),
        Err(_) => Ok(Vec::new()),
    }
}

/// House rules by their id. Whoever has it may look at them and play by them.
#[utoipa::path(get, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 200, body = ShelvedView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn one(
    State(site): State<Arc<Site>>,
    PathId(id): PathId<ShelfId>,
) -> Result<Json<ShelvedView>, ApiError> {
    Ok(Json(found_rules(&site, id).await?.into()))
}

/// Kept house rules, or that there are none.
pub(crate) async fn found_rules(site: &Site, id: ShelfId) -> Result<Shelved, ApiError> {
    site.store.shelved(id).await?.ok_or_else(|| ApiError::nothing("house rules"))
}

/// Forget house rules that you keep.
#[utoipa::path(delete, path = "/api/v1/shelf/{id}", tag = "rules", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn forget(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ShelfId>,
) -> Result<StatusCode, ApiError> {
    let account = viewer.may(Scope::Challenge)?.id;
    let gone = site.store.unshelve(account, id).await?;
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::nothing("house rules")) }
}
