//! The arguments of the commands that search: analyse, match, selfplay.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use engine::Options;

use super::player::PlayerSpec;
use super::values::seconds;

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
    pub(crate) time: Option<Duration>,
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

impl From<EngineArgs> for Options {
    fn from(args: EngineArgs) -> Self {
        Self { mebibytes: args.table, threads: args.threads.into() }
    }
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
    pub(crate) first: PlayerSpec,
    /// The second player.
    #[arg(long, value_name = "SETTING")]
    pub(crate) second: PlayerSpec,
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
