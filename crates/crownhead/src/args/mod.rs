//! The command line. These comments are the manual: `--help` prints them.

mod db;
mod games;
mod player;
mod search;
mod site;
mod values;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use db::DbCommand;
pub(crate) use games::PdnCommand;
pub(crate) use player::{PlayerSpec, Program};
pub(crate) use search::{AnalyseArgs, EngineArgs, MatchArgs, SelfplayArgs};
pub(crate) use site::{AdminCommand, DATABASE, ServeArgs, Switch, WorkerArgs};
use values::seconds;

/// Draughts by the rule book you know.
///
/// A rule set is given by its id (see `crownhead rules`) or as a file of house rules: JSON with a
/// base and its differences, such as {"base": "russian", "capture": {"priority": ["most-pieces"]}}.
///
/// Without a command, it starts the play site (see `crownhead serve`).
///
/// Input that cannot be used is explained on standard error, with exit code 2.
#[derive(Parser, Debug)]
#[command(name = "crownhead", version)]
pub(crate) struct Args {
    /// The language in which rules, reasons and proofs are told.
    #[arg(long, value_enum, global = true, default_value = "en")]
    pub(crate) language: Language,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Start the play site: everything in this process and one file, nothing else to install.
    ///
    /// It tells its address on standard output when it can be used, and runs until it is interrupted.
    Serve(Box<ServeArgs>),
    /// Think for the nodes of a play site: a process of its own, on this machine or another.
    ///
    /// It takes the turns of the computer and the questions of visitors from the queue in NATS to which nodes with --bus put
    /// them. Any number of workers share it; what one had in hand when it died, another does. It says one line on standard
    /// output when it is ready. Interrupted, it finishes what it has, and ends.
    Worker(WorkerArgs),
    /// Administrators of the play site.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// The database of the play site: copy it, back it up, restore it, check it.
    Db {
        #[command(subcommand)]
        command: DbCommand,
    },
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
    /// Let the engine look at a position, or at every move of a recorded game.
    ///
    /// For a position: its best move, and the line of best play, at each depth. For a game: what each position was
    /// worth to the side that moved, and the line of best play where that was another. Without a limit it thinks for three seconds about each position.
    Analyse(Box<AnalyseArgs>),
    /// Speak Hub on standard input and output, so that other programs can use the engine.
    Hub,
    /// Play over the network by DXP (DamExchange) with programs that ask for games. For rule sets on 10x10.
    ///
    /// It listens until it is interrupted, and tells on standard error what happens. To ask another program for games:
    /// crownhead match with the setting dxp=HOST:PORT.
    Dxp {
        /// The id of a rule set, or a file of house rules. The protocol does not tell it.
        #[arg(long, value_name = "ID|FILE.json", default_value = "international")]
        rules: OsString,
        /// Where to listen. The default can be reached from this machine only.
        #[arg(long, value_name = "ADDRESS:PORT", default_value_t = SocketAddr::from(([127, 0, 0, 1], protocol::dxp::PORT)))]
        listen: SocketAddr,
        /// Level 1 is the weakest, 8 the strongest.
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=8))]
        level: u8,
        /// The longest time for a move, in seconds.
        #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
        time: Duration,
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Play a match between two settings of the engine, or with another program's, and say which is stronger.
    ///
    /// Each opening is played twice with colours swapped. A setting is level=1 to 8, nodes=N, depth=N, time=SECONDS for
    /// a move, clock=SECONDS+INCREMENT for a game, table=MIB, threads=N, several with commas. With hub=COMMAND another
    /// program plays that speaks Hub, with dxp=HOST:PORT one that listens there for DXP.
    Match(Box<MatchArgs>),
    /// Let the engine play against itself, and keep its quiet positions for those who train an evaluation.
    ///
    /// The file holds each position with what the search found it worth and how the game ended;
    /// docs/build/formats/samples.md describes it, and `crownhead samples` prints it. Interrupted, it goes on where it
    /// was when started again.
    Selfplay(SelfplayArgs),
    /// Print a file of samples: position, score for the side to move in hundredths of a man, result; one a line.
    Samples {
        /// The file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Search fixed positions of several rule sets to a fixed depth.
    ///
    /// The last line of standard output is the number of positions looked at, the signature of the engine; speed goes
    /// to standard error. With --threads, how much sooner several threads reach a greater depth than one.
    Bench {
        /// So many threads.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=256))]
        threads: Option<u16>,
    },
    /// Game files (PDN): check them, convert them.
    Pdn {
        #[command(subcommand)]
        command: PdnCommand,
    },
    /// Play a recorded game through: boards, and how far each draw rule has come.
    Replay {
        /// The file.
        #[arg(value_name = "FILE")]
        file: OsString,
        /// Which game of the file, from 1.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        game: u64,
        /// The id of a rule set, or a file of house rules. Without it: as the game's tags say, or as it looks.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
    },
    /// Play a game: two people at one terminal, or against the engine. Type `help` there.
    Play {
        /// The id of a rule set, or a file of house rules.
        #[arg(long, value_name = "ID|FILE.json", default_value = "international")]
        rules: OsString,
        /// The position to begin with, such as W:W31-50:B1-20. Without it: the start.
        #[arg(long, value_name = "FEN")]
        fen: Option<OsString>,
        /// Play against the engine: level 1 is the weakest, 8 the strongest.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
        level: Option<u8>,
        /// The side you play against the engine. Without it: the one that begins.
        #[arg(long, value_enum, requires = "level")]
        side: Option<Side>,
        /// A number that decides what the engine chooses where it might choose otherwise.
        #[arg(long, value_name = "N", requires = "level")]
        seed: Option<u64>,
        /// Ask for the rules and the level.
        #[arg(long, conflicts_with_all = ["rules", "fen", "level"])]
        ask: bool,
    },
}

/// A side.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Side {
    /// White
    White,
    /// Black
    Black,
}

impl From<Side> for draughts::Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// A language.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Language {
    /// English
    En,
    /// German
    De,
}

impl From<Language> for texts::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::English,
            Language::De => Self::German,
        }
    }
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
