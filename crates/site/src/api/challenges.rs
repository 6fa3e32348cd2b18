//! Challenges: by link, to a named player, or in the lobby.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::games::view as game_view;
use crate::accounts::Scope;
use crate::error::ErrorBody;
use crate::services::{MAX_CHALLENGES, OwnChallenges};
use crate::site::Site;
use crate::views::challenge::ChallengeView;
use crate::views::game::GameView;
use crate::web::body::{Body, PathId};
use crate::web::challenges::{view, views};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::ChallengeId;
use play::proposal::Proposal;

/// A new challenge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateChallengeRequest {
    /// Whom to challenge.
    to: ChallengeTarget,
    /// The proposed game.
    proposal: Proposal,
}

/// The recipient of a challenge.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ChallengeTarget {
    /// Anyone who has the link.
    Link,
    /// Anyone in the lobby.
    Lobby,
    /// The player with this name.
    Player(String),
}

/// Creates a challenge.
#[utoipa::path(post, path = "/api/v1/challenges", tag = "challenges", request_body = CreateChallengeRequest,
    responses((status = 201, body = ChallengeView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn create_challenge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(CreateChallengeRequest { to, proposal }): Body<CreateChallengeRequest>,
) -> Result<(StatusCode, Json<ChallengeView>), ApiError> {
    let account = viewer.require_scope(Scope::Challenge)?;
    let challenge = match to {
        ChallengeTarget::Link => {
            site.challenges.create(account, store::ChallengeTarget::Link, &proposal).await?
        }
        ChallengeTarget::Lobby => {
            site.challenges.create(account, store::ChallengeTarget::Lobby, &proposal).await?
        }
        ChallengeTarget::Player(name) => site.challenges.create_for(account, &name, &proposal).await?,
    };
    Ok((StatusCode::CREATED, Json(view(&site, challenge, &viewer).await?)))
}

/// Lists the open challenges that the account sent or received.
#[utoipa::path(get, path = "/api/v1/challenges", tag = "challenges",
    responses((status = 200, body = Vec<ChallengeView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_challenges(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<ChallengeView>>, ApiError> {
    let account = viewer.require_scope(Scope::Challenge)?.id;
    let OwnChallenges { received, sent } = site.challenges.of(account, MAX_CHALLENGES).await?;
    Ok(Json(views(&site, [received, sent].concat(), &viewer).await?))
}

/// Lists the open offers in the lobby, oldest first.
#[utoipa::path(get, path = "/api/v1/lobby", tag = "challenges",
    responses((status = 200, body = Vec<ChallengeView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_lobby(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<ChallengeView>>, ApiError> {
    Ok(Json(views(&site, site.challenges.lobby(MAX_CHALLENGES).await?, &viewer).await?))
}

/// Returns a challenge.
#[utoipa::path(get, path = "/api/v1/challenges/{id}", tag = "challenges", params(("id" = String, Path)),
    responses((status = 200, body = ChallengeView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_challenge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<Json<ChallengeView>, ApiError> {
    let stored = site.challenges.find(id, viewer.id()).await?;
    Ok(Json(view(&site, stored, &viewer).await?))
}

/// Accepts a challenge and returns the game.
#[utoipa::path(post, path = "/api/v1/challenges/{id}/accept", tag = "challenges", params(("id" = String, Path)),
    responses((status = 201, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn accept_challenge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let stored = site.challenges.accept(viewer.require_scope(Scope::Challenge)?, id).await?;
    Ok((StatusCode::CREATED, Json(game_view(&site, stored, &viewer).await?)))
}

/// Declines a challenge to the account.
#[utoipa::path(post, path = "/api/v1/challenges/{id}/decline", tag = "challenges", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn decline_challenge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<StatusCode, ApiError> {
    site.challenges.decline(viewer.require_scope(Scope::Challenge)?.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraws a challenge of the account.
#[utoipa::path(delete, path = "/api/v1/challenges/{id}", tag = "challenges", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn withdraw_challenge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<StatusCode, ApiError> {
    site.challenges.withdraw(viewer.require_scope(Scope::Challenge)?.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
