//! A live connection to a game: it sends events and receives commands.
//!
//! Nothing is buffered for a slow client. A connection knows the last event that it sent, is notified of the last event
//! of the game, and reads the log as fast as the client receives. A client that receives nothing for too long is
//! disconnected, with the number of the event after which it can resume.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::time::{MissedTickBehavior, interval_at, timeout};
use tracing::Instrument;

use super::closing::{SEND_TIMEOUT, close, revoked};
use super::messages::{ClientMessage, ConnectParams, PresenceMessage, ServerMessage, read_id};
use crate::error::SiteError;
use crate::services::NewCommand;
use crate::site::{Site, closed};
use crate::views::event::{EventView, is_visible};
use crate::views::game::GameView;
use crate::web::body::{Params, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use bus::request_id::{self, RequestId};
use play::id::GameId;
use store::clock;
use texts::Language;

/// Maximum length of a message from a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 16 * 1024;
/// Time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// Number of round-trip times that are remembered.
const LAG_SAMPLES: usize = 3;
/// Maximum lag that is compensated per move; it bounds what a client gains by delaying its pongs.
const MAX_LAG: Duration = Duration::from_millis(500);

/// The WebSocket close code of an internal error.
const INTERNAL_ERROR: u16 = 1011;

/// Connects to a game.
pub(super) async fn connect(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(game): PathId<GameId>,
    Params(params): Params<ConnectParams>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    // A game that does not exist is an HTTP error, not a closed connection.
    site.games.cached_state(game).await?;
    // The default buffers would take 100 KB for every spectator.
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0).max_message_size(MAX_MESSAGE_BYTES);
    let request = request_id::current().unwrap_or_else(RequestId::next);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _counted = site.metrics.capacity.count_connection();
        // A boxed future keeps the task of an idle connection small.
        Box::pin(Connection::new(site, viewer, game, params, request, socket).serve()).await;
    }))
}

struct Connection {
    site: Arc<Site>,
    viewer: Viewer,
    game: GameId,
    /// The number of the last event that was sent.
    last_sent: u64,
    with_state: bool,
    /// The request that opened the connection.
    request: RequestId,
    /// The number of commands received since.
    commands: u64,
    socket: WebSocket,
    /// When the last ping was sent, if it is unanswered.
    pinged: Option<Instant>,
    /// The lag of the last pings: half of the round-trip times.
    lags: [Option<Duration>; LAG_SAMPLES],
    /// The presence that was last sent.
    present: Option<PresenceMessage>,
    /// Whether the credential may have been revoked and the store did not answer.
    recheck_credential: bool,
}

/// The reason why a connection ends.
enum Disconnect {
    /// The client has left or cannot be reached.
    Gone,
    /// The server closes the connection, with a close code and a reason.
    Closed(u16, String),
}

impl From<axum::Error> for Disconnect {
    fn from(_: axum::Error) -> Self {
        Self::Gone
    }
}

impl From<SiteError> for Disconnect {
    fn from(error: SiteError) -> Self {
        Self::Closed(INTERNAL_ERROR, error.body().message.clone())
    }
}

impl Connection {
    fn new(
        site: Arc<Site>,
        mut viewer: Viewer,
        game: GameId,
        params: ConnectParams,
        request: RequestId,
        socket: WebSocket,
    ) -> Self {
        viewer.language = params.language.map_or(viewer.language, Language::from);
        Self {
            site,
            viewer,
            game,
            last_sent: params.after,
            with_state: params.state,
            request,
            commands: 0,
            socket,
            pinged: None,
            lags: [None; LAG_SAMPLES],
            present: None,
            recheck_credential: false,
        }
    }

    async fn serve(mut self) {
        let end = match self.run().await {
            Ok(()) | Err(Disconnect::Gone) => None,
            Err(Disconnect::Closed(code, reason)) => Some((code, reason)),
        };
        if let Some((code, reason)) = end {
            if code == INTERNAL_ERROR {
                let _node = self.site.span.enter();
                tracing::warn!(request = %self.request, game = %self.game, reason, "live_connection_failed");
            }
            // A close frame has room for a reason of 123 bytes.
            let reason: String = reason.chars().take(100).collect();
            close(&mut self.socket, code, reason).await;
        }
    }

    async fn run(&mut self) -> Result<(), Disconnect> {
        let mut credentials =
            self.viewer.id().map(|account| self.site.accounts.subscribe_credentials(account));
        let mut closing = self.site.closing.clone();
        let mut pings = interval_at(tokio::time::Instant::now() + PING_INTERVAL, PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut place = Box::pin(self.site.games.subscribe(self.game, self.viewer.id())).await?;
        Box::pin(self.send_events(place.seq, true)).await?;
        Box::pin(self.send_presence()).await?;
        if self.viewer.id().is_some() {
            self.ping().await?;
        }
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    None => return Err(Disconnect::Gone),
                    // Also the error of a broken connection, which this message does not reach.
                    Some(Err(_)) => {
                        let reason = format!("The message is too long: at most {MAX_MESSAGE_BYTES} bytes are allowed.");
                        return Err(Disconnect::Closed(1009, reason));
                    }
                    Some(Ok(message)) => Box::pin(self.on_message(message)).await?,
                },
                changed = place.events.changed() => {
                    changed.map_err(|_| Disconnect::Gone)?;
                    let until = *place.events.borrow_and_update();
                    Box::pin(self.send_events(until, false)).await?;
                }
                // The sender is in the repository, which outlives the connection.
                _ = place.presence.changed() => Box::pin(self.send_presence()).await?,
                () = revoked(&mut credentials) => Box::pin(self.check_credential()).await?,
                () = closed(&mut closing) => {
                    let reason = format!("The site restarts. Resume after {}.", self.last_sent);
                    return Err(Disconnect::Closed(1012, reason));
                }
                _ = pings.tick() => {
                    if self.pinged.is_some() {
                        return Err(Disconnect::Gone);
                    }
                    if self.viewer.has_expired(clock::now()) {
                        return Err(Disconnect::Closed(4401, "Your session or token has expired. Log in again.".to_owned()));
                    }
                    if self.recheck_credential {
                        Box::pin(self.check_credential()).await?;
                    }
                    Box::pin(self.send_presence()).await?;
                    self.ping().await?;
                }
            }
        }
    }

    /// Returns an error if the credential was revoked.
    ///
    /// While the store does not answer, no credential can be used for anything, so the connection stays open and the
    /// check is repeated later.
    async fn check_credential(&mut self) -> Result<(), Disconnect> {
        let authenticated = self.viewer.is_still_authenticated(&self.site).await;
        self.recheck_credential = authenticated.is_err();
        match authenticated {
            Ok(false) => {
                Err(Disconnect::Closed(4401, "Your session or token was revoked. Log in again.".to_owned()))
            }
            Ok(true) | Err(_) => Ok(()),
        }
    }

    async fn on_message(&mut self, message: Message) -> Result<(), Disconnect> {
        match message {
            Message::Text(text) => self.on_text(&text).await,
            Message::Binary(bytes) => {
                let error = SiteError::bad_request("Send JSON as text, not as bytes.");
                self.refuse(read_id(&bytes).as_deref(), &error).await
            }
            Message::Pong(_) => {
                if let Some(pinged) = self.pinged.take() {
                    self.lags.rotate_left(1);
                    self.lags[LAG_SAMPLES - 1] = Some(pinged.elapsed() / 2);
                }
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(Disconnect::Gone),
        }
    }

    async fn on_text(&mut self, text: &str) -> Result<(), Disconnect> {
        if let Err(error) = self.site.admit(self.viewer.address) {
            let id = read_id(text.as_bytes());
            return self.refuse(id.as_deref(), &error).await;
        }
        let (id, request) = match serde_json::from_str(text) {
            Ok(ClientMessage::Command { id, request }) => (id, request),
            Ok(ClientMessage::Ping {}) => return self.send_message(&ServerMessage::Pong {}).await,
            Err(error) => {
                let message = format!("The message is invalid: {error}.");
                let id = read_id(text.as_bytes());
                return self.refuse(id.as_deref(), &SiteError::bad_request(message)).await;
            }
        };
        let command = NewCommand { id, command: request };
        // The minimum, so that a single late pong does not count.
        let lag = self.lags.iter().flatten().min().copied().unwrap_or_default().min(MAX_LAG);
        self.commands += 1;
        let request = self.request.command(self.commands);
        let execution = async {
            let account = self.viewer.require_command_scope(&command.command)?.id;
            self.site.games.execute(account, self.game, &command, lag, self.viewer.language).await
        };
        let execution = request_id::within(request.clone(), execution).instrument(self.site.span.clone());
        // Boxed, because most connections never send a command.
        match Box::pin(execution).await {
            Ok(seq) => self.send_message(&ServerMessage::Done { id: &command.id, seq }).await,
            Err(error) => self.refuse(Some(&command.id), &error.with_request_id(Some(&request))).await,
        }
    }

    /// Sends the events since the last one sent, at least up to `until`, and then the state.
    async fn send_events(&mut self, until: u64, first: bool) -> Result<(), Disconnect> {
        let site = Arc::clone(&self.site);
        let mut changed = first;
        while self.last_sent < until {
            let events = site.games.events(self.game, self.last_sent, until).await?;
            let Some(last) = events.last().map(|event| event.seq) else { break };
            let state = site.games.cached_state(self.game).await?;
            let viewer = self.viewer.player();
            for event in events.iter().filter(|event| is_visible(&state, viewer, event)) {
                self.send_message(&ServerMessage::Event(&EventView::of(event))).await?;
            }
            self.last_sent = last;
            changed = true;
        }
        if changed && self.with_state {
            let game = {
                let record = Box::pin(site.games.find_cached(self.game)).await?;
                GameView::of(&record, self.viewer.id(), self.viewer.display_preferences())
            };
            self.send_message(&ServerMessage::State { game: &game }).await?;
        }
        Ok(())
    }

    /// Sends who is present, if it has changed.
    async fn send_presence(&mut self) -> Result<(), Disconnect> {
        if !self.with_state {
            return Ok(());
        }
        let report = self.site.games.presence(self.game, self.viewer.id()).await?;
        let Some(present) = report.map(PresenceMessage::from) else { return Ok(()) };
        if self.present.replace(present).is_some_and(|before| before.key() == present.key()) {
            return Ok(());
        }
        self.send_message(&ServerMessage::Present(present)).await
    }

    async fn refuse(&mut self, id: Option<&str>, error: &SiteError) -> Result<(), Disconnect> {
        self.send_message(&ServerMessage::Refused { id, error: error.body() }).await
    }

    async fn send_message(&mut self, message: &ServerMessage<'_>) -> Result<(), Disconnect> {
        // Serialising a message does not fail.
        let text = serde_json::to_string(message).unwrap_or_default();
        self.send(Message::Text(text.into())).await
    }

    async fn ping(&mut self) -> Result<(), Disconnect> {
        self.pinged = Some(Instant::now());
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Disconnect> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(Disconnect::Closed(1013, format!("Too slow. Resume after {}.", self.last_sent))),
        }
    }
}
