//! A live connection to a game: what happens is told, commands are taken.
//!
//! Nothing is buffered for a slow reader. A connection knows the last event that it has told, hears how far the game has come,
//! and reads on from the log as fast as its reader takes it; one that takes nothing for too long is closed, and told where to
//! resume.

mod messages;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use draughts::Language;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval_at, timeout};
use tracing::Instrument;

use super::body::{Params, PathId};
use super::error::ApiError;
use super::eyes::Eyes;
use super::game_view::GameView;
use super::games::{CommandWish, EventView, carry_out, sees};
use super::viewer::Viewer;
use crate::bus::Topic;
use crate::id::{AccountId, GameId};
use crate::request::{self, RequestId};
use crate::site::{Site, closed};
use crate::table::{Seat, Table};
use crate::time::Timestamp;
use messages::{Beginning, Present, Said, Told, read_id};

/// Messages from clients are no longer than this.
const LONGEST: usize = 16 * 1024;
/// So often it is asked whether the client is still there.
const PING: Duration = Duration::from_secs(10);
/// For so long a reader may take nothing.
const PATIENCE: Duration = Duration::from_secs(10);
/// For so long it is waited for the other side to close, too.
const GOODBYE: Duration = Duration::from_millis(100);
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
    Params(beginning): Params<Beginning>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    // Whether there is such a game is told before there is a connection.
    site.hall.known(game).await?;
    // The usual buffers would take a hundred kilobytes for every spectator.
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0).max_message_size(LONGEST);
    let request = request::current().unwrap_or_else(RequestId::next);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _counted = site.metrics.fullness.one_more();
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

impl From<ApiError> for End {
    fn from(error: ApiError) -> Self {
        Self::Closed(INTERNAL, error.body().message.clone())
    }
}

impl Connection {
    fn new(
        site: Arc<Site>,
        mut viewer: Viewer,
        game: GameId,
        beginning: Beginning,
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
        let mut news = self.site.bus.listen(Topic::Game(self.game));
        let mut keys = self.viewer.id().map(|account| self.site.bus.listen(Topic::Keys(account)));
        let mut closing = self.site.closing.clone();
        let mut pings = interval_at(tokio::time::Instant::now() + PING, PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Where it stands is found out after the listening has begun: nothing is missed in between.
        let table = Box::pin(self.site.hall.table(self.game)).await.map_err(ApiError::from)?;
        let presence = self.site.hall.presence().clone();
        let mut comings = presence.listen(self.game);
        let player = self.viewer.id().filter(|viewer| table.terms().accounts().contains(viewer));
        let _here = player.map(|player| presence.arrive(self.game, player));
        let _watching = player.is_none().then(|| presence.watch(self.game));
        Box::pin(self.tell_news(table.seq(), true)).await?;
        drop(table);
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
                changed = news.changed() => {
                    changed.map_err(|_| End::Gone)?;
                    let until = *news.borrow_and_update();
                    Box::pin(self.tell_news(until, false)).await?;
                }
                // The other end is in the hall, which outlives the connection.
                _ = comings.changed() => Box::pin(self.tell_present()).await?,
                () = revoked(&mut keys) => Box::pin(self.check_key()).await?,
                () = closed(&mut closing) => {
                    let reason = format!("The site restarts. Resume after {}.", self.told);
                    return Err(End::Closed(1012, reason));
                }
                _ = pings.tick() => {
                    if self.pinged.is_some() {
                        return Err(End::Gone);
                    }
                    if self.viewer.has_expired(Timestamp::now()) {
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
                let error = ApiError::bad_request("Send JSON as text, not as bytes.");
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
        if let Err(too_often) = self.site.limits.request(self.viewer.address) {
            let id = read_id(text.as_bytes());
            return self.refuse(id.as_deref(), &too_often.into()).await;
        }
        let (id, request) = match serde_json::from_str(text) {
            Ok(Said::Command { id, request }) => (id, request),
            Ok(Said::Ping {}) => return self.tell(&Told::Pong {}).await,
            Err(error) => {
                let message = format!("The message cannot be used: {error}.");
                let id = read_id(text.as_bytes());
                return self.refuse(id.as_deref(), &ApiError::bad_request(message)).await;
            }
        };
        let wish = CommandWish { id, request };
        // The quickest: an answer that was late by chance must not count.
        let lag = self.lags.iter().flatten().min().copied().unwrap_or_default().min(MOST_LAG);
        // On the heap while it lasts: most connections only listen, and are small for it.
        self.commands += 1;
        let request = self.request.command(self.commands);
        let done = carry_out(&self.site, &self.viewer, self.game, &wish, lag);
        let done = request::within(request.clone(), done).instrument(self.site.span.clone());
        match Box::pin(done).await {
            Ok(done) => self.tell(&Told::Done { id: &wish.id, seq: done.seq }).await,
            Err(error) => self.refuse(Some(&wish.id), &error.signed(Some(&request))).await,
        }
    }

    /// Tells what has happened since it was last told, up to this event at least.
    async fn tell_news(&mut self, until: u64, first: bool) -> Result<(), End> {
        let hall = Arc::clone(&self.site.hall);
        let mut changed = first;
        while self.told < until {
            let news = hall.news(self.game, self.told, until).await.map_err(ApiError::from)?;
            let Some(last) = news.last() else { break };
            let last = last.seq;
            let table = hall.known(self.game).await.map_err(ApiError::from)?;
            let viewer = self.viewer.player();
            for news in news.iter().filter(|news| sees(&table, viewer, news)) {
                self.tell(&Told::Event(&EventView::of(news))).await?;
            }
            self.told = last;
            changed = true;
        }
        if changed && self.with_state {
            let game = Box::pin(state(&self.site, &self.viewer, self.game)).await?;
            self.tell(&Told::State { game: &game }).await?;
        }
        Ok(())
    }

    /// Tells who is here, if that has changed.
    async fn tell_present(&mut self) -> Result<(), End> {
        if !self.with_state {
            return Ok(());
        }
        let table = self.site.hall.known(self.game).await.map_err(ApiError::from)?;
        let players = table.terms().accounts();
        let Some(gathering) = self.site.hall.presence().gathering(self.game, &players) else {
            return Ok(());
        };
        // The computer is always here.
        let here = |seat: Seat| seat.account().is_none_or(|account| gathering.players.contains(&account));
        let seats = table.terms().seats();
        let (white, black) = (here(seats.white), here(seats.black));
        let abandoned_in = match opponent_of(&table, self.viewer.id()) {
            Some(opponent) => self.site.hall.abandoned_in(self.game, opponent, Timestamp::now()).await,
            None => None,
        };
        let abandoned_in = abandoned_in.map(|left| left.as_millis() as u64);
        let present = Present { white, black, spectators: gathering.spectators, abandoned_in };
        if self.present.replace(present).is_some_and(|before| before.who() == present.who()) {
            return Ok(());
        }
        self.tell(&Told::Present(present)).await
    }

    async fn refuse(&mut self, id: Option<&str>, error: &ApiError) -> Result<(), End> {
        self.tell(&Told::Refused { id, error: error.body() }).await
    }

    async fn tell(&mut self, told: &Told<'_>) -> Result<(), End> {
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

/// Closes a connection, and waits a little for the other side to do the same: who closes while something has come that was not
/// read cuts the line, and what was said last is lost.
pub(super) async fn say_goodbye(socket: &mut WebSocket, code: u16, reason: impl Into<Utf8Bytes>) {
    let frame = CloseFrame { code, reason: reason.into() };
    if let Ok(Ok(())) = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await {
        let _ = timeout(GOODBYE, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
    }
}

/// Returns the person against whom a player plays; none for spectators, and against the computer or oneself.
fn opponent_of(table: &Table, viewer: Option<AccountId>) -> Option<AccountId> {
    let [side] = table.sides_of(viewer?)[..] else { return None };
    table.terms().seats()[!side].account()
}

/// How a game stands, for whoever looks.
async fn state(site: &Site, viewer: &Viewer, game: GameId) -> Result<GameView, ApiError> {
    let stored = site.store.game(game).await?.ok_or_else(|| ApiError::nothing("game"))?;
    let table = site.hall.known(game).await?;
    GameView::of(site, &stored, &table, viewer.id(), Eyes::of(viewer)).await
}

/// Ends when keys of the viewer were revoked; never for who has none.
pub(super) async fn revoked(keys: &mut Option<watch::Receiver<u64>>) {
    match keys {
        Some(keys) => {
            if keys.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
        None => std::future::pending().await,
    }
}
