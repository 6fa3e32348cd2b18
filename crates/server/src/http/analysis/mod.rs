//! Games that are looked at, not played: nothing of them is kept.

mod compare;
mod question;
mod records;
mod study;
mod thinking;
mod why;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use draughts::{Color, Language};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Body;
use super::draw_view::{CounterView, OutcomeView, counters, written};
use super::error::{ApiError, ErrorBody};
use super::eyes::Eyes;
use super::game_view::{MoveView, views};
use super::shape::Shape;
use super::viewer::Viewer;
use crate::site::Site;
use crate::table::Side;
pub(super) use compare::*;
pub(crate) use question::{Answer, Bounds, Question};
pub(crate) use records::choice_of;
pub(super) use records::*;
pub(crate) use study::MOST_MOVES;
use study::Study;
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
    fn of(study: &Study, language: Language) -> Result<Self, ApiError> {
        let game = study.game()?;
        let first = game.rules().rule_set().start.first_move;
        Ok(Self {
            fen: game.fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), first),
            last: study.last(&game).map(|(number, text, route)| LastMove { number, text, route }),
            // A study goes on where a game would have ended.
            legal_moves: views(game.rules(), &game.position().legal_moves(), Eyes::plain(language)),
            draws: counters(&game, language),
            outcome: OutcomeView::of(&game, language),
            board: Shape::of(game.rules()),
        })
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
    at_leisure(&site, &viewer, move || Standing::of(&study, language)).await.map(Json)
}

/// Does what takes a while where nobody waits for it: a few at a time, and not too often for one address.
async fn at_leisure<T: Send + 'static>(
    site: &Site,
    viewer: &Viewer,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    site.limits.study(viewer.address)?;
    let place = site.analyst.desk().await?;
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(place);
        done
    });
    let done = done.await;
    done.unwrap_or_else(|error| {
        tracing::error!(%error, "an analysis has stumbled");
        Err(ApiError::internal())
    })
}
