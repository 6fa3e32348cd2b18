//! A live connection to a game: it sends events and receives commands.
//!
//! Nothing is buffered for a slow client. A connection knows the last event that it sent, is notified of the last event
//! of the game, and reads the log as fast as the client receives. A client that receives nothing for too long is
//! disconnected, with the number of the event after which it can resume.

mod sending;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use tokio::task::yield_now;
use tokio::time::{MissedTickBehavior, interval_at, timeout};
use tracing::Instrument;

use super::feed::{Feed, Feeds};
use super::frames::Frames;
use super::lag::LagMeter;
use super::messages::{ClientMessage, ConnectParams, PresenceMessage, ServerMessage, StateMode, read_id};
use crate::error::SiteError;
use crate::services::{MessageLimit, NewCommand};
use crate::site::{Site, closed};
use crate::web::body::{Params, PathId};
use crate::web::closing::{FLOODED, FLOODED_REASON, SEND_TIMEOUT, TOO_LONG, close, revoked};
use crate::web::error::ApiError;
use crate::web::upgrade::limit_messages;
use crate::web::viewer::Viewer;
use bus::request_id::{self, RequestId};
use play::id::GameId;
use play::time::Timestamp;
use store::clock;
use texts::Language;

/// Maximum length of a message from a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 16 * 1024;
/// Time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// The WebSocket close code of an internal error.
const INTERNAL_ERROR: u16 = 1011;

/// Opens a live connection to a game.
pub(super) async fn connect(
    State(site): State<Arc<Site>>,
    Extension(feeds): Extension<Arc<Feeds>>,
    viewer: Viewer,
    PathId(game): PathId<GameId>,
    Params(params): Params<ConnectParams>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    // A game that does not exist is an HTTP error, not a closed connection.
    site.games.cached_state(game).await?;
    let upgrade = limit_messages(upgrade, MAX_MESSAGE_BYTES);
    let request_id = request_id::current().unwrap_or_else(RequestId::next);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _counted = site.metrics.capacity.count_connection();
        // A boxed future keeps the task of an idle connection small.
        Box::pin(Connection::new(site, viewer, &feeds, game, params, request_id, socket).serve()).await;
    }))
}

struct Connection {
    site: Arc<Site>,
    viewer: Viewer,
    game: GameId,
    feed: Arc<Feed>,
    /// The number of the last event that was sent.
    last_sent: u64,
    state_mode: StateMode,
    /// The request that opened the connection.
    request_id: RequestId,
    /// The number of commands received.
    command_count: u64,
    socket: WebSocket,
    frames: Frames,
    lag: LagMeter,
    messages: MessageLimit,
    /// The presence that was last sent.
    last_presence: Option<PresenceMessage>,
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
        feeds: &Feeds,
        game: GameId,
        params: ConnectParams,
        request_id: RequestId,
        socket: WebSocket,
    ) -> Self {
        viewer.language = params.language.map_or(viewer.language, Language::from);
        Self {
            messages: site.games.message_limit(),
            site,
            viewer,
            game,
            feed: feeds.get(game),
            last_sent: params.after,
            state_mode: params.state,
            request_id,
            command_count: 0,
            socket,
            frames: Frames::default(),
            lag: LagMeter::default(),
            last_presence: None,
            recheck_credential: false,
        }
    }

    async fn serve(mut self) {
        let Err(Disconnect::Closed(code, reason)) = self.run().await else { return };
        if code == INTERNAL_ERROR {
            let _node = self.site.span.enter();
            tracing::warn!(request = %self.request_id, game = %self.game, reason, "live_connection_failed");
        }
        close(&mut self.socket, code, &reason).await;
    }

    async fn run(&mut self) -> Result<(), Disconnect> {
        let mut credentials =
            self.viewer.id().map(|account| self.site.accounts.subscribe_credentials(account));
        let mut closing = self.site.closing.clone();
        let mut pings = interval_at(tokio::time::Instant::now() + PING_INTERVAL, PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut subscription = Box::pin(self.site.games.subscribe(self.game, self.viewer.id())).await?;
        Box::pin(self.send_events_and_state(subscription.seq)).await?;
        Box::pin(self.send_presence()).await?;
        if self.viewer.id().is_some() {
            self.ping().await?;
        }
        loop {
            tokio::select! {
                // Events wake thousands of spectators at once: nothing else is polled before them.
                biased;
                changed = subscription.events.changed() => {
                    changed.map_err(|_| Disconnect::Gone)?;
                    if subscription.is_spectator() {
                        // Behind all connections that the event woke: players are sent to before spectators.
                        yield_now().await;
                    }
                    let until = *subscription.events.borrow_and_update();
                    Box::pin(self.send_new(until)).await?;
                }
                frame = self.frames.next(&mut self.socket) => match frame.content {
                    None => return Err(Disconnect::Gone),
                    // The error may also be a broken connection, which the reason cannot reach.
                    Some(Err(_)) => {
                        let reason = format!("The message is too long: at most {MAX_MESSAGE_BYTES} bytes are allowed.");
                        return Err(Disconnect::Closed(TOO_LONG, reason));
                    }
                    Some(Ok(message)) => Box::pin(self.on_message(message, frame.at, frame.instant)).await?,
                },
                // The sender is in the repository, which outlives the connection.
                _ = subscription.presence.changed() => Box::pin(self.send_presence()).await?,
                () = revoked(&mut credentials) => Box::pin(self.check_credential()).await?,
                () = closed(&mut closing) => {
                    let reason = format!("The site restarts. Resume after {}.", self.last_sent);
                    return Err(Disconnect::Closed(1012, reason));
                }
                _ = pings.tick() => {
                    if self.lag.awaits_pong() {
                        return Err(Disconnect::Gone);
                    }
                    if self.viewer.has_expired(clock::now()) {
                        return Err(Disconnect::Closed(4401, "Your session or token has expired. Sign in again.".to_owned()));
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
                Err(Disconnect::Closed(4401, "Your session or token was revoked. Sign in again.".to_owned()))
            }
            Ok(true) | Err(_) => Ok(()),
        }
    }

    async fn on_message(
        &mut self,
        message: Message,
        at: Timestamp,
        instant: Instant,
    ) -> Result<(), Disconnect> {
        let checked = self.messages.check();
        if self.messages.is_flooded() {
            return Err(Disconnect::Closed(FLOODED, FLOODED_REASON.to_owned()));
        }
        // Pings and pongs count, but nothing answers them that could be refused.
        if let (Message::Text(_) | Message::Binary(_), Err(error)) = (&message, checked) {
            let id = read_id(&message.into_data());
            return self.refuse(id.as_deref(), &error).await;
        }
        match message {
            Message::Text(text) => self.on_text(&text, at).await,
            Message::Binary(bytes) => {
                let error = SiteError::bad_request("Send JSON as text, not as bytes.");
                self.refuse(read_id(&bytes).as_deref(), &error).await
            }
            Message::Pong(_) => {
                self.lag.on_pong(instant);
                if self.lag.needs_ping() { self.ping().await } else { Ok(()) }
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(Disconnect::Gone),
        }
    }

    async fn on_text(&mut self, text: &str, received: Timestamp) -> Result<(), Disconnect> {
        let command = match serde_json::from_str(text) {
            Ok(ClientMessage::Command { id, request }) => NewCommand { id, command: request },
            Ok(ClientMessage::Ping {}) => return self.send_message(&ServerMessage::Pong {}).await,
            Err(error) => {
                let message = format!("The message is invalid: {error}.");
                let id = read_id(text.as_bytes());
                return self.refuse(id.as_deref(), &SiteError::bad_request(message)).await;
            }
        };
        let lag = self.lag.lag();
        self.command_count += 1;
        let request_id = self.request_id.command(self.command_count);
        let execution = async {
            let account = self.viewer.require_command_scope(&command.command)?.id;
            self.site.games.execute(account, self.game, &command, received, lag, self.viewer.language).await
        };
        let execution = request_id::within(request_id.clone(), execution).instrument(self.site.span.clone());
        // Boxed, because most connections never send a command.
        let executed = self.frames.read_during(&mut self.socket, Box::pin(execution)).await;
        match executed {
            Ok(seq) => self.send_message(&ServerMessage::Done { id: &command.id, seq }).await,
            Err(error) => self.refuse(Some(&command.id), &error.with_request_id(Some(&request_id))).await,
        }
    }

    /// Sends who is present, if it has changed.
    async fn send_presence(&mut self) -> Result<(), Disconnect> {
        if self.state_mode == StateMode::Never {
            return Ok(());
        }
        let report = self.site.games.presence(self.game, self.viewer.id()).await?;
        let Some(present) = report.map(PresenceMessage::from) else { return Ok(()) };
        if self.last_presence.replace(present).is_some_and(|before| before.key() == present.key()) {
            return Ok(());
        }
        self.send_message(&ServerMessage::Present(present)).await
    }

    async fn refuse(&mut self, id: Option<&str>, error: &SiteError) -> Result<(), Disconnect> {
        self.send_message(&ServerMessage::Refused { id, error: error.body() }).await
    }

    async fn send_message(&mut self, message: &ServerMessage<'_>) -> Result<(), Disconnect> {
        self.send(Message::Text(message.to_text())).await
    }

    async fn ping(&mut self) -> Result<(), Disconnect> {
        self.lag.on_ping(Instant::now());
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Disconnect> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(Disconnect::Closed(1013, format!("Too slow. Resume after {}.", self.last_sent))),
        }
    }
}
