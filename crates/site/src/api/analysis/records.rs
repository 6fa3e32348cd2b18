//! Reading and writing of studies as PDN.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::{ErrorBody, SiteError};
use crate::site::Site;
use crate::study::budget::Budget;
use crate::study::line::{Branch, replay};
use crate::study::records::{FileGame, GameFile, StudyRecord, read, write};
use crate::study::{Study, rules_choice};
use crate::views::board::BoardView;
use crate::web::body::{Body, LargeBody};
use crate::web::error::ApiError;
use crate::web::json::JsonResponse;
use crate::web::viewer::Viewer;
use play::proposal::RulesChoice;

/// A PDN file to read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadPdnRequest {
    /// The PDN text.
    pdn: String,
    /// The rules. Without them, those that the file names, or that fit.
    #[serde(default)]
    rules: Option<RulesChoice>,
}

/// The games of a PDN file.
#[derive(Serialize, ToSchema)]
pub(crate) struct PdnGames {
    /// The first 50 games.
    games: Vec<PdnGame>,
    /// The number of games left out.
    left_out: usize,
}

/// A game of a PDN file.
#[derive(Serialize, ToSchema)]
pub(crate) struct PdnGame {
    /// The title.
    title: String,
    /// The tags, in order.
    tags: Vec<(String, String)>,
    /// The rules by which it was read.
    #[schema(value_type = RulesChoice)]
    rules: Value,
    /// The name of the rules.
    rules_name: String,
    /// The starting position, in FEN.
    start: String,
    /// The board.
    board: BoardView,
    /// The comments before the first move.
    comments: Vec<String>,
    /// The moves.
    line: Vec<Branch>,
    /// The reason why the game could not be read to its end.
    failure: Option<String>,
}

impl From<FileGame> for PdnGame {
    fn from(FileGame { record, start, rules_name, line, failure }: FileGame) -> Self {
        let rules = start.rules();
        let tag = |name: &str| record.tag(name).unwrap_or("?").to_owned();
        Self {
            title: format!("{} – {}", tag("White"), tag("Black")),
            rules: rules_choice(rules),
            rules_name,
            start: start.fen(),
            board: BoardView::of(rules),
            comments: record.line.comments,
            line,
            tags: record.tags,
            failure,
        }
    }
}

/// Reads games from PDN, with comments and variations.
#[utoipa::path(post, path = "/api/v1/analysis/read", tag = "analysis", request_body = ReadPdnRequest,
    responses((status = 200, body = PdnGames), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn read_pdn(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    body: LargeBody,
) -> Result<JsonResponse, ApiError> {
    let language = viewer.language;
    let work = move |budget: &Budget<'_>| {
        let ReadPdnRequest { pdn, rules } = body.parse()?;
        let GameFile { games, left_out } = read(&pdn, rules.as_ref(), language, budget)?;
        let games = games.into_iter().map(PdnGame::from).collect();
        Ok::<_, SiteError>(JsonResponse::of(&PdnGames { games, left_out }))
    };
    Ok(site.analysis.compute(viewer.requester(), work).await?)
}

/// The line of a study.
#[derive(Serialize, ToSchema)]
pub(crate) struct StudyLine {
    /// The moves, each with the position after it.
    line: Vec<Branch>,
}

/// Returns the position after each move of a study.
#[utoipa::path(post, path = "/api/v1/analysis/line", tag = "analysis", request_body = Study,
    responses((status = 200, body = StudyLine), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn play_line(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(study): Body<Study>,
) -> Result<JsonResponse, ApiError> {
    let work =
        move |budget: &Budget<'_>| replay(&study, budget).map(|line| JsonResponse::of(&StudyLine { line }));
    Ok(site.analysis.compute(viewer.requester(), work).await?)
}

/// A study with its variations.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WritePdnRequest {
    /// The rules.
    rules: RulesChoice,
    /// The starting position. Without it, that of the rules.
    #[serde(default)]
    fen: Option<String>,
    /// The tags, in order.
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// The comments before the first move.
    #[serde(default)]
    comments: Vec<String>,
    /// The moves.
    line: Vec<Branch>,
}

/// Writes a study as PDN, with comments and variations.
#[utoipa::path(post, path = "/api/v1/analysis/write", tag = "analysis", request_body = WritePdnRequest,
    responses((status = 200, body = String, content_type = "application/x-pdn"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn write_pdn(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    body: LargeBody,
) -> Result<Response, ApiError> {
    let work = move |budget: &Budget<'_>| {
        let WritePdnRequest { rules, fen, tags, comments, line } = body.parse()?;
        let study = Study { rules, fen, moves: Vec::new() };
        Ok::<_, SiteError>(write(StudyRecord { study, tags, comments, line }, budget)?)
    };
    let text = site.analysis.compute(viewer.requester(), work).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-pdn; charset=utf-8")], text).into_response())
}
