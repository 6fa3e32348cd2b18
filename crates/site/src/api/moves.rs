//! Single moves of a game: played moves by number, and explanations of illegal ones.

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
use crate::views::explanation::{MoveExplanation, square_by_number};
use crate::web::body::Params;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::id::GameId;
use play::move_number::written;

/// A played move with the positions before and after it.
#[derive(Serialize, ToSchema)]
pub(super) struct MoveWithPositions {
    /// The number: `30.` or `30...`.
    number: String,
    /// The move in notation.
    text: String,
    /// The position before the move, in FEN.
    before: String,
    /// The position after the move, in FEN.
    after: String,
}

/// Returns a move of a game by its number: `30.` for the side that starts, `30...` for the other.
#[utoipa::path(get, path = "/api/v1/games/{id}/moves/{number}", tag = "games",
    params(("id" = String, Path), ("number" = String, Path)),
    responses((status = 200, body = MoveWithPositions), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn get_move(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((id, number)): Path<(String, String)>,
) -> Result<Json<MoveWithPositions>, ApiError> {
    let id: GameId = id.parse().map_err(|_| SiteError::not_found("game"))?;
    let state = site.games.state(id).await?;
    let game = state.game();
    let rules = game.rules().rule_set();
    let number_of = |turn: usize| written(game.number_of(turn), rules.start.first_move);
    let turns = game.turns();
    let index = (0..turns.len()).find(|&turn| number_of(turn) == number).ok_or_else(|| {
        let message = match turns.len() {
            0 => "No move has been played in this game.".to_owned(),
            count => {
                format!(
                    "This game has the moves {} to {}, written like that.",
                    number_of(0),
                    number_of(count - 1)
                )
            }
        };
        ApiError::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, message)
    })?;
    let after = turns.get(index + 1).map_or(game.position(), |next| &next.before).fen();
    let turn = Arc::clone(&turns[index]);
    let style = MoveStyle::of(game.rules());
    let before = turn.before.fen();
    let text = site.views.run_for(viewer.requester(), move || style.full(&turn.before, &turn.played)).await?;
    Ok(Json(MoveWithPositions { number, text, before, after }))
}

/// The destination of a piece.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct StepQuery {
    /// The number of the destination square. Without it, any square.
    #[serde(default)]
    to: Option<String>,
}

/// Returns whether the piece on a square may move, and if not, why. Squares are numbered from 1, as in the diagram.
#[utoipa::path(get, path = "/api/v1/games/{id}/why/{square}", tag = "games",
    params(("id" = String, Path), ("square" = u8, Path), StepQuery),
    responses((status = 200, body = MoveExplanation), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn explain_move(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((id, square)): Path<(String, String)>,
    Params(StepQuery { to }): Params<StepQuery>,
) -> Result<Json<MoveExplanation>, ApiError> {
    let id: GameId = id.parse().map_err(|_| SiteError::not_found("game"))?;
    let state = site.games.state(id).await?;
    let position = state.game().position();
    // 0 is not the number of a square.
    let number = |text: &str| text.parse().unwrap_or(0);
    let from = square_by_number(position, number(&square))?;
    let to = to.map(|to| square_by_number(position, number(&to))).transpose()?;
    let preferences = viewer.display_preferences();
    // Finding the reason takes several generations of the moves.
    let explain = move || MoveExplanation::of(state.game(), from, to, preferences);
    Ok(Json(site.views.run_for(viewer.requester(), explain).await?))
}
