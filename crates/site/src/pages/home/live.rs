//! A live connection of the start page: it sends the parts of the page that have changed, as HTML.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use super::feed::{BOARD_INTERVAL, Fragment, FragmentId, HomeFeed};
use super::fragments;
use crate::site::{Site, closed};
use crate::web::body::Params;
use crate::web::closing::{FLOODED, FLOODED_REASON, SEND_TIMEOUT, TOO_LONG, close, revoked};
use crate::web::language::LanguageCode;
use crate::web::upgrade::limit_messages;
use crate::web::viewer::Viewer;
use texts::{Language, Texts};

/// Maximum length of a message from a client, in bytes. Clients have nothing to send.
const MAX_MESSAGE_BYTES: usize = 4096;
/// Time for which changes are collected before they are sent.
const BATCH_INTERVAL: Duration = Duration::from_millis(250);
/// Time without a message after which a ping is sent.
const PING_AFTER: Duration = Duration::from_secs(10);

/// The query parameters of a connection.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::pages) struct HomeParams {
    /// The language, because browsers send no `accept-language` when they open a WebSocket.
    #[serde(default)]
    language: Option<LanguageCode>,
}

/// Connects to the start page.
pub(in crate::pages) async fn connect(
    State(site): State<Arc<Site>>,
    Extension(feed): Extension<Arc<HomeFeed>>,
    mut viewer: Viewer,
    Params(params): Params<HomeParams>,
    upgrade: WebSocketUpgrade,
) -> Response {
    viewer.language = params.language.map_or(viewer.language, Language::from);
    limit_messages(upgrade, MAX_MESSAGE_BYTES).on_upgrade(move |socket| async move {
        let _counted = site.metrics.capacity.count_connection();
        let sent_at = Instant::now();
        let mut connection = Connection { site, feed, viewer, socket, hashes: [None; 3], sent_at };
        if let Err(Some((code, reason))) = Box::pin(connection.serve()).await {
            close(&mut connection.socket, code, reason).await;
        }
    })
}

struct Connection {
    site: Arc<Site>,
    feed: Arc<HomeFeed>,
    viewer: Viewer,
    socket: WebSocket,
    /// The hashes of the fragments that were last sent.
    hashes: [Option<u64>; 3],
    /// When the last message was sent.
    sent_at: Instant,
}

/// The end of a connection, with a close code and a reason; `None` if the client has left.
type Disconnect = Option<(u16, &'static str)>;

impl Connection {
    async fn serve(&mut self) -> Result<(), Disconnect> {
        let site = Arc::clone(&self.site);
        let mut lobby = self.feed.subscribe(&site);
        let mut own = self.viewer.id().map(|account| site.accounts.subscribe(account));
        let mut credentials = self.viewer.id().map(|account| site.accounts.subscribe_credentials(account));
        let mut closing = site.closing.clone();
        let mut messages = site.games.message_limit();
        let mut boards = interval_at(Instant::now() + BOARD_INTERVAL, BOARD_INTERVAL);
        boards.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // When the lists are sent. The first time at once: they may have changed since the page was rendered.
        let mut due = Some(Instant::now());
        let mut is_own_due = true;
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    None | Some(Ok(Message::Close(_))) => return Err(None),
                    // Also the error of a broken connection, which this message does not reach.
                    Some(Err(_)) => {
                        return Err(Some((TOO_LONG, "The message is too long: at most 4096 bytes are allowed.")));
                    }
                    Some(Ok(_)) => {
                        // There is nothing to answer that could be refused.
                        let _ = messages.check();
                        if messages.is_flooded() {
                            return Err(Some((FLOODED, FLOODED_REASON)));
                        }
                    }
                },
                () = closed(&mut closing) => return Err(Some((1012, "The site restarts. Reconnect."))),
                () = revoked(&mut credentials) => {
                    if !self.viewer.is_still_authenticated(&site).await.map_err(unreadable)? {
                        return Err(Some((4401, "Your session was revoked. Sign in again.")));
                    }
                }
                topic = changed(&mut lobby, own.as_mut()), if due.is_none() => {
                    due = Some(Instant::now() + BATCH_INTERVAL);
                    is_own_due = matches!(topic, ChangedTopic::Own);
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    due = None;
                    let version = *lobby.borrow_and_update();
                    is_own_due |= own.as_mut().is_some_and(|own| {
                        let has_changed = own.has_changed().unwrap_or(false);
                        own.mark_unchanged();
                        has_changed
                    });
                    self.send_offers(version).await?;
                    if is_own_due {
                        self.send_own_games().await?;
                    }
                }
                _ = boards.tick() => self.send_boards().await?,
            }
        }
    }

    /// Sends the offers if they have changed.
    async fn send_offers(&mut self, version: u64) -> Result<(), Disconnect> {
        let (site, texts, viewer) =
            (Arc::clone(&self.site), Texts::of(self.viewer.language), self.viewer.id());
        let shared = self.feed.offers(&site, self.viewer.language, version).await.map_err(unreadable)?;
        let offers = match viewer.filter(|account| shared.owners.contains(account)) {
            Some(_) => {
                let offers = fragments::offers(&site, texts, viewer).await.map_err(unreadable)?;
                Fragment::new(FragmentId::Offers, &offers.html)
            }
            None => shared.fragment.clone(),
        };
        self.send_fragment(&offers).await
    }

    /// Sends the challenges and games of the viewer if they have changed. They do not change with the lobby alone.
    async fn send_own_games(&mut self) -> Result<(), Disconnect> {
        let viewer = self.viewer.id();
        if viewer.is_none() {
            return Ok(());
        }
        let texts = Texts::of(self.viewer.language);
        let games = fragments::my_games(&self.site, texts, viewer).await.map_err(unreadable)?;
        self.send_fragment(&Fragment::new(FragmentId::MyGames, &games)).await
    }

    /// Sends the running games if they have changed, and a ping if nothing was sent for some time.
    async fn send_boards(&mut self) -> Result<(), Disconnect> {
        let (site, texts, viewer) =
            (Arc::clone(&self.site), Texts::of(self.viewer.language), self.viewer.id());
        let shared = self.feed.running_games(&site, self.viewer.language).await.map_err(unreadable)?;
        let games = match viewer.filter(|account| shared.owners.contains(account)) {
            Some(_) => {
                let games = fragments::running_games(&site, texts, viewer).await.map_err(unreadable)?;
                Fragment::new(FragmentId::NowPlaying, &games.html)
            }
            None => shared.fragment.clone(),
        };
        self.send_fragment(&games).await?;
        if self.sent_at.elapsed() >= PING_AFTER {
            self.send(Message::Ping(axum::body::Bytes::new())).await?;
        }
        Ok(())
    }

    /// Sends a fragment, unless the last one sent is the same.
    async fn send_fragment(&mut self, fragment: &Fragment) -> Result<(), Disconnect> {
        let before = self.hashes[fragment.id as usize].replace(fragment.hash);
        if before == Some(fragment.hash) {
            return Ok(());
        }
        self.send(Message::Text(fragment.message.clone())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Disconnect> {
        self.sent_at = Instant::now();
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(None),
            Err(_) => Err(Some((1013, "Too slow. Reconnect."))),
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "maps an error")]
fn unreadable<E>(_: E) -> Disconnect {
    Some((1011, "The page cannot be updated."))
}

/// The part of the page that has changed.
enum ChangedTopic {
    /// The open offers.
    Lobby,
    /// The challenges or games of the viewer.
    Own,
}

/// Completes when the lobby, or something that belongs to the viewer, has changed.
async fn changed(lobby: &mut watch::Receiver<u64>, own: Option<&mut watch::Receiver<u64>>) -> ChangedTopic {
    let own = async {
        match own {
            Some(own) => own.changed().await,
            None => std::future::pending().await,
        }
    };
    // The senders are in the bus, which outlives the connection.
    tokio::select! {
        _ = lobby.changed() => ChangedTopic::Lobby,
        _ = own => ChangedTopic::Own,
    }
}
