//! The client: uses an engine of another program.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use draughts::{Game, Move, Rules};
use engine::Limits;

use super::limits;
use super::line::Line;
use super::params::variant_name;
use crate::client_error::ClientError;
use crate::notation::{MoveError, read_move, write_move, write_position};

/// The maximum time for an answer that needs no search.
const TIMEOUT: Duration = Duration::from_secs(30);

/// An engine in another process that speaks Hub.
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
    /// The name of the engine, from its `id` line.
    name: String,
}

impl Client {
    /// Starts an engine by its command line and initialises it for a rule set.
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
            return Err(failed(io::Error::other("the process has no input or output")));
        };
        let (sender, lines) = mpsc::channel();
        // A separate thread reads, so that a read from a silent engine can time out.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut client = Self { child, input, lines, name: program.to_owned() };
        client.initialise(rules)?;
        Ok(client)
    }

    fn initialise(&mut self, rules: &Rules) -> Result<(), ClientError> {
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
        let variant = variant_name(&rules.rule_set().id);
        if has_variants {
            self.send(&Line::new("set-param").with("name", "variant").with("value", variant))?;
        }
        self.send(&Line::new("init"))?;
        while self.receive(TIMEOUT, "it does not answer init")?.command != "ready" {}
        Ok(())
    }

    /// Returns the name of the engine.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Starts a new game.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send(&Line::new("new-game"))
    }

    /// Returns the move of the engine in a game.
    pub fn think(&mut self, game: &Game, limits: &Limits) -> Result<Move, ClientError> {
        let rules = game.rules();
        let moves: Vec<String> = game.turns().iter().map(|turn| write_move(rules, &turn.played)).collect();
        let position = Line::new("pos").with("pos", write_position(game.start()));
        self.send(&if moves.is_empty() { position } else { position.with("moves", moves.join(" ")) })?;
        self.send(&limits::write(limits))?;
        self.send(&Line::new("go").flag("think"))?;
        let time = limits.time.or(limits.clock).unwrap_or(Duration::from_secs(600));
        loop {
            let line = self.receive(time + TIMEOUT, "it does not send a move")?;
            if line.command == "done" {
                let text = line.value("move").unwrap_or("");
                let m = read_move(game, text)?;
                // The game must accept the move.
                game.clone().play(&m).map_err(MoveError::Refused)?;
                return Ok(m);
            }
        }
    }

    fn send(&mut self, line: &Line) -> Result<(), ClientError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::NoResponse("it has ended"))
    }

    /// Receives the next valid line; ignores others.
    fn receive(&self, time: Duration, timeout_message: &'static str) -> Result<Line, ClientError> {
        loop {
            let text = self.lines.recv_timeout(time).map_err(|_| ClientError::NoResponse(timeout_message))?;
            match Line::parse(&text) {
                Ok(Some(line)) if line.command == "error" => {
                    return Err(ClientError::Reported(line.value("message").unwrap_or("error").to_owned()));
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
