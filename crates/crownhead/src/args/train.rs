//! The arguments of `crownhead train`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use trainer::Settings;

use super::values::parse_minutes;

#[derive(clap::Args, Debug)]
pub(crate) struct TrainArgs {
    /// Files of samples, written by `crownhead selfplay`.
    #[arg(value_name = "FILE", required_unless_present = "rules", conflicts_with = "rules")]
    pub(crate) files: Vec<PathBuf>,
    /// Id of a rule set, or a file of house rules. Plays the games, trains on them, generation after generation, and plays a
    /// match against the hand-made evaluation.
    #[arg(long, value_name = "ID|FILE.json")]
    pub(crate) rules: Option<OsString>,
    /// Time for everything with --rules, in minutes. The last game and the last training may exceed it a little.
    #[arg(long, value_name = "MINUTES", default_value = "30", requires = "rules", value_parser = parse_minutes)]
    pub(crate) time: Duration,
    /// The network file to write. An existing file is replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of accumulators of a view, a multiple of 16 up to 1024.
    #[arg(long, value_name = "N", default_value_t = 32)]
    accumulators: u16,
    /// Number of hidden neurons, a multiple of 8 up to 128.
    #[arg(long, value_name = "N", default_value_t = 16)]
    hidden: u16,
    /// Number of alternative hidden layers, 1 to 64; the number of pieces selects one.
    #[arg(long, value_name = "N", default_value_t = 8)]
    buckets: u8,
    /// Number of passes over the samples. Default: 5 to 10, more for more samples.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: Option<u32>,
    /// Weight of the result of the game in the target, 0 to 1; the rest is the score of the search.
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.75, value_parser = parse_weight)]
    lambda: f32,
    /// Score in centimen at which the winning chances are about 73 %. Default: fitted to the samples.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(5..=2000))]
    scale: Option<u16>,
    /// Seed of the initial weights, the order of the samples and the choice of validation games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads. Default: one for each core. The result does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Use only every n-th sample of a game.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Fraction of the games that are held out for validation.
    #[arg(long, value_name = "FRACTION", default_value_t = 0.05, value_parser = parse_fraction)]
    validation: f64,
}

impl TrainArgs {
    /// Returns the folder of the samples and networks of all generations: the name of the network file and `.data`.
    pub(crate) fn folder(&self) -> PathBuf {
        let mut folder = self.out.clone().into_os_string();
        folder.push(".data");
        folder.into()
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> u16 {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(|| u16::try_from(cores()).unwrap_or(256).min(256))
    }

    /// Returns the settings of the trainer.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            accumulators: self.accumulators,
            hidden: self.hidden,
            buckets: self.buckets,
            epochs: self.epochs,
            lambda: self.lambda,
            scale: self.scale,
            seed: self.seed,
            threads: self.threads().into(),
            every: self.every,
            validation: self.validation,
        }
    }
}

fn parse_weight(text: &str) -> Result<f32, String> {
    let weight = text.parse().ok().filter(|weight| (0.0..=1.0).contains(weight));
    weight.ok_or_else(|| "write a number from 0 to 1".to_owned())
}

fn parse_fraction(text: &str) -> Result<f64, String> {
    let fraction = text.parse().ok().filter(|fraction| (0.001..=0.5).contains(fraction));
    fraction.ok_or_else(|| "write a number from 0.001 to 0.5".to_owned())
}
