//! Analysis of positions and games. Nothing is stored.

mod compare;
mod engine;
mod explanation;
mod records;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use draughts::{Color, Game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ErrorBody;
use crate::site::Site;
use crate::study::Study;
use crate::views::board::BoardView;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::draws::{CounterView, OutcomeView, counters};
use crate::views::moves::{MoveView, views};
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
pub(super) use compare::*;
pub(super) use engine::*;
pub(super) use explanation::{__path_explain_study_move, explain_study_move};
use play::game::Side;
use play::move_number::written;
pub(super) use records::*;
use texts::Language;

/// The position of a study.
#[derive(Serialize, ToSchema)]
pub(super) struct PositionView {
    /// The position, in FEN.
    fen: String,
    /// The side to move.
    #[schema(value_type = Side)]
    turn: Color,
    /// The number of the next move: `30.` or `30...`.
    move_number: String,
    /// The last move of the study.
    last: Option<LastMove>,
    /// The legal moves.
    legal_moves: Vec<MoveView>,
    /// The counters of the draw rules.
    draws: Vec<CounterView>,
    /// The outcome, if a game would have ended here or before.
    outcome: Option<OutcomeView>,
    /// The board.
    board: BoardView,
}

/// The last move of a study.
#[derive(Serialize, ToSchema)]
struct LastMove {
    /// The number: `30.` or `30...`.
    number: String,
    /// The move in notation.
    text: String,
    /// The squares of the move.
    #[schema(value_type = Vec<u8>)]
    route: Vec<draughts::Square>,
}

impl PositionView {
    fn of(study: &Study, game: &Game, language: Language) -> Self {
        let first = game.rules().rule_set().start.first_move;
        Self {
            fen: game.fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), first),
            last: study.last_move(game).map(|(number, text, route)| LastMove { number, text, route }),
            // A study continues where a game would have ended.
            legal_moves: views(
                game.position(),
                &game.position().legal_moves(),
                DisplayPreferences::in_language(language),
            ),
            draws: counters(game, language),
            outcome: OutcomeView::of(game, language),
            board: BoardView::of(game.rules()),
        }
    }
}

/// Returns the position of a study with its legal moves.
#[utoipa::path(post, path = "/api/v1/analysis/position", tag = "analysis", request_body = Study,
    responses((status = 200, body = PositionView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn analyse_position(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(study): Body<Study>,
) -> Result<Json<PositionView>, ApiError> {
    let language = viewer.language;
    let view = move |study: &Study, game: &Game| PositionView::of(study, game, language);
    Ok(Json(site.analysis.position(viewer.requester(), study, view).await?))
}
