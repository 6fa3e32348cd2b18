//! Why a piece may not move, in a game that is only looked at.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::at_leisure;
use super::study::Study;
use crate::http::body::Body;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::eyes::Eyes;
use crate::http::moves::{Why, square_of};
use crate::http::viewer::Viewer;
use crate::proposal::RulesChoice;
use crate::site::Site;

/// A piece that somebody would like to move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// By which rules.
    rules: RulesChoice,
    /// Where the game begins; none: at the start.
    #[serde(default)]
    fen: Option<String>,
    /// The moves from there, as the rule set writes them.
    #[serde(default)]
    #[schema(max_items = 600)]
    moves: Vec<String>,
    /// Where the piece stands. Squares are numbered in the order of the diagram, from 1.
    square: usize,
    /// Where it is to go; none: anywhere.
    #[serde(default)]
    to: Option<usize>,
}

/// May the piece on a square move, or move there, where a game has come to, and if not, why not?
#[utoipa::path(post, path = "/api/v1/analysis/why", tag = "analysis", request_body = Question,
    responses((status = 200, body = Why), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn why(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(question): Body<Question>,
) -> Result<Json<Why>, ApiError> {
    let Question { rules, fen, moves, square, to } = question;
    let study = Study { rules, fen, moves };
    let language = viewer.language;
    at_leisure(&site, &viewer, move || {
        let game = study.game()?;
        let position = game.position();
        let to = to.map(|to| square_of(position, to)).transpose()?;
        Ok(Why::of(position, square_of(position, square)?, to, Eyes::plain(language)))
    })
    .await
    .map(Json)
}
