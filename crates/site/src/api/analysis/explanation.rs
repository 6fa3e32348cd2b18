//! Explanations of why a piece may not move in a study.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::{ErrorBody, SiteError};
use crate::site::Site;
use crate::study::Study;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::explanation::{MoveExplanation, square_by_number};
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::proposal::RulesChoice;

/// A piece to move in a study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainMoveRequest {
    /// The rules.
    rules: RulesChoice,
    /// The starting position. Without it, that of the rules.
    #[serde(default)]
    fen: Option<String>,
    /// The moves from there, in the notation of the rule set.
    #[serde(default)]
    #[schema(max_items = 600)]
    moves: Vec<String>,
    /// The number of the square of the piece, in the order of the diagram, from 1.
    square: usize,
    /// The number of the destination square. Without it, any square.
    #[serde(default)]
    to: Option<usize>,
}

/// Returns whether the piece on a square may move in a study, and if not, why.
#[utoipa::path(post, path = "/api/v1/analysis/why", tag = "analysis", request_body = ExplainMoveRequest,
    responses((status = 200, body = MoveExplanation), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn explain_study_move(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(request): Body<ExplainMoveRequest>,
) -> Result<Json<MoveExplanation>, ApiError> {
    let ExplainMoveRequest { rules, fen, moves, square, to } = request;
    let study = Study { rules, fen, moves };
    let language = viewer.language;
    let explanation = site.analysis.position(viewer.requester(), study, move |_, game| {
        let position = game.position();
        let to = to.map(|to| square_by_number(position, to)).transpose()?;
        Ok::<_, SiteError>(MoveExplanation::of(
            game,
            square_by_number(position, square)?,
            to,
            DisplayPreferences::in_language(language),
        ))
    });
    Ok(Json(explanation.await??))
}
