//! The server: other programs ask the engine for games.

use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::{Color, Game, Rules};
use engine::{Engine, Level, Limits, Options};

use super::connection::Connection;
use super::message::{Answer, Message, MessageError, Request, VERSION, sendable};
use super::moves::{back_to, end_for, message_of, move_of};
use super::{NAME, fits};
use crate::notation::read_position;
use crate::reason::Reason;
use crate::report::report;

/// How the engine plays.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules, which the protocol does not name.
    pub rules: Rules,
    /// The strength of the engine.
    pub level: Level,
    /// The longest time for a move; games without a time limit take it.
    pub time: Duration,
    /// The table and the threads of the engine.
    pub options: Options,
}

/// Plays with one program after the other for as long as the listener lives. Calls `log` with what happens, for people.
pub fn serve(listener: &TcpListener, settings: &Settings, mut log: impl FnMut(&str)) -> io::Result<()> {
    fits(&settings.rules).map_err(io::Error::other)?;
    let mut engine = Engine::new(settings.options).map_err(io::Error::other)?;
    for stream in listener.incoming() {
        let served = stream.and_then(|stream| {
            // Each message is a move: it must not wait for a second one.
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            serve_one(stream, settings, &mut engine, &mut log)
        });
        // A program that goes away in the middle of a message ends its own connection only.
        if let Err(error) = served {
            log(&format!("the connection is lost: {error}"));
        }
    }
    Ok(())
}

/// A program that is silent for this long has gone away, and holds up the others.
const TIMEOUT: Duration = Duration::from_secs(3600);

/// Plays with the program at the other end of a stream until it goes away.
pub fn serve_one(
    stream: impl Read + Write,
    settings: &Settings,
    engine: &mut Engine,
    log: &mut impl FnMut(&str),
) -> io::Result<()> {
    let mut session = Session { connection: Connection::new(stream), settings, engine, current: None };
    while let Some(message) = session.connection.receive()? {
        match message {
            Ok(message) => session.handle(message, log)?,
            Err(fault) => {
                session.reject(&report(&fault), log)?;
                // A program that asks for a game waits for an answer.
                if matches!(fault, MessageError::Request(_)) {
                    session.answer(Answer::NotThis)?;
                }
            }
        }
    }
    Ok(())
}

struct Session<'s, S> {
    connection: Connection<S>,
    settings: &'s Settings,
    engine: &'s mut Engine,
    current: Option<Current>,
}

/// The game that is being played.
struct Current {
    game: Game,
    own: Color,
    /// The time left for our moves; `None`: the settings limit each move.
    clock: Option<Duration>,
    /// The moves to be made in that time; `None`: all.
    moves: Option<u32>,
    /// Whether we have ended the game, and wait for the answer.
    ended: bool,
}

impl<S: Read + Write> Session<'_, S> {
    fn handle(&mut self, message: Message, log: &mut impl FnMut(&str)) -> io::Result<()> {
        match message {
            Message::Request(request) => self.begin(&request, log),
            Message::Move { from, to, captured, .. } => self.on_move(from, to, &captured, log),
            Message::Back { number, turn } => self.go_back(number, turn, log),
            Message::End { reason, .. } => {
                // The first to end the game is answered.
                if self.current.take().is_some_and(|current| !current.ended) {
                    log(&format!("the other side ends the game: {reason}"));
                    self.connection.send(&Message::End { reason: Reason::Unknown, another: true })?;
                }
                Ok(())
            }
            Message::Chat(text) => {
                log(&format!("the other side says: {}", sendable(&text, text.len())));
                Ok(())
            }
            Message::Answer { .. } | Message::BackAnswer(_) => {
                self.reject("nothing was asked that this could answer", log)
            }
        }
    }

    /// Says what is wrong in a chat message, the only way that the protocol has.
    fn reject(&mut self, reason: &str, log: &mut impl FnMut(&str)) -> io::Result<()> {
        log(reason);
        self.connection.send(&Message::Chat(reason.to_owned()))
    }

    fn begin(&mut self, request: &Request, log: &mut impl FnMut(&str)) -> io::Result<()> {
        let rules = &self.settings.rules;
        let game = match &request.position {
            None => Ok(Game::new(rules)),
            Some(text) => read_position(rules, text).map(Game::from_position),
        };
        let game = match game {
            _ if request.version != VERSION => return self.answer(Answer::WrongVersion),
            Ok(game) if game.outcome().is_none() => game,
            Ok(_) => {
                self.reject("the game is over in this position", log)?;
                return self.answer(Answer::NotThis);
            }
            Err(error) => {
                self.reject(&report(&error), log)?;
                return self.answer(Answer::NotThis);
            }
        };
        self.answer(Answer::Yes)?;
        self.engine.clear();
        self.current = Some(Current {
            game,
            own: request.follower,
            clock: (request.minutes > 0).then(|| Duration::from_secs(60 * u64::from(request.minutes))),
            moves: (request.moves > 0).then(|| u32::from(request.moves)),
            ended: false,
        });
        let name = sendable(&request.name, request.name.len());
        log(&format!("a game with {name}; we play {}", request.follower));
        self.move_if_due(log)
    }

    fn answer(&mut self, answer: Answer) -> io::Result<()> {
        self.connection.send(&Message::Answer { name: NAME.to_owned(), answer })
    }

    fn on_move(&mut self, from: u8, to: u8, captured: &[u8], log: &mut impl FnMut(&str)) -> io::Result<()> {
        let Some(current) = self.current.as_mut().filter(|current| !current.ended) else {
            return self.reject("no game is being played: ask for one first", log);
        };
        if current.game.position().turn() == current.own {
            return self.reject("it is not your turn", log);
        }
        let played = move_of(&current.game, from, to, captured).and_then(|m| Ok(current.game.play(&m)?));
        match played {
            Ok(()) => self.move_if_due(log),
            // The other side may send another move.
            Err(error) => self.reject(&report(&error), log),
        }
    }

    fn go_back(&mut self, number: u16, turn: Color, log: &mut impl FnMut(&str)) -> io::Result<()> {
        let earlier = self.current.as_ref().and_then(|current| back_to(&current.game, number, turn));
        match (&mut self.current, earlier) {
            (Some(current), Some(game)) => {
                current.game = game;
                current.ended = false;
                self.connection.send(&Message::BackAnswer(0))?;
                self.move_if_due(log)
            }
            _ => self.connection.send(&Message::BackAnswer(2)),
        }
    }

    /// Moves if it is our turn, and says so when the game is over.
    fn move_if_due(&mut self, log: &mut impl FnMut(&str)) -> io::Result<()> {
        let Some(current) = &mut self.current else { return Ok(()) };
        if end_for(&current.game, current.own).is_none() && current.game.position().turn() == current.own {
            let start = Instant::now();
            let made = (current.game.turns().len() / 2) as u32;
            let moves = current.moves.map(|moves| moves.saturating_sub(made).max(1));
            let time = Some(self.settings.time);
            let limits = Limits { time, clock: current.clock, moves, ..Limits::default() };
            let (stop, seed) = (AtomicBool::new(false), current.game.position().zobrist_hash());
            let Some(m) = self.engine.choose(&current.game, self.settings.level, limits, seed, &stop) else {
                return self.connection.send(&Message::End { reason: Reason::Unknown, another: true });
            };
            let used = start.elapsed();
            current.clock = current.clock.map(|clock| clock.saturating_sub(used));
            self.connection.send(&message_of(&current.game, &m, used.as_secs()))?;
            current.game.play(&m).map_err(io::Error::other)?;
        }
        if let Some(reason) = end_for(&current.game, current.own)
            && !std::mem::replace(&mut current.ended, true)
        {
            log(match reason {
                Reason::Won => "the game is over: we have won",
                Reason::Lost => "the game is over: we have lost",
                Reason::Draw | Reason::Unknown => "the game is over: nobody wins",
            });
            self.connection.send(&Message::End { reason, another: true })?;
        }
        Ok(())
    }
}
