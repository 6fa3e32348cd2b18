//! One file for each command.

mod input;
mod moves;
mod pdn;
mod perft;
mod play;
mod replay;
mod rules;

use std::io::Write;

use draughts::Language;

use crate::args::Command;
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Command, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Rules { command } => rules::run(command, language, out),
        Command::Perft { position, depth, divide } => perft::run(&position, depth, divide, out),
        Command::Pdn { command } => pdn::run(command, language, out),
        Command::Replay { file, game, rules } => replay::run(&file, game, rules.as_deref(), language, out),
        Command::Play { rules, fen } => play::run(&rules, fen.as_deref(), language, out),
        Command::Moves { position, json, notation } => moves::run(&position, json, notation, out),
    }
}
