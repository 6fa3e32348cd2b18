//! Games that are looked at, not played: nothing of them is kept.

mod compare;
mod records;
mod thinking;
mod why;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use draughts::{Color, Game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ErrorBody;
use crate::services::Asker;
use crate::site::Site;
use crate::study::Study;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::draws::{CounterView, OutcomeView, counters};
use crate::views::game::{MoveView, views};
use crate::views::shape::Shape;
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
pub(super) use compare::*;
use play::game::Side;
use play::move_number::written;
pub(super) use records::*;
use texts::Language;
pub(super) use thinking::*;
pub(super) use why::{__path_why, why};

/// Where a study has come to.
#[derive(Serialize, ToSchema)]
pub(super) struct Standing {
    /// The position.
    fen: String,
    /// Whose turn it is.
    #[schema(value_type = Side)]
    turn: Color,
    /// The number of the move to come.
    move_number: String,
    /// What the rules call the last move that was asked for, and the squares it touches.
    last: Option<LastMove>,
    /// The moves that can be made now.
    legal_moves: Vec<MoveView>,
    /// How far each draw rule has come.
    draws: Vec<CounterView>,
    /// A game would have ended here, or before.
    outcome: Option<OutcomeView>,
    /// The board.
    board: Shape,
}

/// The last move of a study.
#[derive(Serialize, ToSchema)]
struct LastMove {
    number: String,
    text: String,
    #[schema(value_type = Vec<u8>)]
    route: Vec<draughts::Square>,
}

impl Standing {
    fn of(study: &Study, game: &Game, language: Language) -> Self {
        let first = game.rules().rule_set().start.first_move;
        Self {
            fen: game.fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), first),
            last: study.last(game).map(|(number, text, route)| LastMove { number, text, route }),
            // A study goes on where a game would have ended.
            legal_moves: views(
                game.position(),
                &game.position().legal_moves(),
                DisplayPreferences::plain(language),
            ),
            draws: counters(game, language),
            outcome: OutcomeView::of(game, language),
            board: Shape::of(game.rules()),
        }
    }
}

/// Look at a position: what can be played in it by which rules.
#[utoipa::path(post, path = "/api/v1/analysis/position", tag = "analysis", request_body = Study,
    responses((status = 200, body = Standing), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn position(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(study): Body<Study>,
) -> Result<Json<Standing>, ApiError> {
    let language = viewer.language;
    let view = move |study: &Study, game: &Game| Standing::of(study, game, language);
    Ok(Json(site.analysis.position(asker(&viewer), study, view).await?))
}

/// Returns who asks, as limits and the engine know them.
fn asker(viewer: &Viewer) -> Asker {
    Asker { account: viewer.id(), address: viewer.address }
}
