//! A live connection to a game: what happens is told, commands are taken.
//!
//! Nothing is buffered for a slow reader. A connection knows the last event that it has told, hears how far the game has come,
//! and reads on from the log as fast as its reader takes it; one that takes nothing for too long is closed, and told where to
//! resume.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::time::{MissedTickBehavior, interval_at, timeout};
use tracing::Instrument;

use super::ending::{PATIENCE, revoked, say_goodbye};
use super::messages::{ClientMessage, ConnectParams, Present, ServerMessage, read_id};
use crate::error::SiteError;
use crate::services::NewCommand;
use crate::site::{Site, closed};
use crate::views::event::{EventView, sees};
use crate::views::game::GameView;
use crate::web::body::{Params, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use bus::request_id::{self, RequestId};
use play::id::GameId;
use store::clock;
use texts::Language;

/// Messages from clients are no longer than this.
const LONGEST: usize = 16 * 1024;
/// So often it is asked whether the client is still there.
const PING: Duration = Duration::from_secs(10);
/// So many answers to pings are remembered.
const LAGS: usize = 3;
/// No more than this is made up for with one move: who pretends to be far away gains no more.
const MOST_LAG: Duration = Duration::from_millis(500);

/// The code of an end that is our fault.
const INTERNAL: u16 = 1011;

/// Connects to a game.
pub(super) async fn connect(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(game): PathId<GameId>,
    Params(beginning): Params<ConnectParams>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    // Whether there is such a game is told before there is a connection.
    site.games.known_table(game).await?;
    // The usual buffers would take a hundred kilobytes for every spectator.
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0).max_message_size(LONGEST);
    let request = request_id::current().unwrap_or_else(RequestId::next);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _counted = site.metrics.capacity.one_more();
        // The one who waits is small: what is needed only now and then is on the heap.
        Box::pin(Connection::new(site, viewer, game, beginning, request, socket).serve()).await;
    }))
}

struct Connection {
    site: Arc<Site>,
    viewer: Viewer,
    game: GameId,
    /// The last event that was told.
    told: u64,
    with_state: bool,
    /// The request with which it began, and how many commands came since.
    request: RequestId,
    commands: u64,
    socket: WebSocket,
    /// When the last ping was sent, if it is not answered.
    pinged: Option<Instant>,
    /// How long messages were under way, by the last answers to pings.
    lags: [Option<Duration>; LAGS],
    /// Who was here when it was last told.
    present: Option<Present>,
    /// The key may have been revoked, and it could not be asked.
    in_doubt: bool,
}

/// Why a connection ends.
enum End {
    /// The client has gone, or cannot be reached.
    Gone,
    /// The client is told why.
    Closed(u16, String),
}

impl From<axum::Error> for End {
    fn from(_: axum::Error) -> Self {
        Self::Gone
    }
}

impl From<SiteError> for End {
    fn from(error: SiteError) -> Self {
        Self::Closed(INTERNAL, error.body().message.clone())
    }
}

impl Connection {
    fn new(
        site: Arc<Site>,
        mut viewer: Viewer,
        game: GameId,
        beginning: ConnectParams,
        request: RequestId,
        socket: WebSocket,
    ) -> Self {
        viewer.language = beginning.language.map_or(viewer.language, Language::from);
        Self {
            site,
            viewer,
            game,
            told: beginning.after,
            with_state: beginning.state,
            request,
            commands: 0,
            socket,
            pinged: None,
            lags: [None; LAGS],
            present: None,
            in_doubt: false,
        }
    }

    async fn serve(mut self) {
        let end = match self.run().await {
            Ok(()) | Err(End::Gone) => None,
            Err(End::Closed(code, reason)) => Some((code, reason)),
        };
        if let Some((code, reason)) = end {
            if code == INTERNAL {
                let _node = self.site.span.enter();
                tracing::warn!(request = %self.request, game = %self.game, reason, "a live connection ends");
            }
            // A reason has 123 bytes at the most.
            let reason: String = reason.chars().take(100).collect();
            say_goodbye(&mut self.socket, code, reason).await;
        }
    }

    async fn run(&mut self) -> Result<(), End> {
        let mut keys = self.viewer.id().map(|account| self.site.accounts.subscribe_credentials(account));
        let mut closing = self.site.closing.clone();
        let mut pings = interval_at(tokio::time::Instant::now() + PING, PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut place = Box::pin(self.site.games.join(self.game, self.viewer.id())).await?;
        Box::pin(self.tell_news(place.seq, true)).await?;
        Box::pin(self.tell_present()).await?;
        if self.viewer.id().is_some() {
            self.ping().await?;
        }
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    None => return Err(End::Gone),
                    // What is left of a connection that broke off hears nothing of this.
                    Some(Err(_)) => {
                        let reason = format!("This cannot be read: a message has {LONGEST} bytes at the most.");
                        return Err(End::Closed(1009, reason));
                    }
                    Some(Ok(message)) => Box::pin(self.hear(message)).await?,
                },
                changed = place.events.changed() => {
                    changed.map_err(|_| End::Gone)?;
                    let until = *place.events.borrow_and_update();
                    Box::pin(self.tell_news(until, false)).await?;
                }
                // The other end is in the repository, which outlives the connection.
                _ = place.presence.changed() => Box::pin(self.tell_present()).await?,
                () = revoked(&mut keys) => Box::pin(self.check_key()).await?,
                () = closed(&mut closing) => {
                    let reason = format!("The site restarts. Resume after {}.", self.told);
                    return Err(End::Closed(1012, reason));
                }
                _ = pings.tick() => {
                    if self.pinged.is_some() {
                        return Err(End::Gone);
                    }
                    if self.viewer.has_expired(clock::now()) {
                        return Err(End::Closed(4401, "Your session or token has expired. Log in again.".to_owned()));
                    }
                    if self.in_doubt {
                        Box::pin(self.check_key()).await?;
                    }
                    Box::pin(self.tell_present()).await?;
                    self.ping().await?;
                }
            }
        }
    }

    /// Ends the connection of who is not let in any more. While the store does not answer nobody can do anything with a key,
    /// so nobody is sent away for that; it is asked again later.
    async fn check_key(&mut self) -> Result<(), End> {
        let let_in = self.viewer.is_still_let_in(&self.site).await;
        self.in_doubt = let_in.is_err();
        match let_in {
            Ok(false) => {
                Err(End::Closed(4401, "Your session or token was revoked. Log in again.".to_owned()))
            }
            Ok(true) | Err(_) => Ok(()),
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        match message {
            Message::Text(text) => self.answer(&text).await,
            Message::Binary(bytes) => {
                let error = SiteError::bad_request("Send JSON as text, not as bytes.");
                self.refuse(read_id(&bytes).as_deref(), &error).await
            }
            Message::Pong(_) => {
                if let Some(pinged) = self.pinged.take() {
                    self.lags.rotate_left(1);
                    self.lags[LAGS - 1] = Some(pinged.elapsed() / 2);
                }
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(End::Gone),
        }
    }

    async fn answer(&mut self, text: &str) -> Result<(), End> {
        if let Err(error) = self.site.admit(self.viewer.address) {
            let id = read_id(text.as_bytes());
            return self.refuse(id.as_deref(), &error).await;
        }
        let (id, request) = match serde_json::from_str(text) {
            Ok(ClientMessage::Command { id, request }) => (id, request),
            Ok(ClientMessage::Ping {}) => return self.tell(&ServerMessage::Pong {}).await,
            Err(error) => {
                let message = format!("The message cannot be used: {error}.");
                let id = read_id(text.as_bytes());
                return self.refuse(id.as_deref(), &SiteError::bad_request(message)).await;
            }
        };
        let command = NewCommand { id, request };
        // The quickest: an answer that was late by chance must not count.
        let lag = self.lags.iter().flatten().min().copied().unwrap_or_default().min(MOST_LAG);
        // On the heap while it lasts: most connections only listen, and are small for it.
        self.commands += 1;
        let request = self.request.command(self.commands);
        let done = async {
            let account = self.viewer.may_command(&command.request)?.id;
            self.site.games.command(account, self.game, &command, lag, self.viewer.language).await
        };
        let done = request_id::within(request.clone(), done).instrument(self.site.span.clone());
        match Box::pin(done).await {
            Ok(seq) => self.tell(&ServerMessage::Done { id: &command.id, seq }).await,
            Err(error) => self.refuse(Some(&command.id), &error.signed(Some(&request))).await,
        }
    }

    /// Tells what has happened since it was last told, up to this event at least.
    async fn tell_news(&mut self, until: u64, first: bool) -> Result<(), End> {
        let site = Arc::clone(&self.site);
        let mut changed = first;
        while self.told < until {
            let news = site.games.news(self.game, self.told, until).await?;
            let Some(last) = news.last() else { break };
            let last = last.seq;
            let table = site.games.known_table(self.game).await?;
            let viewer = self.viewer.player();
            for news in news.iter().filter(|news| sees(&table, viewer, news)) {
                self.tell(&ServerMessage::Event(&EventView::of(news))).await?;
            }
            self.told = last;
            changed = true;
        }
        if changed && self.with_state {
            let game = {
                let record = Box::pin(site.games.known(self.game)).await?;
                GameView::of(&record, self.viewer.id(), self.viewer.eyes())
            };
            self.tell(&ServerMessage::State { game: &game }).await?;
        }
        Ok(())
    }

    /// Tells who is here, if that has changed.
    async fn tell_present(&mut self) -> Result<(), End> {
        if !self.with_state {
            return Ok(());
        }
        let report = self.site.games.presence(self.game, self.viewer.id()).await?;
        let Some(present) = report.map(Present::from) else { return Ok(()) };
        if self.present.replace(present).is_some_and(|before| before.who() == present.who()) {
            return Ok(());
        }
        self.tell(&ServerMessage::Present(present)).await
    }

    async fn refuse(&mut self, id: Option<&str>, error: &SiteError) -> Result<(), End> {
        self.tell(&ServerMessage::Refused { id, error: error.body() }).await
    }

    async fn tell(&mut self, told: &ServerMessage<'_>) -> Result<(), End> {
        // What is told always has a JSON form.
        let text = serde_json::to_string(told).unwrap_or_default();
        self.send(Message::Text(text.into())).await
    }

    async fn ping(&mut self) -> Result<(), End> {
        self.pinged = Some(Instant::now());
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(End::Closed(1013, format!("Too slow. Resume after {}.", self.told))),
        }
    }
}
