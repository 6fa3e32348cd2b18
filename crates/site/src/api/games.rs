//! Games: begun, looked at, and played.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Scope;
use crate::error::ErrorBody;
use crate::services::NewCommand;
use crate::site::Site;
use crate::views::event::{EventView, sees};
use crate::views::game::GameView;
use crate::views::summary::{GameSummary, summaries};
use crate::web::body::{Body, Params, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::GameId;
use play::proposal::Proposal;
use store::StoredGame;

/// So many games are told of at a time.
const MOST: usize = 100;

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Page {
    /// Only those with lower numbers.
    #[serde(default)]
    pub(super) before: Option<u64>,
    /// So many at the most.
    #[serde(default)]
    #[param(maximum = 100)]
    pub(super) limit: Option<usize>,
}

impl Page {
    pub(super) fn bounds(&self) -> (u64, usize) {
        (self.before.unwrap_or(u64::MAX), self.limit.unwrap_or(20).clamp(1, MOST))
    }
}

/// A game against the computer, or of both sides at one device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateGameRequest {
    /// Against whom.
    opponent: Opponent,
    /// What is to be played.
    proposal: Proposal,
}

/// Against whom.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Opponent {
    /// The computer, at a level from 1 to 8.
    Computer(u8),
    /// Somebody at the same device: whoever begins the game makes the moves of both.
    SameDevice,
}

/// Begin a game against the computer, or of both sides at one device.
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = CreateGameRequest,
    responses((status = 201, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn begin(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<CreateGameRequest>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let account = viewer.may(Scope::Challenge)?.id;
    let level = match wish.opponent {
        Opponent::Computer(level) => Some(level),
        Opponent::SameDevice => None,
    };
    let stored = site.games.begin(account, level, &wish.proposal).await?;
    Ok((StatusCode::CREATED, Json(view(&site, stored, &viewer).await?)))
}

/// Games that go on, the newest first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(Page),
    responses((status = 200, body = Vec<GameSummary>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn going_on(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Params(page): Params<Page>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let (before, limit) = page.bounds();
    let games = site.games.running(before, limit).await?;
    Ok(Json(summaries(site.games.load_all(games).await?, viewer.language)))
}

/// Returns the rest of a game, as the viewer sees it.
pub(super) async fn view(site: &Site, stored: StoredGame, viewer: &Viewer) -> Result<GameView, ApiError> {
    let record = site.games.load(stored, viewer.id()).await?;
    Ok(GameView::of(&record, viewer.id(), viewer.eyes()))
}

/// A game.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
) -> Result<Json<GameView>, ApiError> {
    let record = site.games.find(id, viewer.id()).await?;
    Ok(Json(GameView::of(&record, viewer.id(), viewer.eyes())))
}

/// A game by its public number.
#[utoipa::path(get, path = "/api/v1/games/number/{number}", tag = "games", params(("number" = u64, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn by_number(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(number): PathId<u64>,
) -> Result<Json<GameView>, ApiError> {
    let stored = site.games.by_number(number).await?;
    Ok(Json(view(&site, stored, &viewer).await?))
}

/// From where on.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// Only what happened after the event with this number.
    #[serde(default)]
    after: u64,
}

/// What has happened in a game, in order. Private messages and plans are seen by whom they concern.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games", params(("id" = String, Path), After),
    responses((status = 200, body = Vec<EventView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn events(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Params(After { after }): Params<After>,
) -> Result<Json<Vec<EventView>>, ApiError> {
    let (table, news) = site.games.events(id, after, viewer.id()).await?;
    let seen = news.iter().filter(|news| sees(&table, viewer.player(), news));
    Ok(Json(seen.map(|news| EventView::of(news)).collect()))
}

/// The command is done, and durable.
#[derive(Serialize, ToSchema)]
pub(super) struct Done {
    /// The number of the event with which it was done.
    pub(super) seq: u64,
}

/// Do something in a game: move, offer a draw, resign, …
#[utoipa::path(post, path = "/api/v1/games/{id}/commands", tag = "games", params(("id" = String, Path)),
    request_body = NewCommand,
    responses((status = 200, body = Done), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn command(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Body(command): Body<NewCommand>,
) -> Result<Json<Done>, ApiError> {
    let account = viewer.may_command(&command.request)?.id;
    let seq = site.games.command(account, id, &command, Duration::ZERO, viewer.language).await?;
    Ok(Json(Done { seq }))
}
