//! A live connection to the lobby: open offers, and the challenges and running games of the viewer.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::lobby_feed::LobbyFeed;
use crate::error::SiteError;
use crate::services::{MAX_CHALLENGES, OwnChallenges};
use crate::site::{Site, closed};
use crate::views::summary::summaries;
use crate::web::challenges::views;
use crate::web::closing::{FLOODED, FLOODED_REASON, SEND_TIMEOUT, TOO_LONG, close, revoked};
use crate::web::upgrade::limit_messages;
use crate::web::viewer::Viewer;
use store::GameFilter;

/// Maximum length of a message from a client, in bytes. Clients have nothing to send.
const MAX_MESSAGE_BYTES: usize = 4096;
/// Minimum time between two messages; changes in between are sent together.
const BATCH_INTERVAL: Duration = Duration::from_millis(250);
/// Number of intervals without a change after which a ping is sent.
const PING_TICKS: u32 = 40;
/// Maximum number of games in a message.
const MAX_GAMES: usize = 50;

/// The challenges and games of a viewer, as JSON.
struct Own {
    /// Open challenges that the viewer made or received.
    challenges: String,
    /// Running games of the viewer.
    games: String,
}

/// Connects to the lobby.
pub(super) async fn connect(
    State(site): State<Arc<Site>>,
    Extension(feed): Extension<Arc<LobbyFeed>>,
    viewer: Viewer,
    upgrade: WebSocketUpgrade,
) -> Response {
    limit_messages(upgrade, MAX_MESSAGE_BYTES).on_upgrade(move |mut socket| async move {
        let _counted = site.metrics.capacity.count_connection();
        let end = Box::pin(serve(&site, &feed, &viewer, &mut socket)).await;
        if let Some((code, reason)) = end {
            close(&mut socket, code, reason).await;
        }
    })
}

async fn serve(
    site: &Site,
    feed: &LobbyFeed,
    viewer: &Viewer,
    socket: &mut WebSocket,
) -> Option<(u16, &'static str)> {
    let mut lobby = feed.subscribe(site);
    let mut messages = site.games.message_limit();
    let mut own = viewer.id().map(|account| site.accounts.subscribe(account));
    let mut credentials = viewer.id().map(|account| site.accounts.subscribe_credentials(account));
    let mut closing = site.closing.clone();
    let mut ticks = interval(BATCH_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut changed, mut is_new, mut idle_ticks, mut own_view) = (true, true, 0, None);
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                None | Some(Ok(Message::Close(_))) => return None,
                // Also the error of a broken connection, which this message does not reach.
                Some(Err(_)) => return Some((TOO_LONG, "The message is too long: at most 4096 bytes are allowed.")),
                Some(Ok(_)) => {
                    // There is nothing to answer that could be refused.
                    let _ = messages.check();
                    if messages.is_flooded() {
                        return Some((FLOODED, FLOODED_REASON));
                    }
                }
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
                if own.as_mut().is_some_and(has_changed) {
                    (changed, own_view) = (true, None);
                }
                changed |= has_changed(&mut lobby);
                idle_ticks += 1;
                let message = if changed {
                    let version = *lobby.borrow();
                    let Ok(text) = snapshot(site, feed, viewer, (version, is_new), &mut own_view).await else {
                        return Some((1011, "The lobby cannot be read."));
                    };
                    Message::Text(text.into())
                } else if idle_ticks >= PING_TICKS {
                    Message::Ping(axum::body::Bytes::new())
                } else {
                    continue;
                };
                (changed, is_new, idle_ticks) = (false, false, 0);
                match timeout(SEND_TIMEOUT, socket.send(message)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some((1013, "Too slow. Reconnect.")),
                }
            }
        }
    }
}

/// Returns the lobby as JSON: the offers, which viewers share, and the challenges and games of the viewer, which are read
/// again if there are none in `own`.
async fn snapshot(
    site: &Site,
    feed: &LobbyFeed,
    viewer: &Viewer,
    (version, is_new): (u64, bool),
    own: &mut Option<Own>,
) -> Result<String, SiteError> {
    let offers = feed.offers(site, version, is_new).await?;
    let Own { challenges, games } = match own {
        Some(own) => own,
        None => own.insert(read_own(site, viewer).await?),
    };
    let offers = offers.for_viewer(viewer.id());
    Ok(format!(r#"{{"type":"lobby","offers":{offers},"challenges":{challenges},"games":{games}}}"#))
}

async fn read_own(site: &Site, viewer: &Viewer) -> Result<Own, SiteError> {
    let (mut challenges, mut games) = (Vec::new(), Vec::new());
    if let Some(account) = viewer.id() {
        let OwnChallenges { received, sent } = site.challenges.of(account, MAX_CHALLENGES).await?;
        challenges = views(site, [received, sent].concat(), viewer).await?;
        let own = site.games.of(account, GameFilter::Running, u64::MAX, MAX_GAMES).await?;
        games = summaries(site.games.load_all(own).await?, viewer.language);
    }
    Ok(Own { challenges: to_json(&challenges), games: to_json(&games) })
}

fn to_json(list: &[impl Serialize]) -> String {
    // Serialising a list of the lobby does not fail.
    serde_json::to_string(list).unwrap_or_default()
}
