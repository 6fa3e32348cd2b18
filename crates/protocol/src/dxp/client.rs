//! The client: requests games from another program.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use draughts::{Color, Game, Move, Rules};
use engine::Limits;

use super::connection::Connection;
use super::message::{AcceptCode, GameRequest, Message, VERSION};
use super::moves::{end_reason, move_message, read_move_message};
use super::{NAME, check_board};
use crate::client_error::ClientError;
use crate::end_reason::EndReason;
use crate::notation::write_position;

/// The maximum time for an answer that needs no search.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A connection to a program that plays by DXP.
pub struct Client {
    connection: Connection<TcpStream>,
    /// The name of the program, once it has accepted a game.
    name: String,
    /// The number of moves that both sides know; `None` if no game is being played.
    known_moves: Option<usize>,
    /// The side of this client.
    own: Color,
}

impl Drop for Client {
    fn drop(&mut self) {
        if self.known_moves.is_some() {
            let _ = self.send(&Message::GameEnd { reason: EndReason::Unknown, another: false });
        }
    }
}

impl Client {
    /// Connects to `host:port`.
    pub fn connect(address: &str, rules: &Rules) -> Result<Self, ClientError> {
        check_board(rules)?;
        let failed = |source| ClientError::Start { target: address.to_owned(), source };
        // A host name can have several addresses; use the first that answers.
        let mut connected = Err(failed(io::ErrorKind::AddrNotAvailable.into()));
        for socket in address.to_socket_addrs().map_err(failed)? {
            connected = TcpStream::connect_timeout(&socket, TIMEOUT).map_err(failed);
            if connected.is_ok() {
                break;
            }
        }
        let stream = connected?;
        stream.set_nodelay(true).map_err(failed)?;
        Ok(Self {
            connection: Connection::new(stream),
            name: address.to_owned(),
            known_moves: None,
            own: Color::White,
        })
    }

    /// Returns the name of the other side.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Ends the game: sends the missing moves and the result.
    pub fn end(&mut self, game: &Game) -> Result<(), ClientError> {
        let Some(known) = self.known_moves else { return Ok(()) };
        self.send_missing(game, known)?;
        self.known_moves = None;
        let reason = end_reason(game, self.own).unwrap_or(EndReason::Unknown);
        self.send(&Message::GameEnd { reason, another: true })?;
        // Wait only briefly: the other program may still be searching.
        while !matches!(self.receive(Duration::from_secs(2))?, Message::GameEnd { .. }) {}
        Ok(())
    }

    /// Sends the moves that the other side does not know yet.
    fn send_missing(&mut self, game: &Game, known: usize) -> Result<(), ClientError> {
        let missing = game.turns().iter().skip(known);
        let moves: Vec<Message> = missing.map(|turn| move_message(game, &turn.played, 0)).collect();
        moves.iter().try_for_each(|message| self.send(message))
    }

    /// Returns the move of the other side. If no game is being played, requests one from this position first.
    pub fn think(&mut self, game: &Game, limits: &Limits) -> Result<Move, ClientError> {
        match self.known_moves {
            None => self.request_game(game, limits)?,
            Some(known) => self.send_missing(game, known)?,
        }
        self.known_moves = Some(game.turns().len());
        let time = limits.time.or(limits.clock).unwrap_or(Duration::from_secs(600)) + TIMEOUT;
        loop {
            match self.receive(time)? {
                Message::Move { from, to, captured, .. } => {
                    let m = read_move_message(game, from, to, &captured)?;
                    self.known_moves = Some(game.turns().len() + 1);
                    return Ok(m);
                }
                Message::GameEnd { reason, .. } => {
                    self.known_moves = None;
                    self.send(&Message::GameEnd { reason: EndReason::Unknown, another: true })?;
                    return Err(ClientError::Ended(reason));
                }
                Message::BackRequest { .. } => self.send(&Message::BackAccept(2))?,
                _ => {}
            }
        }
    }

    fn request_game(&mut self, game: &Game, limits: &Limits) -> Result<(), ClientError> {
        // The protocol has only minutes for a number of moves: assume 75 moves.
        let per_game = limits.clock.or(limits.time.map(|time| time * 75)).unwrap_or(Duration::from_secs(600));
        let request = GameRequest {
            version: VERSION,
            name: NAME.to_owned(),
            follower: game.position().turn(),
            minutes: per_game.as_secs().div_ceil(60).clamp(1, 999) as u16,
            moves: if limits.clock.is_some() { 0 } else { 75 },
            position: Some(write_position(game.position())),
        };
        self.own = !request.follower;
        self.send(&Message::GameRequest(request))?;
        let mut reason = None;
        loop {
            match self.receive(TIMEOUT)? {
                Message::GameAccept { name, code: AcceptCode::Accept } => {
                    self.name = name;
                    return Ok(());
                }
                Message::GameAccept { code, .. } => {
                    return Err(ClientError::Reported(
                        reason.unwrap_or_else(|| format!("the game is declined: {code:?}")),
                    ));
                }
                Message::Chat(text) => reason = Some(text),
                _ => {}
            }
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), ClientError> {
        self.connection.send(message).map_err(|_| ClientError::NoResponse("the connection is closed"))
    }

    /// Receives the next valid message.
    fn receive(&mut self, time: Duration) -> Result<Message, ClientError> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            let timed_out = |_| ClientError::NoResponse("it does not answer in time");
            self.connection.get_ref().set_read_timeout(Some(left)).map_err(timed_out)?;
            match self.connection.receive().map_err(timed_out)? {
                None => return Err(ClientError::NoResponse("the connection is closed")),
                Some(Ok(message)) => return Ok(message),
                Some(Err(_)) => {}
            }
        }
    }
}
