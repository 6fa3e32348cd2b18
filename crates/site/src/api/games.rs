//! Games: creating, reading and playing them.

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
use crate::views::event::{EventView, is_visible};
use crate::views::game::GameView;
use crate::views::summary::{GameSummary, summaries};
use crate::web::body::{Body, Params, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::GameId;
use play::proposal::Proposal;
use store::{StoredGame, clock};

/// Maximum number of games in a list.
const MAX_GAMES: usize = 100;

/// A part of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PageQuery {
    /// Only entries with lower numbers.
    #[serde(default)]
    pub(super) before: Option<u64>,
    /// The maximum number of entries; 20 if not given.
    #[serde(default)]
    #[param(maximum = 100)]
    pub(super) limit: Option<usize>,
}

impl PageQuery {
    /// Returns the number below which entries are listed, and their maximum number.
    pub(super) fn bounds(&self) -> (u64, usize) {
        (self.before.unwrap_or(u64::MAX), self.limit.unwrap_or(20).clamp(1, MAX_GAMES))
    }
}

/// A new game against the computer, or of both sides on one device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateGameRequest {
    /// The opponent.
    opponent: Opponent,
    /// The proposed game.
    proposal: Proposal,
}

/// The opponent of a new game.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Opponent {
    /// The computer, at a level from 1 to 8.
    Computer(u8),
    /// A second person on the same device: the account plays both sides.
    SameDevice,
}

/// Creates a game against the computer, or of both sides on one device.
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = CreateGameRequest,
    responses((status = 201, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn create_game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(request): Body<CreateGameRequest>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let account = viewer.require_scope(Scope::Challenge)?.id;
    let level = match request.opponent {
        Opponent::Computer(level) => Some(level),
        Opponent::SameDevice => None,
    };
    let stored = site.games.create(account, level, &request.proposal).await?;
    Ok((StatusCode::CREATED, Json(view(&site, stored, &viewer).await?)))
}

/// Lists the running games, newest first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(PageQuery),
    responses((status = 200, body = Vec<GameSummary>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_running_games(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Params(page): Params<PageQuery>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let (before, limit) = page.bounds();
    let games = site.games.running(before, limit).await?;
    Ok(Json(summaries(site.games.load_all(games).await?, viewer.language)))
}

/// Returns the view of a stored game for the viewer.
pub(super) async fn view(site: &Site, stored: StoredGame, viewer: &Viewer) -> Result<GameView, ApiError> {
    let record = site.games.load(stored, viewer.id()).await?;
    Ok(site.views.view(&record, viewer.id(), viewer.display_preferences()).await?)
}

/// Returns a game.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
) -> Result<Json<GameView>, ApiError> {
    let record = site.games.find(id, viewer.id()).await?;
    Ok(Json(site.views.view(&record, viewer.id(), viewer.display_preferences()).await?))
}

/// Returns a game by its public number.
#[utoipa::path(get, path = "/api/v1/games/number/{number}", tag = "games", params(("number" = u64, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_game_by_number(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(number): PathId<u64>,
) -> Result<Json<GameView>, ApiError> {
    let stored = site.games.by_number(number).await?;
    Ok(Json(view(&site, stored, &viewer).await?))
}

/// The part of the events to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EventsQuery {
    /// Only events after the one with this number.
    #[serde(default)]
    after: u64,
}

/// Lists the events of a game, in order. Private messages and planned moves are visible only to those concerned.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games", params(("id" = String, Path), EventsQuery),
    responses((status = 200, body = Vec<EventView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_events(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Params(EventsQuery { after }): Params<EventsQuery>,
) -> Result<Json<Vec<EventView>>, ApiError> {
    let (state, events) = site.games.state_and_events(id, after, viewer.id()).await?;
    let visible = events.iter().filter(|event| is_visible(&state, viewer.player(), event));
    Ok(Json(visible.map(|event| EventView::of(event)).collect()))
}

/// The result of a command that was executed and is durable.
#[derive(Serialize, ToSchema)]
pub(super) struct CommandResult {
    /// The number of the last event of the command.
    pub(super) seq: u64,
}

/// Executes a command in a game: move, offer a draw, resign, …
#[utoipa::path(post, path = "/api/v1/games/{id}/commands", tag = "games", params(("id" = String, Path)),
    request_body = NewCommand,
    responses((status = 200, body = CommandResult), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn execute_command(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Body(command): Body<NewCommand>,
) -> Result<Json<CommandResult>, ApiError> {
    let account = viewer.require_command_scope(&command.command)?.id;
    let seq =
        site.games.execute(account, id, &command, clock::now(), Duration::ZERO, viewer.language).await?;
    Ok(Json(CommandResult { seq }))
}
