//! One file for each command.

mod input;
mod moves;
mod perft;
mod rules;

use std::io::Write;

use crate::args::Command;
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Command, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Rules { command } => rules::run(command, out),
        Command::Perft { position, depth, divide } => perft::run(&position, depth, divide, out),
        Command::Moves { position, json, notation } => moves::run(&position, json, notation, out),
    }
}
