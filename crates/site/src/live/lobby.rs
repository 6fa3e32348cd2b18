//! A live connection to the lobby: open offers, and the challenges and running games of the viewer.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::services::{MAX_CHALLENGES, OwnChallenges};
use crate::site::{Site, closed};
use crate::views::challenge::ChallengeView;
use crate::views::summary::{GameSummary, summaries};
use crate::web::challenges::views;
use crate::web::closing::{SEND_TIMEOUT, TOO_LONG, close, revoked};
use crate::web::error::ApiError;
use crate::web::upgrade::limit_messages;
use crate::web::viewer::Viewer;
use store::GameFilter;

/// Maximum length of a message from a client, in bytes. Clients have nothing to send.
const MAX_MESSAGE_BYTES: usize = 4096;
/// Minimum time between two messages; changes in between are sent together.
const BATCH_INTERVAL: Duration = Duration::from_millis(250);
/// Number of intervals without a change after which a ping is sent.
const PING_TICKS: u32 = 40;
/// Maximum number of offers, and of games, in a message.
const MAX_ENTRIES: usize = 50;

/// The content of the lobby for a viewer.
#[derive(Serialize)]
#[serde(tag = "type", rename = "lobby")]
struct Lobby {
    /// Open offers, the oldest first.
    offers: Vec<ChallengeView>,
    /// Open challenges that the viewer made or received.
    challenges: Vec<ChallengeView>,
    /// Running games of the viewer.
    games: Vec<GameSummary>,
}

/// Connects to the lobby.
pub(super) async fn connect(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    upgrade: WebSocketUpgrade,
) -> Response {
    limit_messages(upgrade, MAX_MESSAGE_BYTES).on_upgrade(move |mut socket| async move {
        let _counted = site.metrics.capacity.count_connection();
        let end = Box::pin(serve(&site, &viewer, &mut socket)).await;
        if let Some((code, reason)) = end {
            close(&mut socket, code, reason).await;
        }
    })
}

async fn serve(site: &Site, viewer: &Viewer, socket: &mut WebSocket) -> Option<(u16, &'static str)> {
    let mut lobby = site.challenges.subscribe_lobby();
    let mut own = viewer.id().map(|account| site.accounts.subscribe(account));
    let mut credentials = viewer.id().map(|account| site.accounts.subscribe_credentials(account));
    let mut closing = site.closing.clone();
    let mut ticks = interval(BATCH_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut changed, mut idle_ticks) = (true, 0);
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                None | Some(Ok(Message::Close(_))) => return None,
                // Also the error of a broken connection, which this message does not reach.
                Some(Err(_)) => return Some((TOO_LONG, "The message is too long: at most 4096 bytes are allowed.")),
                Some(Ok(_)) => {}
            },
            () = closed(&mut closing) => return Some((1012, "The site restarts. Reconnect.")),
            () = revoked(&mut credentials) => {
                match viewer.is_still_authenticated(site).await {
                    Ok(true) => {}
                    Ok(false) => return Some((4401, "Your session or token was revoked. Sign in again.")),
                    Err(_) => return Some((1011, "The lobby cannot be read.")),
                }
            }
            _ = ticks.tick() => {
                let has_changed = |topic: &mut watch::Receiver<u64>| {
                    let changed = topic.has_changed().unwrap_or(false);
                    topic.borrow_and_update();
                    changed
                };
                changed |= has_changed(&mut lobby) | own.as_mut().is_some_and(has_changed);
                idle_ticks += 1;
                let message = if changed {
                    let Ok(text) = snapshot(site, viewer).await else { return Some((1011, "The lobby cannot be read.")) };
                    Message::Text(text.into())
                } else if idle_ticks >= PING_TICKS {
                    Message::Ping(axum::body::Bytes::new())
                } else {
                    continue;
                };
                (changed, idle_ticks) = (false, 0);
                match timeout(SEND_TIMEOUT, socket.send(message)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some((1013, "Too slow. Reconnect.")),
                }
            }
        }
    }
}

/// Returns the lobby as JSON.
async fn snapshot(site: &Site, viewer: &Viewer) -> Result<String, ApiError> {
    let offers = views(site, site.challenges.lobby(MAX_ENTRIES).await?, viewer).await?;
    let (mut challenges, mut games) = (Vec::new(), Vec::new());
    if let Some(account) = viewer.id() {
        let OwnChallenges { received, sent } = site.challenges.of(account, MAX_CHALLENGES).await?;
        challenges = views(site, [received, sent].concat(), viewer).await?;
        let own = site.games.of(account, GameFilter::Running, u64::MAX, MAX_ENTRIES).await?;
        games = summaries(site.games.load_all(own).await?, viewer.language);
    }
    // Serialising the lobby does not fail.
    Ok(serde_json::to_string(&Lobby { offers, challenges, games }).unwrap_or_default())
}
