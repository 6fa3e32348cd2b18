//! Hub 2 and Hub 1: a client controls an engine by lines of text.

mod client;
mod error;
mod hub1;
mod limits;
mod line;
mod params;
mod search_thread;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

pub use crate::notation::{read_move, read_position, write_move, write_position};
pub use client::Client;
pub use line::{Line, LineError};

use crate::notation::MoveError;
use crate::report::report;
use draughts::Game;
use engine::{Engine, Limits};
use error::HubError;
use params::Params;
use search_thread::{SearchMode, SearchTask, SearchThread};

/// Serves a client until the input ends or `quit` is received. Answers an invalid line with `error` and continues.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let (lines, outgoing) = mpsc::channel::<Line>();
    // A single thread writes, so that lines of the search and answers do not interleave.
    let is_hub1 = Arc::new(AtomicBool::new(false));
    let version = Arc::clone(&is_hub1);
    let writer = std::thread::spawn(move || write_all(&outgoing, &version, output));
    let mut session = Session {
        lines,
        params: Params::default(),
        engine: None,
        game: None,
        limits: Limits::default(),
        search: None,
        is_pondering: false,
        is_hub1,
        is_hub2: false,
    };
    for text in input.lines() {
        let text = text?;
        match session.parse(&text) {
            Ok(None) => {}
            Ok(Some(line)) if line.command == "quit" => {
                session.stop();
                break;
            }
            Ok(Some(line)) => {
                if let Err(error) = session.handle(&line) {
                    session.send(Line::new("error").with("message", report(&error)));
                }
            }
            Err(error) => session.send(Line::new("error").with("message", format!("{error}: {text}"))),
        }
    }
    session.end();
    drop(session);
    writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer thread panicked")))
}

fn write_all(lines: &mpsc::Receiver<Line>, is_hub1: &AtomicBool, mut output: impl Write) -> io::Result<()> {
    for line in lines {
        let text = if is_hub1.load(Ordering::Relaxed) { hub1::write(&line) } else { line.to_string() };
        writeln!(output, "{text}")?;
        output.flush()?;
    }
    Ok(())
}

struct Session {
    lines: mpsc::Sender<Line>,
    params: Params,
    engine: Option<Arc<Engine>>,
    game: Option<Game>,
    limits: Limits,
    search: Option<SearchThread>,
    /// Whether the search runs on the opponent's time.
    is_pondering: bool,
    /// Whether the client speaks Hub 1.
    is_hub1: Arc<AtomicBool>,
    /// Whether the client speaks Hub 2.
    is_hub2: bool,
}

impl Session {
    /// Sends a line. The receiver may be gone; ignore the error.
    fn send(&self, line: Line) {
        let _ = self.lines.send(line);
    }

    /// Parses a line of Hub 2, or translates one of Hub 1. Returns `None` for an empty line.
    fn parse(&mut self, text: &str) -> Result<Option<Line>, LineError> {
        let line = Line::parse(text);
        // Named arguments identify a client of Hub 2.
        let has_named = |line: &Line| line.arguments.iter().any(|(_, value)| value.is_some());
        self.is_hub2 |= matches!(&line, Ok(Some(line)) if has_named(line));
        let rules = self.params.rules().ok().filter(|_| !self.is_hub2);
        match rules.and_then(|rules| hub1::translate(text, &rules)) {
            Some(line) => {
                self.is_hub1.store(true, Ordering::Relaxed);
                Ok(Some(line))
            }
            None => line,
        }
    }

    fn handle(&mut self, line: &Line) -> Result<(), HubError> {
        if let Some(search) = self.search.take_if(|search| search.is_over()) {
            search.wait();
        }
        match line.command.as_str() {
            "hub" => self.send_introduction(),
            "ping" => self.send(Line::new("pong")),
            "stop" => self.stop(),
            "ponder-hit" => self.ponder_hit(),
            // Other commands are not allowed during a search.
            command if self.search.is_some() => {
                return Err(HubError::Searching { command: command.to_owned() });
            }
            "set-param" => {
                let name = line.value("name").ok_or(HubError::NoName)?;
                let options = self.params.options();
                self.params.set(name, line.value("value").unwrap_or(""))?;
                // A client that is ready does not expect the next search to allocate memory on its clock.
                if self.params.options() != options && self.engine.take().is_some() {
                    self.prepare_engine()?;
                }
            }
            "init" => {
                self.prepare_engine()?;
                self.send(Line::new("ready"));
            }
            "new-game" => self.prepare_engine()?,
            "pos" => {
                // After an invalid position, do not search the previous one.
                self.game = None;
                self.game = Some(self.position(line)?);
            }
            "level" => self.limits = limits::read(line)?,
            "time" if line.has("time") => self.limits.clock = limits::seconds(line, "time")?,
            "move" => self.play(line.value("move").unwrap_or(""))?,
            "go" => self.go(line)?,
            // Unknown commands are ignored.
            _ => {}
        }
        Ok(())
    }

    /// Answers `hub` with the name of the engine and its parameters.
    fn send_introduction(&self) {
        let id = Line::new("id").with("name", "Crownhead").with("version", env!("CARGO_PKG_VERSION"));
        self.send(id.with("author", "the Crownhead project"));
        for param in self.params.lines() {
            self.send(param);
        }
        self.send(Line::new("wait"));
    }

    /// Returns the engine; creates it on first use.
    fn engine(&mut self) -> Result<Arc<Engine>, HubError> {
        match &self.engine {
            Some(engine) => Ok(Arc::clone(engine)),
            None => {
                let engine = Arc::new(Engine::new(self.params.options())?);
                Ok(Arc::clone(self.engine.insert(engine)))
            }
        }
    }

    /// Prepares the engine for a new game, so that no memory is allocated while a clock runs. If the requested table is too
    /// large, sends an error and uses the default size: the client waits for the engine.
    fn prepare_engine(&mut self) -> Result<(), HubError> {
        if let Err(error) = self.engine() {
            self.send(Line::new("error").with("message", report(&error)));
            self.params.tt_size = Params::default().tt_size;
            self.engine()?;
        }
        // No search is running, so no other thread has the engine.
        if let Some(engine) = self.engine.as_mut().and_then(Arc::get_mut) {
            engine.clear();
        }
        Ok(())
    }

    /// Returns the game that a `pos` line describes: a position and the moves after it.
    fn position(&self, line: &Line) -> Result<Game, HubError> {
        let rules = self.params.rules()?;
        let mut game = match line.value("pos") {
            None => Game::new(&rules),
            Some(text) => Game::from_position(read_position(&rules, text)?),
        };
        let moves = line.value("moves").unwrap_or("").split_whitespace();
        for (i, text) in moves.enumerate() {
            play(&mut game, text).map_err(|source| HubError::EarlierMove { number: i + 1, source })?;
        }
        Ok(game)
    }

    /// Plays a move in the game (Hub 1).
    fn play(&mut self, text: &str) -> Result<(), HubError> {
        let game = self.game.as_mut().ok_or(HubError::NoPosition)?;
        Ok(play(game, text)?)
    }

    fn go(&mut self, line: &Line) -> Result<(), HubError> {
        let game = self.game.clone().ok_or(HubError::NoPosition)?;
        if game.legal_moves().is_empty() {
            return Err(HubError::GameOver);
        }
        self.is_pondering = line.has("ponder");
        let mode = if self.is_pondering {
            SearchMode::Ponder
        } else if line.has("analyze") {
            SearchMode::Analysis(self.limits)
        } else {
            SearchMode::Move(self.limits)
        };
        let task = SearchTask { engine: self.engine()?, game, level: self.params.level, mode };
        self.search = Some(SearchThread::start(task, self.lines.clone()));
        Ok(())
    }

    fn stop(&mut self) {
        self.is_pondering = false;
        if let Some(search) = self.search.take() {
            search.stop();
        }
    }

    /// Continues the search on the engine's own time, after the opponent has played the expected move.
    fn ponder_hit(&mut self) {
        if std::mem::take(&mut self.is_pondering)
            && let Some(search) = &self.search
        {
            search.ponder_hit(self.limits);
        }
    }

    /// Ends the session: waits for a search that ends by itself, and stops any other.
    fn end(&mut self) {
        if let Some(search) = self.search.take() {
            let is_limited = self.limits != Limits::default() && !self.is_pondering;
            if is_limited { search.wait() } else { search.stop() }
        }
    }
}

/// Parses a move and plays it.
fn play(game: &mut Game, text: &str) -> Result<(), MoveError> {
    let m = read_move(game, text)?;
    Ok(game.play(&m)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        Session {
            lines: mpsc::channel().0,
            params: Params { tt_size: 1, ..Params::default() },
            engine: None,
            game: None,
            limits: Limits::default(),
            search: None,
            is_pondering: false,
            is_hub1: Arc::default(),
            is_hub2: true,
        }
    }

    #[test]
    fn the_table_is_allocated_before_the_clock_runs() {
        let mut session = session();
        let mut handle = |text: &str| {
            let line = Line::parse(text).expect("a line").expect("not empty");
            session.handle(&line).expect("a valid command");
            session.engine.as_ref().map(Arc::as_ptr)
        };
        let engine = handle("init");
        assert!(engine.is_some());
        for text in
            ["new-game", "pos", "level depth=2", "go", "stop", "set-param name=level value=7", "new-game"]
        {
            assert_eq!(handle(text), engine, "{text} keeps the allocation");
        }
        let larger = handle("set-param name=tt-size value=2");
        assert!(larger.is_some(), "before the next `go`");
        assert_eq!(handle("go"), larger);
    }
}
