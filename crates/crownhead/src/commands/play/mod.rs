//! `crownhead play`: a game in the terminal, for two people or against the engine.

mod command;
mod messages;
mod opponent;
mod session;

use std::ffi::OsStr;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use draughts::{Color, Game};
use engine::Level;

use super::input;
use crate::board::Palette;
use crate::failure::Failure;
use command::Command;
use opponent::Opponent;
use session::Session;
use texts::{Language, Texts};

/// Maximum length of a line in bytes; longer lines are truncated.
const MAX_LINE: u64 = 4096;

/// The settings of the engine as an opponent.
pub(crate) struct EngineSettings {
    pub(crate) level: u8,
    /// The side of the person; by default the side to move.
    pub(crate) side: Option<Color>,
    /// A network file, or `none`; by default the built-in network of the rule set.
    pub(crate) network: Option<PathBuf>,
    /// The seed of random choices; by default from the system clock.
    pub(crate) seed: Option<u64>,
}

impl EngineSettings {
    /// Creates the opponent on the other side of the person.
    fn opponent(&self, game: &Game) -> Result<Opponent, Failure> {
        let person = self.side.unwrap_or(game.position().turn());
        let clock_seed =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        // The command line takes levels from 1 to 8 only.
        let level = Level::new(self.level).unwrap_or(Level::BEST);
        let network = input::network(self.network.as_deref(), game.rules())?;
        Opponent::new(level, network, !person, self.seed.unwrap_or_else(clock_seed))
    }
}

pub(crate) fn run(
    rules: &OsStr,
    fen: Option<&OsStr>,
    engine: Option<EngineSettings>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = input::rules(rules)?;
    let game = input::game(&rules, fen)?;
    let palette = Palette::of_stdout();
    let opponent = engine.map(|engine| engine.opponent(&game)).transpose()?;
    let mut session = Session::new(game, opponent, language, palette);
    let mut lines = std::io::stdin().lock();
    session.greet(out)?;
    session.play_engine_turn(out)?;
    loop {
        session.prompt(out)?;
        let Some(line) = read_line(&mut lines)? else {
            writeln!(out)?;
            return Ok(());
        };
        // A terminal echoes what is typed.
        if !std::io::stdin().is_terminal() {
            writeln!(out, "{line}")?;
        }
        if session.handle(Command::parse(&line), out)?.is_break() {
            return Ok(());
        }
        session.play_engine_turn(out)?;
    }
}

/// Asks for the rule set and the level, and starts a game.
pub(crate) fn ask(language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let rules = loop {
        let question = Texts::of(language).get("terminal-which-rules");
        let Some(answer) = prompt(&question, out)? else { return Ok(writeln!(out)?) };
        match answer.as_str() {
            "" => break "international".to_owned(),
            "?" => super::rules::list(out)?,
            id => match input::rules(OsStr::new(id)) {
                Ok(_) => break answer,
                Err(Failure::Input(reason)) => writeln!(out, "{reason}")?,
                Err(other) => return Err(other),
            },
        }
    };
    let engine = loop {
        let question = Texts::of(language).get("terminal-which-level");
        let Some(answer) = prompt(&question, out)? else { return Ok(writeln!(out)?) };
        match answer.parse() {
            Ok(0) => break None,
            Ok(level @ 1..=8) => break Some(EngineSettings { level, side: None, network: None, seed: None }),
            _ if answer.is_empty() => {
                break Some(EngineSettings { level: 4, side: None, network: None, seed: None });
            }
            _ => {}
        }
    };
    run(OsStr::new(&rules), None, engine, language, out)
}

/// Prints a question and reads the answer; returns `None` at the end of the input.
fn prompt(question: &str, out: &mut impl Write) -> Result<Option<String>, Failure> {
    write!(out, "{question} ")?;
    out.flush()?;
    read_line(&mut std::io::stdin().lock())
}

/// Reads a line without surrounding blanks; returns `None` at the end of the input.
fn read_line(lines: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        lines.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
