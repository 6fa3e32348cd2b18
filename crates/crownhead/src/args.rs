//! The command line. These comments are the manual: `--help` prints them.

use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use server::store::Database;
use tracing_subscriber::filter::LevelFilter;

use crate::commands::{DbCommand, Spec};
use crate::values::{address, bus_address, level, proxy};

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
    pub(crate) language: Tongue,
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
        time: f64,
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
    /// The file holds each position with what the search found it worth and how the game ended; docs/formats/samples.md
    /// describes it, and `crownhead samples` prints it. Interrupted, it goes on where it was when started again.
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

#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    /// Make an account an administrator's.
    ///
    /// If there is no account with this name, one is made, with a password that is printed once.
    Create {
        /// The name of the account.
        name: String,
        #[command(flatten)]
        database: DatabaseArgs,
    },
}

/// Where everything is kept if nothing else is said.
pub(crate) const DATABASE: &str = "crownhead.db";

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct DatabaseArgs {
    /// The file with everything in it, which is made if it is not there, or a server: postgres://USER@HOST/NAME.
    #[arg(long, value_name = "FILE|URL", default_value = DATABASE, env = "CROWNHEAD_DATABASE")]
    pub(crate) database: Database,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct BusArgs {
    /// NATS, over which several nodes tell each other what has happened: nats://HOST:PORT, several with commas. Without it, nodes
    /// that share a server of PostgreSQL use that, which is slower.
    #[arg(long, value_name = "URL", env = "CROWNHEAD_BUS", value_parser = bus_address)]
    pub(crate) bus: Option<String>,
}

#[derive(Parser, Debug, Clone)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// A server that follows the database and answers what may lag a little: postgres://USER@HOST/NAME. May be given several
    /// times.
    #[arg(long = "replica", value_name = "URL", env = "CROWNHEAD_REPLICAS", value_delimiter = ',')]
    pub(crate) replicas: Vec<String>,
    #[command(flatten)]
    pub(crate) bus: BusArgs,
    /// Where to listen. The default can be reached from this machine only.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", env = "CROWNHEAD_LISTEN", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// Where monitors read /metrics, /healthz and /readyz without a key; to be reached by them only. Without it: at the
    /// address above, /metrics from this machine or by administrators.
    #[arg(long, value_name = "ADDRESS:PORT", env = "CROWNHEAD_METRICS_LISTEN", value_parser = address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    /// For how many seconds to serve on after SIGTERM, 0 to 600. Meanwhile /readyz says no and new live connections are
    /// refused, so that a load balancer that asks it now and then has time to notice. A proxy that turns to another node when
    /// one refuses, like nginx, needs none. A second SIGTERM ends it at once.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, env = "CROWNHEAD_DRAIN", value_parser = clap::value_parser!(u16).range(..=600))]
    pub(crate) drain: u16,
    /// How the site is called from outside, such as `https://draughts.example`. Without it: as the browser says.
    #[arg(long, value_name = "URL", env = "CROWNHEAD_ORIGIN")]
    pub(crate) origin: Option<String>,
    /// A proxy whose word on the client's address and on TLS is believed. May be given several times, or with commas.
    #[arg(
        long = "trusted-proxy",
        alias = "trusted-proxies",
        value_name = "ADDRESS",
        env = "CROWNHEAD_TRUSTED_PROXIES",
        value_delimiter = ',',
        value_parser = proxy
    )]
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// How many threads think for the computer. Without it: half of the cores. With --bus it can be 0: workers think then.
    #[arg(long, value_name = "N", env = "CROWNHEAD_ENGINE_THREADS", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) engine_threads: Option<u16>,
    /// After how many seconds without a sign of the opponent the game can be claimed.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) patience: u32,
    /// Whether to limit how often one address or account may ask. Off is for measuring.
    #[arg(long, value_enum, default_value = "on")]
    pub(crate) rate_limits: Switch,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct LogArgs {
    /// How much is told on standard error: error, warn, info (a line for each request and command), debug or off.
    #[arg(long = "log", value_name = "LEVEL", default_value = "warn", env = "CROWNHEAD_LOG", value_parser = level)]
    level: LevelFilter,
    /// How it is told: in lines of text for people, or one JSON object a line for programs.
    #[arg(long = "log-format", value_enum, default_value = "text", env = "CROWNHEAD_LOG_FORMAT")]
    format: LogFormat,
}

impl LogArgs {
    /// From now on it is told.
    pub(crate) fn start(self) {
        let format = match self.format {
            LogFormat::Text => server::logs::Format::Text,
            LogFormat::Json => server::logs::Format::Json,
        };
        server::logs::start(self.level, format);
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

#[derive(clap::Args, Debug)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    #[command(flatten)]
    pub(crate) bus: BusArgs,
    /// How many turns, and how many questions, it thinks about at a time. Without it: as many as there are cores.
    #[arg(long, value_name = "N", env = "CROWNHEAD_WORKER_THREADS", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Where monitors read /metrics, /healthz and /readyz; to be reached by them only. Without it: nowhere.
    #[arg(long, value_name = "ADDRESS:PORT", env = "CROWNHEAD_METRICS_LISTEN", value_parser = address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

impl ServeArgs {
    /// What holds where nothing is said, the environment included.
    pub(crate) fn usual() -> Self {
        Self::parse_from(["crownhead"])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[derive(clap::Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// The id of a rule set, or a file of house rules. For a game: as its tags say, or as it looks.
    #[arg(long, value_name = "ID|FILE.json", required_unless_present = "pdn")]
    pub(crate) rules: Option<OsString>,
    /// The position, such as W:W31-50:B1-20. Without it: the start.
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<OsString>,
    /// A file of recorded games, of which one is analysed move by move.
    #[arg(long, value_name = "FILE.pdn", conflicts_with_all = ["fen", "lines"])]
    pub(crate) pdn: Option<OsString>,
    /// Which game of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pdn", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,
    /// Think for so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Look so many turns deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Look at so many positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// How many lines, each with another first move.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) lines: u16,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Print JSON, one object a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How the engine is set up.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct EngineArgs {
    /// How many threads search together.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The size of the table of positions, in mebibytes.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    table: usize,
}

impl From<EngineArgs> for engine::Options {
    fn from(args: EngineArgs) -> Self {
        Self { mebibytes: args.table, threads: args.threads.into(), ..Self::default() }
    }
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

#[derive(Subcommand, Debug)]
pub(crate) enum PdnCommand {
    /// Read game files, replay every game, and tell what is wrong.
    ///
    /// For each file: how many games, how many are legal to the end, what was forgiven, and each failure with its
    /// game, line, move and the reason. Exit code 1 if a game fails.
    Check {
        /// Files, or folders with files that end in .pdn.
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<OsString>,
        /// The id of a rule set, or a file of house rules. Without it: as each game's tags say, or as it looks.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
        /// Print JSON.
        #[arg(long, conflicts_with = "forgiven")]
        json: bool,
        /// List everything that was forgiven, with line and column.
        #[arg(long)]
        forgiven: bool,
        /// How bytes become text.
        #[arg(long, value_enum, default_value = "guess")]
        encoding: Encoding,
    },
    /// Write the games of a file anew, as the standard (PDN 3.0) has them, on standard output.
    ///
    /// Games that are not legal to their end are left out and told on standard error, with exit code 1.
    Convert {
        /// The file.
        #[arg(value_name = "FILE")]
        file: OsString,
        /// The id of a rule set, or a file of house rules. Without it: as each game's tags say, or as it looks.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
        /// How bytes become text.
        #[arg(long, value_enum, default_value = "guess")]
        encoding: Encoding,
    },
}

#[derive(clap::Args, Debug)]
pub(crate) struct SelfplayArgs {
    /// The id of a rule set, or a file of house rules.
    #[arg(long, value_name = "ID|FILE.json")]
    pub(crate) rules: OsString,
    /// How many games the file is to hold.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// How many positions the engine looks at for each move.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// The file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How many games are played at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// A number that decides the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MatchArgs {
    /// The id of a rule set, or a file of house rules.
    #[arg(long, value_name = "ID|FILE.json")]
    pub(crate) rules: OsString,
    /// The first player.
    #[arg(long, value_name = "SETTING")]
    pub(crate) first: Spec,
    /// The second player.
    #[arg(long, value_name = "SETTING")]
    pub(crate) second: Spec,
    /// How many games, at the most; they come in pairs, so an odd number is one more.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    /// A file of positions to begin with, one FEN a line. Without it: random first moves.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<OsString>,
    /// Write all games to this file, each pair when it is done. A file that is there is not touched.
    #[arg(long, value_name = "FILE.pdn")]
    pub(crate) pdn: Option<OsString>,
    /// Stop as soon as it is likely (95 %) that the first player is at least so much, or at most so much, stronger: two
    /// numbers of Elo.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// How many games are played at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// A number that decides openings and choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A number of seconds that a clock can wait for.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds from 0.001 to 86400".to_owned()),
    }
}

/// How the bytes of a file become text.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Encoding {
    /// UTF-8, and what is not, as it looks.
    Guess,
    /// Latin-1.
    Latin1,
    /// Cyrillic, code page 1251.
    Cp1251,
}

/// A language.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Tongue {
    /// English
    En,
    /// German
    De,
}

impl From<Tongue> for draughts::Language {
    fn from(tongue: Tongue) -> Self {
        match tongue {
            Tongue::En => Self::English,
            Tongue::De => Self::German,
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
