//! The command line. `--help` prints these doc comments.

mod db;
mod games;
mod player;
mod samples;
mod search;
mod site;
mod train;
mod values;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use db::DbCommand;
pub(crate) use games::PdnCommand;
pub(crate) use player::{PlayerSpec, Program};
pub(crate) use samples::{FilterArgs, SamplesArgs, SamplesCommand};
pub(crate) use search::{AnalyseArgs, BenchArgs, EngineArgs, MatchArgs, SelfplayArgs};
pub(crate) use site::{AdminCommand, DATABASE, ServeArgs, Switch, WorkerArgs};
pub(crate) use train::TrainArgs;
use values::{parse_address, parse_seconds};

/// Play, analyse and host draughts (checkers), by built-in rule sets or your own.
///
/// A rule set is an id (see `crownhead rules`) or a file of house rules: JSON with a base and the differences from it,
/// such as {"base": "russian", "capture": {"priority": ["most-pieces"]}}.
///
/// Without a command, the play site starts (see `crownhead serve`).
///
/// Invalid input is reported on standard error, with exit code 2.
#[derive(Parser, Debug)]
#[command(name = "crownhead", version)]
pub(crate) struct Args {
    /// Language of rule descriptions, reasons and draw proofs, and of `crownhead play`.
    #[arg(long, value_enum, global = true, default_value = "en")]
    pub(crate) language: Language,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Start the play site: one process, one SQLite file, nothing else to install.
    ///
    /// It prints its address on standard output when it is ready, and runs until it is interrupted.
    Serve(Box<ServeArgs>),
    /// Start an engine worker for a play site, on this machine or another.
    ///
    /// A worker takes moves of the computer and analysis requests from the NATS queue of nodes that run with --bus. Any
    /// number of workers share the queue; if one dies, another takes over its jobs. It prints a line on standard output
    /// when it is ready. When interrupted, it finishes its current jobs and exits.
    Worker(WorkerArgs),
    /// Manage administrators of the play site.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Copy, back up, restore, archive or verify the database of the play site.
    Db {
        #[command(subcommand)]
        command: DbCommand,
    },
    /// List the rule sets, explain one, or check house rules.
    Rules {
        #[command(subcommand)]
        command: Option<RulesCommand>,
    },
    /// Count the move sequences from a position.
    ///
    /// Prints one line `depth nodes` for each depth from 1 to N on standard output, and the speed on standard error.
    Perft {
        #[command(flatten)]
        position: PositionArgs,
        /// Depth in plies, 1 to 64.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
        /// Also print the number of sequences that begin with each move.
        #[arg(long)]
        divide: bool,
    },
    /// List the legal moves of a position, one per line.
    ///
    /// A capture is written with its first and last square, or with its full route where that is ambiguous.
    Moves {
        #[command(flatten)]
        position: PositionArgs,
        /// Print JSON objects: from, to, captured and route (square numbers), promotes, text.
        #[arg(long)]
        json: bool,
        /// Notation of squares. Default: as in the FEN, or else the notation of the rule set.
        #[arg(long, value_enum)]
        notation: Option<Notation>,
    },
    /// Analyse a position, or every move of a recorded game.
    ///
    /// For a position, prints the score and the principal variation of each depth, and the best move. For a game,
    /// prints the score of each position for the side to move and its principal variation, marked ≠ if another move was
    /// played. Without a limit, each position is searched for 3 seconds.
    Analyse(Box<AnalyseArgs>),
    /// Run the engine with the Hub protocol on standard input and output.
    Hub,
    /// Run the engine as a DXP (DamExchange) server, for rule sets on 10x10.
    ///
    /// It listens until it is interrupted, and logs to standard error. To play against another DXP server, use
    /// `crownhead match` with the setting dxp=HOST:PORT.
    Dxp {
        /// Id of a rule set, or a file of house rules. The protocol does not transmit it.
        #[arg(long, value_name = "ID|FILE.json", default_value = "international")]
        rules: OsString,
        /// Address and port to listen on. The default is reachable from this machine only.
        #[arg(long, value_name = "ADDRESS:PORT", default_value_t = SocketAddr::from(([127, 0, 0, 1], protocol::dxp::PORT)), value_parser = parse_address)]
        listen: SocketAddr,
        /// Level of the engine, 1 (weakest) to 8 (strongest).
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=8))]
        level: u8,
        /// Maximum time per move, in seconds.
        #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "5")]
        time: Duration,
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Play a match between two settings of the engine, or against another engine, and estimate the Elo difference.
    ///
    /// Each opening is played twice, with colours swapped. SETTINGS is a comma-separated list of level=1 to 8, nodes=N,
    /// depth=N, time=SECONDS per move, clock=SECONDS+INCREMENT per game, table=MIB, threads=N and network=FILE (or none).
    /// Other engines play with hub=COMMAND (a Hub program, which needs a limit) or dxp=HOST:PORT (a DXP server), without
    /// level, table, threads and network.
    Match(Box<MatchArgs>),
    /// Play the engine against itself, and save quiet positions as training samples.
    ///
    /// A sample is a position with its score and the result of the game. docs/build/formats/samples.md describes the
    /// file, and `crownhead samples` prints it. Every game begins with random moves, and no two with the same position.
    ///
    /// The same options, rules and program version give the same file with any number of threads; with --time, its length
    /// varies. Run the same command again to resume an interrupted file.
    Selfplay(SelfplayArgs),
    /// Print or filter files of samples.
    ///
    /// Prints a file, one sample per line: position, score for the side to move in centimen, result.
    Samples(SamplesArgs),
    /// Train a network for the evaluation of the engine, on files of samples or from nothing but the rules.
    ///
    /// With --rules, plays the games, trains on them, plays again with the result, and so on, and ends with a match against
    /// the hand-made evaluation. Samples and networks of all generations are in a folder named like the network file, with
    /// `.data` at its end. Run the same command again to resume an interrupted training.
    ///
    /// All files must have the same board, moves, captures and goal; their rule sets may differ in start and draw rules.
    /// Some games are held out for validation. Prints their losses, by number of pieces, and a calibration table. The
    /// same files and options give the same network, with any number of threads.
    Train(TrainArgs),
    /// Search fixed positions of several rule sets to a fixed depth.
    ///
    /// The last line of standard output is the number of nodes searched, the signature of the engine. Speeds go to
    /// standard error. With --threads, measures the speedup of several threads over one instead; with --compare, the speed
    /// of the network against that of the hand-made evaluation, by board.
    Bench(BenchArgs),
    /// Check or convert game files (PDN).
    Pdn {
        #[command(subcommand)]
        command: PdnCommand,
    },
    /// Replay a recorded game board by board, with the draw counters.
    Replay {
        /// The game file.
        #[arg(value_name = "FILE")]
        file: OsString,
        /// Number of the game in the file, from 1.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        game: u64,
        /// Id of a rule set, or a file of house rules. Default: from the tags or the moves of the game.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
    },
    /// Play a game in the terminal, for two people or against the engine.
    ///
    /// Type `help` in the session for a list of commands.
    Play {
        /// Id of a rule set, or a file of house rules.
        #[arg(long, value_name = "ID|FILE.json", default_value = "international")]
        rules: OsString,
        /// The first position, such as W:W31-50:B1-20. Default: the initial position.
        #[arg(long, value_name = "FEN")]
        fen: Option<OsString>,
        /// Play against the engine at this level, 1 (weakest) to 8 (strongest).
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
        level: Option<u8>,
        /// Your side against the engine. Default: the side to move.
        #[arg(long, value_enum, requires = "level")]
        side: Option<Side>,
        /// A network file for the engine, or none. Default: the built-in network of the rule set.
        #[arg(long, value_name = "FILE|none", requires = "level")]
        network: Option<PathBuf>,
        /// Seed of the random choices of the engine. Default: from the system clock.
        #[arg(long, value_name = "N", requires = "level")]
        seed: Option<u64>,
        /// Ask for the rule set and the level.
        #[arg(long, conflicts_with_all = ["rules", "fen", "level"])]
        ask: bool,
    },
}

/// A side of the board.
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
    /// Explain a rule set in sentences.
    Show {
        /// Id of a rule set, or a file of house rules.
        #[arg(value_name = "ID|FILE.json")]
        rules: OsString,
        /// Print the complete rule set as JSON, as a model for house rules.
        #[arg(long)]
        json: bool,
    },
    /// Check a file of house rules, and list all conflicts.
    Check {
        /// The file of house rules.
        #[arg(value_name = "FILE.json")]
        file: OsString,
    },
}

#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    /// Id of a rule set, or a file of house rules.
    #[arg(long, value_name = "ID|FILE.json")]
    pub(crate) rules: OsString,
    /// The position, such as W:W31-50:B1-20. Default: the initial position.
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<OsString>,
}

/// The notation of squares.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Notation {
    /// 32-28
    Numeric,
    /// c3-d4
    Algebraic,
}
