//! Single moves of a game: those that were made, by their numbers, and why a piece may not move.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use draughts::notation::MoveStyle;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::{ErrorBody, SiteError};
use crate::error_code::ErrorCode;
use crate::site::Site;
use crate::views::why::{Why, square_of};
use crate::web::body::Params;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::GameId;
use play::move_number::written;

/// A move of a game, and the positions around it.
#[derive(Serialize, ToSchema)]
pub(super) struct AtMove {
    /// Its number, as it was asked for.
    number: String,
    /// The move, as it is written.
    text: String,
    /// The position before it.
    before: String,
    /// The position after it.
    after: String,
}

/// A move of a game by its number: `30.` for the side that begins, `30...` for the other.
#[utoipa::path(get, path = "/api/v1/games/{id}/moves/{number}", tag = "games",
    params(("id" = String, Path), ("number" = String, Path)),
    responses((status = 200, body = AtMove), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn at_move(
    State(site): State<Arc<Site>>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Json<AtMove>, ApiError> {
    let id: GameId = id.parse().map_err(|_| SiteError::nothing("game"))?;
    let table = site.games.table(id).await?;
    let game = table.game();
    let rules = game.rules().rule_set();
    let of = |turn: usize| written(game.number_of(turn), rules.start.first_move);
    let turns = game.turns();
    let place = (0..turns.len()).find(|&turn| of(turn) == number).ok_or_else(|| {
        let message = match turns.len() {
            0 => "Nothing has been played in this game.".to_owned(),
            count => format!("This game has the moves {} to {}, written like that.", of(0), of(count - 1)),
        };
        ApiError::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, message)
    })?;
    let after = turns.get(place + 1).map_or(game.position(), |next| &next.before);
    Ok(Json(AtMove {
        text: MoveStyle::of(game.rules()).full(&turns[place].before, &turns[place].played),
        before: turns[place].before.fen(),
        after: after.fen(),
        number,
    }))
}

/// Where a piece is to go.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct StepQuery {
    /// The square that it is to reach; none: anywhere.
    #[serde(default)]
    to: Option<String>,
}

/// May the piece on a square move, or move there, and if not, why not? Squares are numbered in the order of the diagram, from
/// 1.
#[utoipa::path(get, path = "/api/v1/games/{id}/why/{square}", tag = "games",
    params(("id" = String, Path), ("square" = u8, Path), StepQuery),
    responses((status = 200, body = Why), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn why(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((id, square)): Path<(String, String)>,
    Params(StepQuery { to }): Params<StepQuery>,
) -> Result<Json<Why>, ApiError> {
    let id: GameId = id.parse().map_err(|_| SiteError::nothing("game"))?;
    let table = site.games.table(id).await?;
    let position = table.game().position();
    // What is no number is no square, either.
    let number = |text: &str| text.parse().unwrap_or(0);
    let from = square_of(position, number(&square))?;
    let to = to.map(|to| square_of(position, number(&to))).transpose()?;
    Ok(Json(Why::of(position, from, to, viewer.eyes())))
}
