//! What everybody sees of players.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::games::Page;
use crate::error::{ErrorBody, SiteError};
use crate::site::Site;
use crate::views::rating::RatingView;
use crate::views::summary::{GameSummary, summaries};
use crate::web::body::Params;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::time::Timestamp;
use store::{GameFilter, Role};

/// So much of a rating is told.
const HISTORY: usize = 1000;

/// A player.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerProfile {
    name: String,
    role: Role,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// Was the account closed by an administrator?
    closed: bool,
    ratings: Vec<RatingView>,
}

/// A player.
#[utoipa::path(get, path = "/api/v1/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = PlayerProfile), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn player(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
) -> Result<Json<PlayerProfile>, ApiError> {
    let account = site.players.find(&name).await?;
    let ratings = site.players.ratings(account.id).await?;
    Ok(Json(PlayerProfile {
        ratings: ratings.into_iter().map(RatingView::from).collect(),
        name: account.name.unwrap_or_default(),
        role: account.role,
        created_at: account.created_at,
        closed: account.closed_at.is_some(),
    }))
}

/// GameFilter rating.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct WhichPool {
    /// Family of rules and speed, such as `international/blitz`.
    pool: String,
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
pub(super) struct PointView {
    /// The number of the game.
    number: u64,
    #[schema(value_type = i64)]
    at: Timestamp,
    rating: f64,
    deviation: f64,
}

/// How a rating went, the newest first.
#[utoipa::path(get, path = "/api/v1/players/{name}/ratings", tag = "players",
    params(("name" = String, Path), WhichPool),
    responses((status = 200, body = Vec<PointView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn ratings(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    Params(WhichPool { pool }): Params<WhichPool>,
) -> Result<Json<Vec<PointView>>, ApiError> {
    let account = site.players.find(&name).await?;
    let points = site.players.rating_history(account.id, pool, HISTORY).await?.into_iter();
    let view = |point: store::RatingPoint| PointView {
        number: point.number,
        at: point.at,
        rating: point.rating,
        deviation: point.deviation,
    };
    Ok(Json(points.map(view).collect()))
}

/// GameFilter games.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct GameListQuery {
    /// Only those that go on (`going-on`), or only those that are over (`over`).
    #[serde(default)]
    state: Option<GameState>,
    /// Only those with lower numbers.
    #[serde(default)]
    before: Option<u64>,
    /// So many at the most.
    #[serde(default)]
    #[param(maximum = 100)]
    limit: Option<usize>,
}

/// Does a game go on?
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GameState {
    /// It does.
    GoingOn,
    /// It is over.
    Over,
}

/// The games of a player, the newest first.
#[utoipa::path(get, path = "/api/v1/players/{name}/games", tag = "players",
    params(("name" = String, Path), GameListQuery),
    responses((status = 200, body = Vec<GameSummary>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn games(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Params(wish): Params<GameListQuery>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    // A guest has no name, but its own games.
    let account = match (name.as_str(), viewer.id()) {
        ("me", Some(account)) => account,
        ("me", None) => return Err(SiteError::not_logged_in().into()),
        _ => site.players.find(&name).await?.id,
    };
    let which = match wish.state {
        None => GameFilter::All,
        Some(GameState::GoingOn) => GameFilter::Running,
        Some(GameState::Over) => GameFilter::Over,
    };
    let (before, limit) = Page { before: wish.before, limit: wish.limit }.bounds();
    let games = site.games.of(account, which, before, limit).await?;
    Ok(Json(summaries(site.games.load_all(games).await?, viewer.language)))
}
