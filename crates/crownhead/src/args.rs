//! The command line. These comments are the manual: `--help` prints them.

use std::ffi::OsString;

use clap::{Parser, Subcommand, ValueEnum};

/// Draughts by the rule book you know.
///
/// A rule set is given by its id (see `crownhead rules`) or as a file of house rules: JSON with a
/// base and its differences, such as {"base": "russian", "capture": {"priority": ["most-pieces"]}}.
///
/// Input that cannot be used is explained on standard error, with exit code 2.
#[derive(Parser, Debug)]
#[command(name = "crownhead", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// The rule sets: list them, explain one, check a house rule.
    Rules {
        #[command(subcommand)]
        command: Option<RulesCommand>,
    },
    /// Count the move sequences from a position.
    ///
    /// Prints one line `depth nodes` for each depth from 1 to N on standard output; time and speed
    /// go to standard error.
    Perft {
        #[command(flatten)]
        position: PositionArgs,
        /// How many moves deep, 1 to 64.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
        /// Also print how many sequences begin with each move.
        #[arg(long)]
        divide: bool,
    },
    /// List the legal moves of a position, one a line.
    ///
    /// A capture is written short, first and last square, where that names one move, and with its
    /// full route where it does not.
    Moves {
        #[command(flatten)]
        position: PositionArgs,
        /// Print JSON: from, to, captured and route as square numbers, promotes, text.
        #[arg(long)]
        json: bool,
        /// Write squares as numbers or letters. Without it: as in the FEN, or as the rule set does.
        #[arg(long, value_enum)]
        notation: Option<Notation>,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum RulesCommand {
    /// Explain a rule set in sentences made from its data.
    Show {
        /// The id of a rule set, or a file of house rules.
        #[arg(value_name = "ID|FILE.json")]
        rules: OsString,
        /// Print the data itself, a whole rule set to build a house rule from.
        #[arg(long)]
        json: bool,
    },
    /// Check a file of house rules and tell every conflict in it.
    Check {
        /// The file.
        #[arg(value_name = "FILE.json")]
        file: OsString,
    },
}

#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    /// The id of a rule set, or a file of house rules.
    #[arg(long, value_name = "ID|FILE.json")]
    pub(crate) rules: OsString,
    /// The position, such as W:W31-50:B1-20. Without it: the start.
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<OsString>,
}

/// How squares are written.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Notation {
    /// 32-28
    Numeric,
    /// c3-d4
    Algebraic,
}
