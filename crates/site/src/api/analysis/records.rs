//! Games as PDN, read for a study and written from one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::asker;
use crate::error::ErrorBody;
use crate::site::Site;
use crate::study::line::Branch;
use crate::study::records::{FileGame, GameFile, StudyRecord};
use crate::study::{Study, choice_of};
use crate::views::shape::Shape;
use crate::web::body::Body;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::proposal::RulesChoice;

/// No file is longer.
const LONGEST_FILE: usize = 1 << 20;

/// A file of games.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadPdnRequest {
    /// The file.
    pdn: String,
    /// By which rules; none: as the file says, or as fits.
    #[serde(default)]
    rules: Option<RulesChoice>,
}

/// Games that were read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadGames {
    /// The games, no more than 50.
    games: Vec<ReadGame>,
    /// So many more are in the file.
    left_out: usize,
}

/// A game that was read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadGame {
    /// What it is called.
    title: String,
    /// Its tags, in their order.
    tags: Vec<(String, String)>,
    /// By which rules it was read.
    #[schema(value_type = RulesChoice)]
    rules: Value,
    /// What they are called.
    rules_name: String,
    /// Where it begins.
    start: String,
    /// The board.
    board: Shape,
    /// What is said before the first move.
    comments: Vec<String>,
    /// The moves.
    line: Vec<Branch>,
    /// Why it could not be read to its end.
    failure: Option<String>,
}

impl From<FileGame> for ReadGame {
    fn from(FileGame { record, start, rules_name, line, failure }: FileGame) -> Self {
        let rules = start.rules();
        let tag = |name: &str| record.tag(name).unwrap_or("?").to_owned();
        Self {
            title: format!("{} – {}", tag("White"), tag("Black")),
            rules: choice_of(rules),
            rules_name,
            start: start.fen(),
            board: Shape::of(rules),
            comments: record.line.comments,
            line,
            tags: record.tags,
            failure,
        }
    }
}

/// Read games from PDN, with comments and variations.
#[utoipa::path(post, path = "/api/v1/analysis/read", tag = "analysis", request_body = ReadPdnRequest,
    responses((status = 200, body = ReadGames), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn read(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<ReadPdnRequest, LONGEST_FILE>,
) -> Result<Json<ReadGames>, ApiError> {
    let ReadPdnRequest { pdn, rules } = wish;
    let GameFile { games, left_out } =
        site.analysis.read(asker(&viewer), pdn, rules, viewer.language).await?;
    Ok(Json(ReadGames { games: games.into_iter().map(ReadGame::from).collect(), left_out }))
}

/// A study played through.
#[derive(Serialize, ToSchema)]
pub(crate) struct Through {
    /// The moves, each with the position after it.
    line: Vec<Branch>,
}

/// Play a study through: the position after each of its moves.
#[utoipa::path(post, path = "/api/v1/analysis/line", tag = "analysis", request_body = Study,
    responses((status = 200, body = Through), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn line(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(study): Body<Study>,
) -> Result<Json<Through>, ApiError> {
    Ok(Json(Through { line: site.analysis.line(asker(&viewer), study).await? }))
}

/// A study with its variations.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WritePdnRequest {
    /// By which rules.
    rules: RulesChoice,
    /// Where it begins; none: at the start.
    #[serde(default)]
    fen: Option<String>,
    /// Tags, in their order.
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// What is said before the first move.
    #[serde(default)]
    comments: Vec<String>,
    /// The moves.
    line: Vec<Branch>,
}

/// Write a study as PDN, with comments and variations.
#[utoipa::path(post, path = "/api/v1/analysis/write", tag = "analysis", request_body = WritePdnRequest,
    responses((status = 200, body = String, content_type = "application/x-pdn"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn write(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<WritePdnRequest, LONGEST_FILE>,
) -> Result<Response, ApiError> {
    let WritePdnRequest { rules, fen, tags, comments, line } = wish;
    let study = StudyRecord { study: Study { rules, fen, moves: Vec::new() }, tags, comments, line };
    let text = site.analysis.write(asker(&viewer), study).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-pdn; charset=utf-8")], text).into_response())
}
