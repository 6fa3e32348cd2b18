//! A live connection to the lobby: open offers, one's own challenges, and the games in which one is to move.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::ending::{PATIENCE, revoked, say_goodbye};
use crate::services::{MOST_CHALLENGES, OwnChallenges};
use crate::site::{Site, closed};
use crate::views::challenge::ChallengeView;
use crate::views::summary::{GameSummary, summaries};
use crate::web::challenges::views;
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use store::GameFilter;

/// Changes are gathered for so long: a busy lobby is not told of more often.
const GATHER: Duration = Duration::from_millis(250);
/// So often somebody who hears nothing hears that the connection lives.
const PING: u32 = 40;
/// So many of each are told.
const MOST: usize = 50;

/// All that there is to see.
#[derive(Serialize)]
#[serde(tag = "type", rename = "lobby")]
struct Lobby {
    /// Open offers, the oldest first.
    offers: Vec<ChallengeView>,
    /// Challenges that one has made or was sent.
    challenges: Vec<ChallengeView>,
    /// One's own games that go on.
    games: Vec<GameSummary>,
}

/// Connects to the lobby.
pub(super) async fn connect(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0).max_message_size(4096);
    upgrade.on_upgrade(move |mut socket| async move {
        let _counted = site.metrics.capacity.one_more();
        let end = Box::pin(serve(&site, &viewer, &mut socket)).await;
        if let Some((code, reason)) = end {
            say_goodbye(&mut socket, code, reason).await;
        }
    })
}

async fn serve(site: &Site, viewer: &Viewer, socket: &mut WebSocket) -> Option<(u16, &'static str)> {
    let mut lobby = site.challenges.subscribe_lobby();
    let mut own = viewer.id().map(|account| site.accounts.subscribe(account));
    let mut keys = viewer.id().map(|account| site.accounts.subscribe_credentials(account));
    let mut closing = site.closing.clone();
    let mut ticks = interval(GATHER);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut changed, mut quiet) = (true, 0);
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => return None,
                Some(Ok(_)) => {}
            },
            () = closed(&mut closing) => return Some((1012, "The site restarts. Come back.")),
            () = revoked(&mut keys) => {
                match viewer.is_still_let_in(site).await {
                    Ok(true) => {}
                    Ok(false) => return Some((4401, "Your session or token was revoked. Log in again.")),
                    Err(_) => return Some((1011, "The lobby cannot be read.")),
                }
            }
            _ = ticks.tick() => {
                let stirred = |topic: &mut watch::Receiver<u64>| {
                    let stirred = topic.has_changed().unwrap_or(false);
                    topic.borrow_and_update();
                    stirred
                };
                changed |= stirred(&mut lobby) | own.as_mut().is_some_and(stirred);
                quiet += 1;
                let message = if changed {
                    let Ok(text) = look(site, viewer).await else { return Some((1011, "The lobby cannot be read.")) };
                    Message::Text(text.into())
                } else if quiet >= PING {
                    Message::Ping(axum::body::Bytes::new())
                } else {
                    continue;
                };
                (changed, quiet) = (false, 0);
                match timeout(PATIENCE, socket.send(message)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some((1013, "Too slow. Come back.")),
                }
            }
        }
    }
}

async fn look(site: &Site, viewer: &Viewer) -> Result<String, ApiError> {
    let offers = views(site, site.challenges.lobby(MOST).await?, viewer).await?;
    let (mut challenges, mut games) = (Vec::new(), Vec::new());
    if let Some(account) = viewer.id() {
        let OwnChallenges { received, made } = site.challenges.of(account, MOST_CHALLENGES).await?;
        challenges = views(site, [received, made].concat(), viewer).await?;
        let own = site.games.of(account, GameFilter::Running, u64::MAX, MOST).await?;
        games = summaries(site.games.load_all(own).await?, viewer.language);
    }
    // What there is to see always has a JSON form.
    Ok(serde_json::to_string(&Lobby { offers, challenges, games }).unwrap_or_default())
}
