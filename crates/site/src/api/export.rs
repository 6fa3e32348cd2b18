//! Export of games as PDN and as JSON.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};

use crate::error::{ErrorBody, SiteError};
use crate::services::GameRecord;
use crate::site::Site;
use crate::views::display_preferences::DisplayPreferences;
use crate::views::game::GameView;
use crate::views::moves::MoveLists;
use crate::web::body::PathId;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::game::TimeControl;
use play::id::GameId;
use texts::{Language, Render};

/// The content type of PDN.
const PDN_TYPE: &str = "application/x-pdn; charset=utf-8";
/// The content type of newline-delimited JSON.
const NDJSON_TYPE: &str = "application/x-ndjson";

/// Returns a game as PDN.
fn to_pdn(GameRecord { stored, state, names, .. }: &GameRecord) -> Vec<u8> {
    let players = names.players(state.terms());
    let mut tags = vec![
        ("Event".to_owned(), if state.terms().rated { "Rated game" } else { "Game" }.to_owned()),
        ("Date".to_owned(), stored.created_at.date()),
        ("Round".to_owned(), stored.number.to_string()),
        ("White".to_owned(), players.white.pdn_name()),
        ("Black".to_owned(), players.black.pdn_name()),
    ];
    match state.terms().time {
        TimeControl::None {} => {}
        TimeControl::Clock { initial, increment } => {
            tags.push(("TimeControl".to_owned(), format!("{}+{}", initial / 1000, increment / 1000)));
        }
        TimeControl::Days { days, .. } => {
            tags.push(("TimeControl".to_owned(), format!("1/{}", u32::from(days) * 86_400)));
        }
    }
    if let Some(outcome) = state.game().outcome() {
        tags.push(("Termination".to_owned(), outcome.render(Language::English)));
    }
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = pdn::write(&pdn::from_game(state.game(), tags), &mut text);
    text
}

/// Exports a game as PDN.
#[utoipa::path(get, path = "/api/v1/games/{id}/pdn", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-pdn"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn export_game_pdn(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
) -> Result<Response, ApiError> {
    let record = site.games.record(id).await?;
    let disposition = format!("attachment; filename=\"crownhead-{}.pdn\"", record.stored.number);
    let headers = [(header::CONTENT_TYPE, PDN_TYPE.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    let text = site.views.run_for(viewer.requester(), move || to_pdn(&record)).await?;
    Ok((headers, text).into_response())
}

/// Exports all games of a player as PDN, newest first, as a stream.
#[utoipa::path(get, path = "/api/v1/players/{name}/games.pdn", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-pdn"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn export_player_pdn(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let account = site.players.find(&name).await?.id;
    let games = site.games.export(viewer.address, account, |record| {
        let mut text = to_pdn(record);
        text.push(b'\n');
        text
    });
    Ok(stream(games?, PDN_TYPE))
}

/// Exports all games of a player as newline-delimited JSON, newest first, as a stream.
#[utoipa::path(get, path = "/api/v1/players/{name}/games.ndjson", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn export_player_json(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let account = site.players.find(&name).await?.id;
    let preferences = DisplayPreferences::in_language(viewer.language);
    let games = site.games.export(viewer.address, account, move |record| {
        let lists = MoveLists::of(record.state.game(), preferences);
        let view = GameView::of(record, lists, None, preferences);
        // Serialising a view does not fail.
        let mut text = serde_json::to_vec(&view).unwrap_or_default();
        text.push(b'\n');
        text
    });
    Ok(stream(games?, NDJSON_TYPE))
}

/// Streams games. An error aborts the response, so that a truncated file does not look complete.
fn stream(
    games: impl Stream<Item = Result<Vec<u8>, SiteError>> + Send + 'static,
    content_type: &'static str,
) -> Response {
    let texts = games.map(|game| match game {
        Ok(text) => Ok(Bytes::from(text)),
        Err(error) => Err(std::io::Error::other(error.body().message.clone())),
    });
    ([(header::CONTENT_TYPE, content_type)], Body::from_stream(texts)).into_response()
}
