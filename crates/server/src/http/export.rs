//! Games as files: PDN for other programs, JSON with everything.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use draughts::Language;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tracing::Instrument;

use super::body::PathId;
use super::error::{ApiError, ErrorBody};
use super::eyes::Eyes;
use super::game_view::GameView;
use super::names::Names;
use super::players::find;
use super::viewer::Viewer;
use crate::id::{AccountId, GameId};
use crate::site::Site;
use crate::store::{StoredGame, Which};
use crate::table::{Table, TimeControl};

/// So many games are read at a time; so many wait to be sent.
const CHUNK: usize = 50;

const PDN: &str = "application/x-pdn; charset=utf-8";
const NDJSON: &str = "application/x-ndjson";

/// A game as PDN.
fn pdn(stored: &StoredGame, table: &Table, names: &Names) -> Vec<u8> {
    let players = names.players(table);
    let number = stored.number.to_string();
    let mut tags = vec![
        ("Event".to_owned(), if table.terms().rated { "Rated game" } else { "Game" }.to_owned()),
        ("Date".to_owned(), stored.created_at.date()),
        ("Round".to_owned(), number),
        ("White".to_owned(), players.white.called()),
        ("Black".to_owned(), players.black.called()),
    ];
    match table.terms().time {
        TimeControl::None {} => {}
        TimeControl::Clock { initial, increment } => {
            tags.push(("TimeControl".to_owned(), format!("{}+{}", initial / 1000, increment / 1000)));
        }
        TimeControl::Days { days, .. } => {
            tags.push(("TimeControl".to_owned(), format!("1/{}", u32::from(days) * 86_400)));
        }
    }
    if let Some(outcome) = table.game().outcome() {
        tags.push(("Termination".to_owned(), outcome.tell(Language::English)));
    }
    let mut text = Vec::new();
    // Writing into memory does not fail.
    let _ = pdn::write(&pdn::of_game(table.game(), tags), &mut text);
    text
}

/// A game as PDN.
#[utoipa::path(get, path = "/api/v1/games/{id}/pdn", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-pdn"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn game_pdn(
    State(site): State<Arc<Site>>,
    PathId(id): PathId<GameId>,
) -> Result<Response, ApiError> {
    let stored = site.store.game(id).await?.ok_or_else(|| ApiError::nothing("game"))?;
    let table = site.hall.table(id).await?;
    let names = Names::of(&site, [table.as_ref()]).await?;
    let name = format!("attachment; filename=\"crownhead-{}.pdn\"", stored.number);
    let headers = [(header::CONTENT_TYPE, PDN.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, pdn(&stored, &table, &names)).into_response())
}

/// All games of a player as PDN, the newest first, as a stream.
#[utoipa::path(get, path = "/api/v1/players/{name}/games.pdn", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-pdn"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn player_pdn(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let account = find(&site, &name).await?.id;
    Ok(stream(site, account, PDN, |stored, table, names| {
        let mut text = pdn(stored, table, names);
        text.push(b'\n');
        text
    }))
}

/// All games of a player as JSON, one a line, the newest first, as a stream.
#[utoipa::path(get, path = "/api/v1/players/{name}/games.ndjson", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn player_json(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let account = find(&site, &name).await?.id;
    let language = viewer.language;
    Ok(stream(site, account, NDJSON, move |stored, table, names| {
        let view = GameView::with(stored, table, names, None, Eyes::plain(language));
        // A view always has a JSON form.
        let mut text = serde_json::to_vec(&view).unwrap_or_default();
        text.push(b'\n');
        text
    }))
}

/// All games of an account, read as fast as they are taken.
fn stream(
    site: Arc<Site>,
    account: AccountId,
    kind: &'static str,
    write: impl Fn(&StoredGame, &Table, &Names) -> Vec<u8> + Send + Sync + 'static,
) -> Response {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, std::io::Error>>(4);
    let reading = async move {
        let mut before = u64::MAX;
        loop {
            let games = match site.store.games_of(account, Which::All, before, CHUNK).await {
                Ok(games) => games,
                Err(error) => {
                    // The connection is broken off: half a file must not look like a whole one.
                    let _ = sender.send(Err(std::io::Error::other(error.to_string()))).await;
                    return;
                }
            };
            let Some(last) = games.last() else { return };
            before = last.number;
            for stored in &games {
                let written = async {
                    let table = site.hall.table(stored.id).await?;
                    let names = Names::of(&site, [table.as_ref()]).await?;
                    Ok::<_, ApiError>(write(stored, &table, &names))
                };
                let sent = match written.await {
                    Ok(text) => Ok(Bytes::from(text)),
                    Err(error) => Err(std::io::Error::other(error.body().message.clone())),
                };
                // Who does not listen any more need not be told.
                if sender.send(sent).await.is_err() {
                    return;
                }
            }
        }
    };
    tokio::spawn(reading.in_current_span());
    let body = Body::from_stream(ReceiverStream::new(receiver));
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}
