//! `crownhead play`: two people at one terminal.

mod command;
mod table;

use std::ffi::OsStr;
use std::io::{BufRead, IsTerminal, Read, Write};

use draughts::notation::Fen;
use draughts::{Game, Language};

use super::input;
use crate::board::Ink;
use crate::failure::Failure;
use command::Command;
use table::Table;

/// Longer lines are cut off: no move is so long.
const LONGEST_LINE: u64 = 4096;

pub(crate) fn run(
    rules: &OsStr,
    fen: Option<&OsStr>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = input::rules(rules)?;
    let game = match fen {
        None => Game::new(&rules),
        Some(fen) => {
            let fen = Fen::parse(&fen.to_string_lossy(), &rules.naming()).map_err(Failure::input)?;
            Game::of_fen(&rules, &fen).map_err(Failure::input)?
        }
    };
    let ink = Ink::of_terminal();
    let mut table = Table::new(game, language, ink);
    let mut lines = std::io::stdin().lock();
    table.greet(out)?;
    loop {
        table.prompt(out)?;
        let Some(line) = read_line(&mut lines)? else {
            writeln!(out)?;
            return Ok(());
        };
        // What is typed at a terminal stands there already.
        if !std::io::stdin().is_terminal() {
            writeln!(out, "{line}")?;
        }
        match table.obey(Command::read(&line), out)? {
            table::Next::Go => {}
            table::Next::Leave => return Ok(()),
        }
    }
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
