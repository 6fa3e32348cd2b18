//! The arguments of the commands that search: analyse, match, selfplay, bench.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use engine::Options;

use super::player::PlayerSpec;
use super::values::{parse_minutes, parse_seconds};

#[derive(clap::Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// Id of a rule set, or a file of house rules. Default with --pdn: detected from the tags or the
    /// moves of the game.
    #[arg(long, value_name = "ID|FILE.json", required_unless_present = "pdn")]
    pub(crate) rules: Option<OsString>,
    /// The position, such as W:W31-50:B1-20. Default: the initial position.
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<OsString>,
    /// A game file; analyse one of its games move by move.
    #[arg(long, value_name = "FILE.pdn", conflicts_with_all = ["fen", "lines"])]
    pub(crate) pdn: Option<OsString>,
    /// Number of the game in the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pdn", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,
    /// Time limit per position, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// Depth limit, in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Node limit per position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Number of lines, each with a different first move (MultiPV).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) lines: u16,
    /// A network file that evaluates positions, or none for the hand-made evaluation. Default: the built-in network of the
    /// rule set.
    #[arg(long, value_name = "FILE|none", requires = "rules")]
    pub(crate) network: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Print JSON, one object per line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of the engine.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct EngineArgs {
    /// Number of search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    table: usize,
}

impl From<EngineArgs> for Options {
    fn from(args: EngineArgs) -> Self {
        Self { mebibytes: args.table, threads: args.threads.into() }
    }
}

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("end").args(["games", "samples", "time"]).required(true).multiple(true)))]
pub(crate) struct SelfplayArgs {
    /// Id of a rule set, or a file of house rules.
    #[arg(long, value_name = "ID|FILE.json")]
    pub(crate) rules: OsString,
    /// Stop when the file has this number of games.
    #[arg(long, value_name = "N", conflicts_with = "samples", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Stop after the game in which the file reaches this number of samples.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) samples: Option<u64>,
    /// Start no new games after this time, in minutes.
    #[arg(long, value_name = "MINUTES", value_parser = parse_minutes)]
    pub(crate) time: Option<Duration>,
    /// Number of nodes per move.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Probability that a move is random instead of the engine's, in per cent.
    #[arg(long, value_name = "PERCENT", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=50))]
    pub(crate) random_moves: u8,
    /// A network file that evaluates positions, or none for the hand-made evaluation. Default: the built-in network of
    /// the rule set.
    #[arg(long, value_name = "FILE|none")]
    pub(crate) network: Option<PathBuf>,
    /// The file of samples to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of concurrent games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Seed of the openings and of the random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MatchArgs {
    /// Id of a rule set, or a file of house rules.
    #[arg(long, value_name = "ID|FILE.json")]
    pub(crate) rules: OsString,
    /// Settings of the first player, e.g. level=5 or time=0.1.
    #[arg(long, value_name = "SETTINGS")]
    pub(crate) first: PlayerSpec,
    /// Settings of the second player, e.g. level=5 or time=0.1.
    #[arg(long, value_name = "SETTINGS")]
    pub(crate) second: PlayerSpec,
    /// Maximum number of games. They are played in pairs; an odd number is rounded up.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    /// Start no new pair of games after this time, in minutes.
    #[arg(long, value_name = "MINUTES", value_parser = parse_minutes)]
    pub(crate) time: Option<Duration>,
    /// A file of opening positions, one FEN per line. Default: random first moves, with a different position for each
    /// pair of games.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<OsString>,
    /// Number of random plies of an opening; about half of the openings have one more.
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings", value_parser = clap::value_parser!(u64).range(0..=100))]
    pub(crate) opening_plies: u64,
    /// Write the games to this new file, pair by pair. An existing file is not overwritten.
    #[arg(long, value_name = "FILE.pdn")]
    pub(crate) pdn: Option<OsString>,
    /// Stop when a sequential probability ratio test decides, with 5 % error either way, whether the first player is
    /// stronger by ELO0 or by ELO1 Elo.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// Number of concurrent games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Seed of the random openings and of the moves of lower levels.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// A network file that evaluates positions, or none for the hand-made evaluation, which also evaluates those of rule
    /// sets that cannot use the file. Default: the built-in networks.
    #[arg(long, value_name = "FILE|none")]
    pub(crate) network: Option<PathBuf>,
    /// Compare the speed with a network and with the hand-made evaluation.
    #[arg(long)]
    pub(crate) compare: bool,
    /// Number of threads.
    #[arg(long, value_name = "N", conflicts_with_all = ["network", "compare"], value_parser = clap::value_parser!(u16).range(2..=256))]
    pub(crate) threads: Option<u16>,
}
