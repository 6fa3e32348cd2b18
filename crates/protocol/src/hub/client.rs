//! The client: uses an engine of another program.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use draughts::{Game, Move, Rules};
use engine::Limits;

use super::limits;
use super::line::Line;
use super::params::name_for_others;
use crate::client_error::ClientError;
use crate::notation::{MoveError, read_move, write_move, write_position};

/// How long an engine may take to answer what needs no search.
const TIMEOUT: Duration = Duration::from_secs(30);

/// An engine that runs as a program of its own and speaks Hub.
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
    /// The name that the engine gives itself.
    name: String,
}

impl Client {
    /// Starts an engine, a program and its arguments, and prepares it for these rules.
    pub fn start(command: &str, rules: &Rules) -> Result<Self, ClientError> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or(ClientError::NoProgram)?;
        let failed = |source| ClientError::Start { target: program.to_owned(), source };
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(io::Error::other("it has no input and output")));
        };
        let (sender, lines) = mpsc::channel();
        // A thread of its own reads, so that a silent engine does not block the caller.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut client = Self { child, input, lines, name: program.to_owned() };
        client.make_ready(rules)?;
        Ok(client)
    }

    fn make_ready(&mut self, rules: &Rules) -> Result<(), ClientError> {
        self.send(&Line::new("hub"))?;
        let mut has_variants = false;
        loop {
            let line = self.receive(TIMEOUT, "it does not answer hub")?;
            match line.command.as_str() {
                "wait" => break,
                "id" => self.name = line.value("name").unwrap_or(&self.name).to_owned(),
                "param" => has_variants |= line.value("name") == Some("variant"),
                _ => {}
            }
        }
        let variant = name_for_others(&rules.rule_set().id);
        if has_variants {
            self.send(&Line::new("set-param").with("name", "variant").with("value", variant))?;
        }
        self.send(&Line::new("init"))?;
        while self.receive(TIMEOUT, "it does not get ready")?.command != "ready" {}
        Ok(())
    }

    /// Returns the name that the engine gives itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Begins a new game.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send(&Line::new("new-game"))
    }

    /// Returns the move that the engine plays in a game.
    pub fn think(&mut self, game: &Game, limits: &Limits) -> Result<Move, ClientError> {
        let rules = game.rules();
        let moves: Vec<String> = game.turns().iter().map(|turn| write_move(rules, &turn.played)).collect();
        let position = Line::new("pos").with("pos", write_position(game.start()));
        self.send(&if moves.is_empty() { position } else { position.with("moves", moves.join(" ")) })?;
        self.send(&limits::write(limits))?;
        self.send(&Line::new("go").flag("think"))?;
        let time = limits.time.or(limits.clock).unwrap_or(Duration::from_secs(600));
        loop {
            let line = self.receive(time + TIMEOUT, "it does not find a move")?;
            if line.command == "done" {
                let text = line.value("move").unwrap_or("");
                let m = read_move(game, text)?;
                // The answer must be playable here.
                game.clone().play(&m).map_err(MoveError::Refused)?;
                return Ok(m);
            }
        }
    }

    fn send(&mut self, line: &Line) -> Result<(), ClientError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::Silent("it has ended"))
    }

    /// Returns the next line that can be parsed; ignores noise.
    fn receive(&self, time: Duration, silent: &'static str) -> Result<Line, ClientError> {
        loop {
            let text = self.lines.recv_timeout(time).map_err(|_| ClientError::Silent(silent))?;
            match Line::parse(&text) {
                Ok(Some(line)) if line.command == "error" => {
                    return Err(ClientError::Says(line.value("message").unwrap_or("error").to_owned()));
                }
                Ok(Some(line)) => return Ok(line),
                Ok(None) | Err(_) => {}
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.send(&Line::new("quit"));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
