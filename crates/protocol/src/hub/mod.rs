//! Hub 2: a program on one side, our engine on the other, a line at a time. Hub 1 is understood too.

mod client;
mod first;
mod limits;
mod line;
mod params;
mod text;
mod thinker;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

pub use client::Client;
pub use line::{Line, LineFault};
pub use text::{TextFault, read_move, read_position, write_move, write_position};

use draughts::{Event, Game};
use engine::{Engine, Limits};
use params::Params;
use thinker::{Task, Thinker};

const NO_POSITION: &str = "send a position first: pos pos=W...";

/// Answers until the input ends or says `quit`. A line that cannot be used gets an `error`, and the session goes on.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let (lines, outgoing) = mpsc::channel::<Line>();
    // One thread writes, so that lines of the search and answers never mix.
    let is_first = Arc::new(AtomicBool::new(false));
    let version = Arc::clone(&is_first);
    let writer = std::thread::spawn(move || write_all(&outgoing, &version, output));
    let mut session = Session {
        lines,
        params: Params::default(),
        engine: None,
        game: None,
        limits: Limits::default(),
        thinker: None,
        pondering: false,
        is_first,
        is_second: false,
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
                if let Err(reason) = session.obey(&line) {
                    session.say(Line::new("error").with("message", reason));
                }
            }
            Err(fault) => session.say(Line::new("error").with("message", format!("{fault}: {text}"))),
        }
    }
    session.end();
    drop(session);
    writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer failed")))
}

fn write_all(lines: &mpsc::Receiver<Line>, is_first: &AtomicBool, mut output: impl Write) -> io::Result<()> {
    for line in lines {
        let text = if is_first.load(Ordering::Relaxed) { first::write(&line) } else { line.to_string() };
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
    thinker: Option<Thinker>,
    /// The search goes on in the opponent's time.
    pondering: bool,
    /// The program speaks Hub 1.
    is_first: Arc<AtomicBool>,
    /// The program speaks Hub 2.
    is_second: bool,
}

impl Session {
    /// Sends a line; who listens no more does not want to know.
    fn say(&self, line: Line) {
        let _ = self.lines.send(line);
    }

    fn parse(&mut self, text: &str) -> Result<Option<Line>, LineFault> {
        let line = Line::parse(text);
        // Who has shown to speak Hub 2 is taken at that.
        let named = |line: &Line| line.arguments.iter().any(|(_, value)| value.is_some());
        self.is_second |= matches!(&line, Ok(Some(line)) if named(line));
        let rules = self.params.rules().ok().filter(|_| !self.is_second);
        match rules.and_then(|rules| first::translate(text, &rules)) {
            Some(line) => {
                self.is_first.store(true, Ordering::Relaxed);
                Ok(Some(line))
            }
            None => line,
        }
    }

    fn obey(&mut self, line: &Line) -> Result<(), String> {
        if let Some(thinker) = self.thinker.take_if(|thinker| thinker.is_over()) {
            thinker.wait();
        }
        match line.command.as_str() {
            "hub" => self.introduce(),
            "ping" => self.say(Line::new("pong")),
            "stop" => self.stop(),
            "ponder-hit" => self.ponder_hit()?,
            // During a search nothing else is to come.
            command if self.thinker.is_some() => {
                return Err(format!("{command} cannot be obeyed during a search; send stop first"));
            }
            "set-param" => {
                let name = line.value("name").ok_or("set-param needs a name")?;
                self.params.set(name, line.value("value").unwrap_or(""))?;
                self.engine = None;
            }
            "init" => {
                if let Err(reason) = self.init() {
                    // Who has asked for too much gets what is usual, and a program that waits is not left waiting.
                    self.say(Line::new("error").with("message", reason));
                    self.params.mebibytes = Params::default().mebibytes;
                    self.init()?;
                }
                self.say(Line::new("ready"));
            }
            "new-game" => self.engine = None,
            "pos" => {
                // After one that cannot be used, the last one is not meant either.
                self.game = None;
                self.game = Some(self.position(line)?);
            }
            "level" => self.limits = limits::read(line)?,
            "time" if line.has("time") => self.limits.clock = limits::seconds(line, "time")?,
            "move" => self.play(line.value("move").unwrap_or(""))?,
            "go" => self.go(line)?,
            // What is not known is passed over.
            _ => {}
        }
        Ok(())
    }

    fn introduce(&self) {
        let id = Line::new("id").with("name", "Crownhead").with("version", env!("CARGO_PKG_VERSION"));
        self.say(id.with("author", "the Crownhead project"));
        for param in self.params.lines() {
            self.say(param);
        }
        self.say(Line::new("wait"));
    }

    /// The engine, made when it is first needed.
    fn init(&mut self) -> Result<Arc<Engine>, String> {
        match &self.engine {
            Some(engine) => Ok(Arc::clone(engine)),
            None => {
                let engine = Arc::new(Engine::new(self.params.options()).map_err(|error| error.to_string())?);
                Ok(Arc::clone(self.engine.insert(engine)))
            }
        }
    }

    fn position(&self, line: &Line) -> Result<Game, String> {
        let rules = self.params.rules()?;
        let mut game = match line.value("pos") {
            None => Game::new(&rules),
            Some(text) => {
                Game::from_position(read_position(&rules, text).map_err(|fault| fault.to_string())?)
            }
        };
        let moves = line.value("moves").unwrap_or("").split_whitespace();
        for (i, text) in moves.enumerate() {
            let not_legal = |reason| TextFault::NotLegal(i + 1, reason).to_string();
            let m = read_move(&game, text).map_err(not_legal)?;
            let side = game.position().turn();
            game.apply(Event::of(&m, side)).map_err(|refusal| not_legal(refusal.to_string()))?;
        }
        Ok(game)
    }

    /// A move is added to the game, as Hub 1 has it.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let game = self.game.as_mut().ok_or(NO_POSITION)?;
        let m = read_move(game, text)?;
        let side = game.position().turn();
        game.apply(Event::of(&m, side)).map_err(|refusal| refusal.to_string())
    }

    fn go(&mut self, line: &Line) -> Result<(), String> {
        let endless = line.has("ponder") || line.has("analyze") && self.limits == Limits::default();
        self.pondering = line.has("ponder");
        self.think(if line.has("ponder") { Limits::default() } else { self.limits }, endless)
    }

    fn think(&mut self, limits: Limits, patient: bool) -> Result<(), String> {
        let game = self.game.clone().ok_or(NO_POSITION)?;
        if game.legal_moves().is_empty() {
            return Err("the game is over in this position".to_owned());
        }
        let task = Task { engine: self.init()?, game, level: self.params.level, limits, patient };
        self.thinker = Some(Thinker::begin(task, self.lines.clone()));
        Ok(())
    }

    fn stop(&mut self) {
        self.pondering = false;
        if let Some(thinker) = self.thinker.take() {
            thinker.stop();
        }
    }

    /// The opponent played what was expected: the search goes on in our own time. What pondering found out is in the
    /// table, so the search that follows begins where it was.
    fn ponder_hit(&mut self) -> Result<(), String> {
        if !std::mem::take(&mut self.pondering) {
            return Ok(());
        }
        // Exactly one `done` is to come, that of the search that follows.
        if let Some(thinker) = self.thinker.take() {
            thinker.stop_silently();
        }
        self.think(self.limits, false)
    }

    /// The input has ended: a search with an end of its own is waited for, another is stopped.
    fn end(&mut self) {
        if let Some(thinker) = self.thinker.take() {
            let ends = self.limits != Limits::default() && !self.pondering;
            if ends { thinker.wait() } else { thinker.stop() }
        }
    }
}
