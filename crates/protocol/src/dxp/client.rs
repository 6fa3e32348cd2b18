//! The client: asks another program for games.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use draughts::{Color, Game, Move, Rules};
use engine::Limits;

use super::connection::Connection;
use super::message::{Answer, Message, Request, VERSION};
use super::moves::{end_for, message_of, move_of};
use super::{NAME, fits};
use crate::client_error::ClientError;
use crate::notation::write_position;
use crate::reason::Reason;

/// How long the other side may take to answer what needs no search.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A connection to a program that plays by DXP.
pub struct Client {
    connection: Connection<TcpStream>,
    /// The name of the program, once it has accepted a game.
    name: String,
    /// How many moves of the game both sides know; `None`: no game is being played.
    known: Option<usize>,
    /// The side of this client.
    own: Color,
}

impl Drop for Client {
    fn drop(&mut self) {
        if self.known.is_some() {
            let _ = self.send(&Message::End { reason: Reason::Unknown, another: false });
        }
    }
}

impl Client {
    /// Connects to `host:port`.
    pub fn connect(address: &str, rules: &Rules) -> Result<Self, ClientError> {
        fits(rules)?;
        let failed = |source| ClientError::Start { target: address.to_owned(), source };
        // A name may stand for several addresses, and not all of them answer.
        let mut tried = Err(failed(io::ErrorKind::AddrNotAvailable.into()));
        for socket in address.to_socket_addrs().map_err(failed)? {
            tried = TcpStream::connect_timeout(&socket, TIMEOUT).map_err(failed);
            if tried.is_ok() {
                break;
            }
        }
        let stream = tried?;
        stream.set_nodelay(true).map_err(failed)?;
        Ok(Self {
            connection: Connection::new(stream),
            name: address.to_owned(),
            known: None,
            own: Color::White,
        })
    }

    /// Returns the name of the other side.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Ends the game: sends the last move, and how the game ended.
    pub fn end(&mut self, game: &Game) -> Result<(), ClientError> {
        let Some(known) = self.known else { return Ok(()) };
        self.send_missing(game, known)?;
        self.known = None;
        let reason = end_for(game, self.own).unwrap_or(Reason::Unknown);
        self.send(&Message::End { reason, another: true })?;
        // A program that searches on, or has gone away, is not waited for.
        while !matches!(self.receive(Duration::from_secs(2))?, Message::End { .. }) {}
        Ok(())
    }

    /// Sends the moves that the other side does not know yet.
    fn send_missing(&mut self, game: &Game, known: usize) -> Result<(), ClientError> {
        let missing = game.turns().iter().skip(known);
        let moves: Vec<Message> = missing.map(|turn| message_of(game, &turn.played, 0)).collect();
        moves.iter().try_for_each(|message| self.send(message))
    }

    /// Returns the move that the other side plays. The first time, asks it for a game that begins with this position.
    pub fn think(&mut self, game: &Game, limits: &Limits) -> Result<Move, ClientError> {
        match self.known {
            None => self.ask(game, limits)?,
            Some(known) => self.send_missing(game, known)?,
        }
        self.known = Some(game.turns().len());
        let time = limits.time.or(limits.clock).unwrap_or(Duration::from_secs(600)) + TIMEOUT;
        loop {
            match self.receive(time)? {
                Message::Move { from, to, captured, .. } => {
                    let m = move_of(game, from, to, &captured)?;
                    self.known = Some(game.turns().len() + 1);
                    return Ok(m);
                }
                Message::End { reason, .. } => {
                    self.known = None;
                    self.send(&Message::End { reason: Reason::Unknown, another: true })?;
                    return Err(ClientError::Ended(reason));
                }
                Message::Back { .. } => self.send(&Message::BackAnswer(2))?,
                _ => {}
            }
        }
    }

    fn ask(&mut self, game: &Game, limits: &Limits) -> Result<(), ClientError> {
        // The protocol knows only minutes for so many moves.
        let per_game = limits.clock.or(limits.time.map(|time| time * 75)).unwrap_or(Duration::from_secs(600));
        let request = Request {
            version: VERSION,
            name: NAME.to_owned(),
            follower: game.position().turn(),
            minutes: per_game.as_secs().div_ceil(60).clamp(1, 999) as u16,
            moves: if limits.clock.is_some() { 0 } else { 75 },
            position: Some(write_position(game.position())),
        };
        self.own = !request.follower;
        self.send(&Message::Request(request))?;
        let mut said = None;
        loop {
            match self.receive(TIMEOUT)? {
                Message::Answer { name, answer: Answer::Yes } => {
                    self.name = name;
                    return Ok(());
                }
                Message::Answer { answer, .. } => {
                    return Err(ClientError::Says(said.unwrap_or_else(|| format!("no game: {answer:?}"))));
                }
                Message::Chat(text) => said = Some(text),
                _ => {}
            }
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), ClientError> {
        self.connection.send(message).map_err(|_| ClientError::Silent("it has gone away"))
    }

    /// Returns the next message that can be understood.
    fn receive(&mut self, time: Duration) -> Result<Message, ClientError> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            let silent = |_| ClientError::Silent("it does not answer");
            self.connection.get_ref().set_read_timeout(Some(left)).map_err(silent)?;
            match self.connection.receive().map_err(silent)? {
                None => return Err(ClientError::Silent("it has gone away")),
                Some(Ok(message)) => return Ok(message),
                Some(Err(_)) => {}
            }
        }
    }
}
