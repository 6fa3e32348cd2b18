//! `crownhead play`: two people at one terminal, or one and the engine.

mod command;
mod messages;
mod opponent;
mod session;

use std::ffi::OsStr;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use draughts::{Color, Game};
use engine::Level;

use super::input;
use crate::board::Palette;
use crate::failure::Failure;
use command::Command;
use opponent::Opponent;
use session::Session;
use texts::Language;

/// Longer lines are cut off: no move is so long.
const LONGEST_LINE: u64 = 4096;

/// What is asked of the engine.
pub(crate) struct Against {
    pub(crate) level: u8,
    /// The side of the person.
    pub(crate) side: Option<Color>,
    pub(crate) seed: Option<u64>,
}

impl Against {
    /// The engine, on the other side of the person.
    fn opponent(&self, game: &Game) -> Result<Opponent, Failure> {
        let person = self.side.unwrap_or(game.position().turn());
        let by_the_clock =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        // The command line takes levels from 1 to 8 only.
        let level = Level::new(self.level).unwrap_or(Level::BEST);
        Opponent::new(level, !person, self.seed.unwrap_or_else(by_the_clock))
    }
}

pub(crate) fn run(
    rules: &OsStr,
    fen: Option<&OsStr>,
    against: Option<Against>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = input::rules(rules)?;
    let game = input::game(&rules, fen)?;
    let palette = Palette::of_terminal();
    let opponent = against.map(|against| against.opponent(&game)).transpose()?;
    let mut session = Session::new(game, opponent, language, palette);
    let mut lines = std::io::stdin().lock();
    session.greet(out)?;
    session.run_engine(out)?;
    loop {
        session.prompt(out)?;
        let Some(line) = read_line(&mut lines)? else {
            writeln!(out)?;
            return Ok(());
        };
        // What is typed at a terminal stands there already.
        if !std::io::stdin().is_terminal() {
            writeln!(out, "{line}")?;
        }
        match session.handle(Command::read(&line), out)? {
            session::Next::Go => session.run_engine(out)?,
            session::Next::Leave => return Ok(()),
        }
    }
}

/// Asks for the rules and the level, and plays: what the program does when nothing else is asked of it.
pub(crate) fn ask(language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let german = language == Language::German;
    let rules = loop {
        let question = if german {
            "Welche Regeln? (? zählt sie auf) [international] "
        } else {
            "Which rules? (? lists them) [international] "
        };
        let Some(answer) = question_and_answer(question, out)? else { return Ok(writeln!(out)?) };
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
    let against = loop {
        let question = if german {
            "Stufe der Maschine, 1 bis 8, oder 0 für zwei Menschen? [4] "
        } else {
            "Level of the engine, 1 to 8, or 0 for two people? [4] "
        };
        let Some(answer) = question_and_answer(question, out)? else { return Ok(writeln!(out)?) };
        match answer.parse() {
            Ok(0) => break None,
            Ok(level @ 1..=8) => break Some(Against { level, side: None, seed: None }),
            _ if answer.is_empty() => break Some(Against { level: 4, side: None, seed: None }),
            _ => {}
        }
    };
    run(OsStr::new(&rules), None, against, language, out)
}

/// Asks, and waits for a line; nothing at the end of the input.
fn question_and_answer(question: &str, out: &mut impl Write) -> Result<Option<String>, Failure> {
    write!(out, "{question}")?;
    out.flush()?;
    read_line(&mut std::io::stdin().lock())
}

/// A line without its end; nothing at the end of the input.
fn read_line(lines: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        lines.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
