//! The other side: we ask another program for games.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use draughts::{Game, Move, Rules};
use engine::Limits;

use super::connection::Connection;
use super::message::{Answer, Message, Reason, Request, VERSION};
use super::table::{message_of, move_of};
use super::{NAME, fits};
use crate::ClientError;
use crate::hub::write_position;

/// How long the other side may take to answer what needs no thought.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that listens somewhere and plays by DXP.
pub struct Client {
    connection: Connection<TcpStream>,
    /// What it calls itself, once it has accepted a game.
    name: String,
    /// How many moves of the game both sides know; none: no game is being played.
    known: Option<usize>,
}

impl Client {
    /// Connects to `host:port`.
    pub fn connect(address: &str, rules: &Rules) -> Result<Self, ClientError> {
        fits(rules).map_err(ClientError::Start)?;
        let failed = |error: std::io::Error| ClientError::Start(format!("{address}: {error}"));
        let mut addresses = address.to_socket_addrs().map_err(failed)?;
        let first = addresses.next().ok_or_else(|| ClientError::Start(format!("{address} is nowhere")))?;
        let stream = TcpStream::connect_timeout(&first, PATIENCE).map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        Ok(Self { connection: Connection::new(stream), name: address.to_owned(), known: None })
    }

    /// What the other side calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new game begins; one that is being played ends.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        if self.known.take().is_some() {
            self.send(&Message::End { reason: Reason::Unknown, another: true })?;
            while !matches!(self.receive(PATIENCE)?, Message::End { .. }) {}
        }
        Ok(())
    }

    /// The move that the other side plays. The first time, it is asked for a game that begins with this position.
    pub fn think(&mut self, game: &Game, limits: &Limits) -> Result<Move, ClientError> {
        match self.known {
            None => self.ask(game, limits)?,
            Some(known) => {
                let missing = game.turns().iter().skip(known);
                let moves: Vec<Message> = missing.map(|turn| message_of(game, &turn.played, 0)).collect();
                moves.iter().try_for_each(|message| self.send(message))?;
            }
        }
        let time = limits.time.or(limits.clock).unwrap_or(Duration::from_secs(600)) + PATIENCE;
        loop {
            match self.receive(time)? {
                Message::Move { from, to, captured, .. } => {
                    let m = move_of(game, from, to, &captured).map_err(ClientError::Illegal)?;
                    self.known = Some(game.turns().len() + 1);
                    return Ok(m);
                }
                Message::End { .. } => {
                    self.known = None;
                    self.send(&Message::End { reason: Reason::Unknown, another: true })?;
                    return Err(ClientError::Says("the game is over".to_owned()));
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
        self.send(&Message::Request(request))?;
        let mut said = None;
        loop {
            match self.receive(PATIENCE)? {
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

    /// The next message that can be understood.
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
