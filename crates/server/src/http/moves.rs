//! Single moves of a game: those that were made, by their numbers, and why a piece may not move.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use draughts::notation::MoveStyle;
use draughts::{Attempt, Position, Square};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::body::Params;
use super::draw_view::written;
use super::error::{ApiError, ErrorBody};
use super::eyes::Eyes;
use super::viewer::Viewer;
use crate::id::GameId;
use crate::site::Site;

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
    let id: GameId = id.parse().map_err(|_| ApiError::nothing("game"))?;
    let table = site.hall.table(id).await?;
    let game = table.game();
    let rules = game.rules().rule_set();
    let of = |turn: usize| written(game.number_of(turn), rules.start.first_move);
    let turns = game.turns();
    let place = (0..turns.len()).find(|&turn| of(turn) == number).ok_or_else(|| {
        let message = match turns.len() {
            0 => "Nothing has been played in this game.".to_owned(),
            count => format!("This game has the moves {} to {}, written like that.", of(0), of(count - 1)),
        };
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
    })?;
    let after = turns.get(place + 1).map_or(game.position(), |next| &next.before);
    Ok(Json(AtMove {
        text: MoveStyle::of(rules).full(&turns[place].played),
        before: turns[place].before.fen(),
        after: after.fen(),
        number,
    }))
}

/// Why a piece may not move.
#[derive(Serialize, ToSchema)]
pub(super) struct Why {
    /// May it move?
    movable: bool,
    /// Why not; none where it may.
    text: Option<String>,
}

/// Where a piece is to go.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct Whither {
    /// The square that it is to reach; none: anywhere.
    #[serde(default)]
    to: Option<String>,
}

/// May the piece on a square move, or move there, and if not, why not? Squares are numbered in the order of the diagram, from
/// 1.
#[utoipa::path(get, path = "/api/v1/games/{id}/why/{square}", tag = "games",
    params(("id" = String, Path), ("square" = u8, Path), Whither),
    responses((status = 200, body = Why), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn why(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((id, square)): Path<(String, String)>,
    Params(Whither { to }): Params<Whither>,
) -> Result<Json<Why>, ApiError> {
    let id: GameId = id.parse().map_err(|_| ApiError::nothing("game"))?;
    let table = site.hall.table(id).await?;
    let position = table.game().position();
    // What is no number is no square, either.
    let number = |text: &str| text.parse().unwrap_or(0);
    let from = square_of(position, number(&square))?;
    let to = to.map(|to| square_of(position, number(&to))).transpose()?;
    Ok(Json(Why::of(position, from, to, Eyes::of(&viewer))))
}

impl Why {
    pub(super) fn of(position: &Position, from: Square, to: Option<Square>, eyes: Eyes) -> Self {
        let attempt = to.map_or(Attempt::pick(from), |to| Attempt::new(from, to));
        let explained = position.explain(&attempt);
        let naming = eyes.naming(position.rules());
        let text = explained.err().map(|why| why.in_full_by(position.rules(), &naming, eyes.language));
        Self { movable: text.is_none(), text }
    }
}

/// A square by its number in the order of the diagram, from 1.
pub(super) fn square_of(position: &Position, number: usize) -> Result<Square, ApiError> {
    let squares = position.rules().board_len();
    let index = number.checked_sub(1).filter(|&index| index < squares);
    let index = index.and_then(|index| u8::try_from(index).ok());
    index.map(Square::new).ok_or_else(|| {
        let message = format!("This board has the squares 1 to {squares}.");
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
    })
}
