//! The arguments of `crownhead samples`.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct SamplesArgs {
    /// The file of samples.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) file: Option<PathBuf>,
    /// Print statistics instead: settings, numbers of games and samples, results, and samples by number of pieces.
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(subcommand)]
    pub(crate) command: Option<SamplesCommand>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum SamplesCommand {
    /// Write the chosen samples of one or more files to a new file.
    ///
    /// All files must have the same rule set. Games without a chosen sample are left out.
    Filter(FilterArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct FilterArgs {
    /// Files of samples.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The file to write. An existing file is not overwritten.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Keep every N-th sample, counted over all files after the other filters.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// Keep samples with at least this number of pieces.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_pieces: usize,
    /// Keep samples with at most this number of pieces.
    #[arg(long, value_name = "N", default_value_t = 196)]
    pub(crate) max_pieces: usize,
}
