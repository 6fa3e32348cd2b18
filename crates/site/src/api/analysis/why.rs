//! Why a piece may not move, in a game that is only looked at.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::asker;
use crate::error::{ErrorBody, SiteError};
use crate::site::Site;
use crate::study::Study;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::why::{Why, square_of};
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::proposal::RulesChoice;

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
    let why = site.analysis.position(asker(&viewer), study, move |_, game| {
        let position = game.position();
        let to = to.map(|to| square_of(position, to)).transpose()?;
        Ok::<_, SiteError>(Why::of(
            position,
            square_of(position, square)?,
            to,
            DisplayPreferences::plain(language),
        ))
    });
    Ok(Json(why.await??))
}
