//! The engine as the one who is asked for games.

use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::{Color, Event, Game, Rules};
use engine::{Engine, Level, Limits, Options};

use super::connection::Connection;
use super::message::{Answer, Message, MessageFault, Reason, Request, VERSION, sendable};
use super::table::{back_to, end_for, message_of, move_of};
use super::{NAME, fits};
use crate::hub::read_position;

/// How the engine plays.
#[derive(Clone, Debug)]
pub struct Settings {
    /// By which rules; the protocol does not tell them.
    pub rules: Rules,
    /// How well.
    pub level: Level,
    /// The longest time for a move; games without a time limit take it.
    pub time: Duration,
    /// The engine's table and threads.
    pub options: Options,
}

/// Plays with one program after the other, as long as the listener can be listened to. `tell` hears what happens, for
/// people.
pub fn serve(listener: &TcpListener, settings: &Settings, mut tell: impl FnMut(&str)) -> io::Result<()> {
    fits(&settings.rules).map_err(io::Error::other)?;
    let mut engine = Engine::new(settings.options).map_err(io::Error::other)?;
    for stream in listener.incoming() {
        let served = stream.and_then(|stream| {
            // Each message is a move: it is not to wait for a second one.
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            serve_one(stream, settings, &mut engine, &mut tell)
        });
        // Who goes away in the middle of a message ends that connection only.
        if let Err(error) = served {
            tell(&format!("the connection is lost: {error}"));
        }
    }
    Ok(())
}

/// Who says nothing for so long has gone away, and holds up the others.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Plays with the program at the other end of a stream until it goes away.
pub fn serve_one(
    stream: impl Read + Write,
    settings: &Settings,
    engine: &mut Engine,
    tell: &mut impl FnMut(&str),
) -> io::Result<()> {
    let mut session = Session { connection: Connection::new(stream), settings, engine, table: None };
    while let Some(message) = session.connection.receive()? {
        match message {
            Ok(message) => session.obey(message, tell)?,
            Err(fault) => {
                session.complain(&fault.to_string(), tell)?;
                // Who asks for a game waits for an answer.
                if matches!(fault, MessageFault::Request(_)) {
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
    table: Option<Table>,
}

/// A game that is being played.
struct Table {
    game: Game,
    own: Color,
    /// Time for our moves; none: as long as the settings let us.
    clock: Option<Duration>,
    /// Moves to be made in that time; none: all.
    moves: Option<u32>,
    /// We have said that the game is over, and wait for the answer.
    ended: bool,
}

impl<S: Read + Write> Session<'_, S> {
    fn obey(&mut self, message: Message, tell: &mut impl FnMut(&str)) -> io::Result<()> {
        match message {
            Message::Request(request) => self.begin(&request, tell),
            Message::Move { from, to, captured, .. } => self.hear_move(from, to, &captured, tell),
            Message::Back { number, turn } => self.go_back(number, turn, tell),
            Message::End { reason, .. } => {
                // Who says it first is answered.
                if self.table.take().is_some_and(|table| !table.ended) {
                    tell(&format!("the other side ends the game: {reason}"));
                    self.connection.send(&Message::End { reason: Reason::Unknown, another: true })?;
                }
                Ok(())
            }
            Message::Chat(text) => {
                tell(&format!("the other side says: {}", sendable(&text, text.len())));
                Ok(())
            }
            Message::Answer { .. } | Message::BackAnswer(_) => {
                self.complain("nothing was asked that this could answer", tell)
            }
        }
    }

    /// Words are the protocol's only way to say what is wrong.
    fn complain(&mut self, reason: &str, tell: &mut impl FnMut(&str)) -> io::Result<()> {
        tell(reason);
        self.connection.send(&Message::Chat(reason.to_owned()))
    }

    fn begin(&mut self, request: &Request, tell: &mut impl FnMut(&str)) -> io::Result<()> {
        let rules = &self.settings.rules;
        let game = match &request.position {
            None => Ok(Game::new(rules)),
            Some(text) => read_position(rules, text).map(Game::from_position).map_err(|why| why.to_string()),
        };
        let game = match game {
            _ if request.version != VERSION => return self.answer(Answer::WrongVersion),
            Ok(game) if game.outcome().is_none() => game,
            Ok(_) => {
                self.complain("the game is over in this position", tell)?;
                return self.answer(Answer::NotThis);
            }
            Err(reason) => {
                self.complain(&reason, tell)?;
                return self.answer(Answer::NotThis);
            }
        };
        self.answer(Answer::Yes)?;
        self.engine.forget();
        self.table = Some(Table {
            game,
            own: request.follower,
            clock: (request.minutes > 0).then(|| Duration::from_secs(60 * u64::from(request.minutes))),
            moves: (request.moves > 0).then(|| u32::from(request.moves)),
            ended: false,
        });
        let name = sendable(&request.name, request.name.len());
        tell(&format!("a game with {name}; we play {}", request.follower));
        self.move_if_due(tell)
    }

    fn answer(&mut self, answer: Answer) -> io::Result<()> {
        self.connection.send(&Message::Answer { name: NAME.to_owned(), answer })
    }

    fn hear_move(
        &mut self,
        from: u8,
        to: u8,
        captured: &[u8],
        tell: &mut impl FnMut(&str),
    ) -> io::Result<()> {
        let Some(table) = self.table.as_mut().filter(|table| !table.ended) else {
            return self.complain("no game is being played: ask for one first", tell);
        };
        if table.game.position().turn() == table.own {
            return self.complain("it is not your turn", tell);
        }
        let side = !table.own;
        let played = move_of(&table.game, from, to, captured)
            .and_then(|m| table.game.apply(Event::of(&m, side)).map_err(|refusal| refusal.to_string()));
        match played {
            Ok(()) => self.move_if_due(tell),
            // The other side may send another move.
            Err(reason) => self.complain(&reason, tell),
        }
    }

    fn go_back(&mut self, number: u16, turn: Color, tell: &mut impl FnMut(&str)) -> io::Result<()> {
        let earlier = self.table.as_ref().and_then(|table| back_to(&table.game, number, turn));
        match (&mut self.table, earlier) {
            (Some(table), Some(game)) => {
                table.game = game;
                table.ended = false;
                self.connection.send(&Message::BackAnswer(0))?;
                self.move_if_due(tell)
            }
            _ => self.connection.send(&Message::BackAnswer(2)),
        }
    }

    /// Moves if it is our turn, and says so when the game is over.
    fn move_if_due(&mut self, tell: &mut impl FnMut(&str)) -> io::Result<()> {
        let Some(table) = &mut self.table else { return Ok(()) };
        if end_for(&table.game, table.own).is_none() && table.game.position().turn() == table.own {
            let start = Instant::now();
            let made = (table.game.turns().len() / 2) as u32;
            let moves = table.moves.map(|moves| moves.saturating_sub(made).max(1));
            let time = Some(self.settings.time);
            let limits = Limits { time, clock: table.clock, moves, ..Limits::default() };
            let (stop, seed) = (AtomicBool::new(false), table.game.position().hash());
            let Some(m) = self.engine.choose(&table.game, self.settings.level, limits, seed, &stop) else {
                return self.connection.send(&Message::End { reason: Reason::Unknown, another: true });
            };
            let used = start.elapsed();
            table.clock = table.clock.map(|clock| clock.saturating_sub(used));
            self.connection.send(&message_of(&table.game, &m, used.as_secs()))?;
            table.game.apply(Event::of(&m, table.own)).map_err(io::Error::other)?;
        }
        if let Some(reason) = end_for(&table.game, table.own)
            && !std::mem::replace(&mut table.ended, true)
        {
            tell(match reason {
                Reason::Won => "the game is over: we have won",
                Reason::Lost => "the game is over: we have lost",
                Reason::Draw | Reason::Unknown => "the game is over: nobody wins",
            });
            self.connection.send(&Message::End { reason, another: true })?;
        }
        Ok(())
    }
}
