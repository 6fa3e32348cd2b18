//! Public data of players.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::games::PageQuery;
use crate::error::{ErrorBody, SiteError};
use crate::site::Site;
use crate::views::rating::RatingView;
use crate::views::summary::{GameSummary, summaries};
use crate::web::body::Params;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::time::Timestamp;
use store::{GameFilter, Role};

/// Maximum number of points in a rating history.
const MAX_HISTORY: usize = 1000;

/// The public profile of a player.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerProfile {
    name: String,
    role: Role,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// Whether an administrator closed the account.
    closed: bool,
    ratings: Vec<RatingView>,
}

/// Returns a player.
#[utoipa::path(get, path = "/api/v1/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = PlayerProfile), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_player(
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

/// The pool of a rating.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PoolQuery {
    /// The family of rules and the speed, such as `international/blitz`.
    pool: String,
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
pub(super) struct RatingPointView {
    /// The number of the game.
    number: u64,
    /// The time at which the game ended, in milliseconds since 1970.
    #[schema(value_type = i64)]
    at: Timestamp,
    rating: f64,
    deviation: f64,
}

/// Returns the rating history of a player, newest first.
#[utoipa::path(get, path = "/api/v1/players/{name}/ratings", tag = "players",
    params(("name" = String, Path), PoolQuery),
    responses((status = 200, body = Vec<RatingPointView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_rating_history(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    Params(PoolQuery { pool }): Params<PoolQuery>,
) -> Result<Json<Vec<RatingPointView>>, ApiError> {
    let account = site.players.find(&name).await?;
    let points = site.players.rating_history(account.id, pool, MAX_HISTORY).await?.into_iter();
    let view = |point: store::RatingPoint| RatingPointView {
        number: point.game_number,
        at: point.at,
        rating: point.rating,
        deviation: point.deviation,
    };
    Ok(Json(points.map(view).collect()))
}

/// A part of a list of games.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct GameListQuery {
    /// Only running games (`going-on`), or only finished games (`over`).
    #[serde(default)]
    state: Option<GameStatus>,
    /// Only games with lower numbers.
    #[serde(default)]
    before: Option<u64>,
    /// The maximum number of games; 20 if not given.
    #[serde(default)]
    #[param(maximum = 100)]
    limit: Option<usize>,
}

/// Whether a game is running.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GameStatus {
    /// The game is running.
    GoingOn,
    /// The game is over.
    Over,
}

/// Lists the games of a player, newest first.
#[utoipa::path(get, path = "/api/v1/players/{name}/games", tag = "players",
    params(("name" = String, Path), GameListQuery),
    responses((status = 200, body = Vec<GameSummary>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_player_games(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Params(query): Params<GameListQuery>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    // Guests have no name; `me` lists their games.
    let account = match (name.as_str(), viewer.id()) {
        ("me", Some(account)) => account,
        ("me", None) => return Err(SiteError::not_logged_in().into()),
        _ => site.players.find(&name).await?.id,
    };
    let filter = match query.state {
        None => GameFilter::All,
        Some(GameStatus::GoingOn) => GameFilter::Running,
        Some(GameStatus::Over) => GameFilter::Over,
    };
    let (before, limit) = PageQuery { before: query.before, limit: query.limit }.bounds();
    let games = site.games.of(account, filter, before, limit).await?;
    Ok(Json(summaries(site.games.load_all(games).await?, viewer.language)))
}
