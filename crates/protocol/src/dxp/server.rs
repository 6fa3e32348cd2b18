//! The server: plays games that other programs request.

use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::{Color, Game, Rules};
use engine::{Engine, Level, Limits, Options};

use super::connection::Connection;
use super::message::{AcceptCode, GameRequest, Message, MessageError, VERSION, printable};
use super::moves::{end_reason, move_message, read_move_message, take_back_to};
use super::{NAME, check_board};
use crate::end_reason::EndReason;
use crate::notation::read_position;
use crate::report::report;

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules, which the protocol does not transmit.
    pub rules: Rules,
    /// The strength of the engine.
    pub level: Level,
    /// The maximum time for a move.
    pub time: Duration,
    /// The options of the engine.
    pub options: Options,
}

/// Accepts connections one after the other, and plays the requested games. Calls `log` with messages for people.
pub fn serve(listener: &TcpListener, settings: &Settings, mut log: impl FnMut(&str)) -> io::Result<()> {
    check_board(&settings.rules).map_err(io::Error::other)?;
    let mut engine = Engine::new(settings.options).map_err(io::Error::other)?;
    for stream in listener.incoming() {
        let served = stream.and_then(|stream| {
            // Send each move at once.
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            serve_one(stream, settings, &mut engine, &mut log)
        });
        // An error ends only this connection.
        if let Err(error) = served {
            log(&format!("the connection is lost: {error}"));
        }
    }
    Ok(())
}

/// The maximum time between messages; a silent program would block others.
const TIMEOUT: Duration = Duration::from_secs(3600);

/// Plays games with the program at the other end of a stream until it disconnects.
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
            Err(error) => {
                session.reject(&report(&error), log)?;
                // A program that requests a game waits for an answer.
                if matches!(error, MessageError::GameRequest(_)) {
                    session.answer(AcceptCode::Decline)?;
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
    /// The side of the engine.
    own: Color,
    /// The time left on the clock of the engine; `None` if the game has no time control.
    clock: Option<Duration>,
    /// The number of moves to make in the time of the game; `None` for all.
    moves: Option<u32>,
    /// Whether the engine has ended the game and waits for the answer.
    ended: bool,
}

impl<S: Read + Write> Session<'_, S> {
    fn handle(&mut self, message: Message, log: &mut impl FnMut(&str)) -> io::Result<()> {
        match message {
            Message::GameRequest(request) => self.start_game(&request, log),
            Message::Move { from, to, captured, .. } => self.on_move(from, to, &captured, log),
            Message::BackRequest { number, turn } => self.on_take_back(number, turn, log),
            Message::GameEnd { reason, .. } => {
                // Answer, unless the engine has ended the game.
                if self.current.take().is_some_and(|current| !current.ended) {
                    log(&format!("the other side ends the game: {reason}"));
                    self.connection.send(&Message::GameEnd { reason: EndReason::Unknown, another: true })?;
                }
                Ok(())
            }
            Message::Chat(text) => {
                log(&format!("the other side says: {}", printable(&text, text.len())));
                Ok(())
            }
            Message::GameAccept { .. } | Message::BackAccept(_) => {
                self.reject("unexpected answer: nothing was requested", log)
            }
        }
    }

    /// Reports an error as a chat message, the only way of the protocol.
    fn reject(&mut self, reason: &str, log: &mut impl FnMut(&str)) -> io::Result<()> {
        log(reason);
        self.connection.send(&Message::Chat(reason.to_owned()))
    }

    fn start_game(&mut self, request: &GameRequest, log: &mut impl FnMut(&str)) -> io::Result<()> {
        let rules = &self.settings.rules;
        let game = match &request.position {
            None => Ok(Game::new(rules)),
            Some(text) => read_position(rules, text).map(Game::from_position),
        };
        let game = match game {
            _ if request.version != VERSION => return self.answer(AcceptCode::WrongVersion),
            Ok(game) if game.outcome().is_none() => game,
            Ok(_) => {
                self.reject("the game is over in this position", log)?;
                return self.answer(AcceptCode::Decline);
            }
            Err(error) => {
                self.reject(&report(&error), log)?;
                return self.answer(AcceptCode::Decline);
            }
        };
        self.answer(AcceptCode::Accept)?;
        self.engine.clear();
        self.current = Some(Current {
            game,
            own: request.follower,
            clock: (request.minutes > 0).then(|| Duration::from_secs(60 * u64::from(request.minutes))),
            moves: (request.moves > 0).then(|| u32::from(request.moves)),
            ended: false,
        });
        let name = printable(&request.name, request.name.len());
        log(&format!("game with {name} started; the engine plays {}", request.follower));
        self.move_if_due(log)
    }

    fn answer(&mut self, code: AcceptCode) -> io::Result<()> {
        self.connection.send(&Message::GameAccept { name: NAME.to_owned(), code })
    }

    fn on_move(&mut self, from: u8, to: u8, captured: &[u8], log: &mut impl FnMut(&str)) -> io::Result<()> {
        let Some(current) = self.current.as_mut().filter(|current| !current.ended) else {
            return self.reject("no game is being played: request one first", log);
        };
        if current.game.position().turn() == current.own {
            return self.reject("it is not your turn", log);
        }
        let played =
            read_move_message(&current.game, from, to, captured).and_then(|m| Ok(current.game.play(&m)?));
        match played {
            Ok(()) => self.move_if_due(log),
            // The other side can send another move.
            Err(error) => self.reject(&report(&error), log),
        }
    }

    fn on_take_back(&mut self, number: u16, turn: Color, log: &mut impl FnMut(&str)) -> io::Result<()> {
        let earlier = self.current.as_ref().and_then(|current| take_back_to(&current.game, number, turn));
        match (&mut self.current, earlier) {
            (Some(current), Some(game)) => {
                current.game = game;
                current.ended = false;
                self.connection.send(&Message::BackAccept(0))?;
                self.move_if_due(log)
            }
            _ => self.connection.send(&Message::BackAccept(2)),
        }
    }

    /// Plays a move if it is the turn of the engine, and ends the game if it is over.
    fn move_if_due(&mut self, log: &mut impl FnMut(&str)) -> io::Result<()> {
        let Some(current) = &mut self.current else { return Ok(()) };
        if end_reason(&current.game, current.own).is_none() && current.game.position().turn() == current.own {
            let start = Instant::now();
            let moves_made = (current.game.turns().len() / 2) as u32;
            let moves = current.moves.map(|moves| moves.saturating_sub(moves_made).max(1));
            let time = Some(self.settings.time);
            let limits =
                Limits { time, clock: current.clock, moves, is_game_move: true, ..Limits::default() };
            let (stop, seed) = (AtomicBool::new(false), current.game.position().zobrist_hash());
            let Some(m) = self.engine.choose(&current.game, self.settings.level, limits, seed, &stop) else {
                return self.connection.send(&Message::GameEnd { reason: EndReason::Unknown, another: true });
            };
            let used = start.elapsed();
            current.clock = current.clock.map(|clock| clock.saturating_sub(used));
            self.connection.send(&move_message(&current.game, &m, used.as_secs()))?;
            current.game.play(&m).map_err(io::Error::other)?;
        }
        if let Some(reason) = end_reason(&current.game, current.own)
            && !std::mem::replace(&mut current.ended, true)
        {
            log(match reason {
                EndReason::Won => "the game is over: the engine has won",
                EndReason::Lost => "the game is over: the engine has lost",
                EndReason::Draw | EndReason::Unknown => "the game is over: draw",
            });
            self.connection.send(&Message::GameEnd { reason, another: true })?;
        }
        Ok(())
    }
}
