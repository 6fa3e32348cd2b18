//! Errors of training.

use std::io;
use std::path::PathBuf;

use engine::network::NetworkError;
use engine::samples::SampleError;

/// A training run that cannot start or has no usable result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file has no samples, or is damaged.
    #[error("{}: {error}", path.display())]
    Samples {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: SampleError,
    },
    /// The rule set of a file cannot be used.
    #[error("{}: the rule set in the file cannot be used: {reason}", path.display())]
    Rules {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The rule sets of two files differ in more than their draw rules, start and notation.
    #[error(
        "{} has samples of {id}, whose board, moves, captures or goal differ from those of {first}; train a network for \
         each",
        path.display()
    )]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The id of its rule set.
        id: String,
        /// The id of the rule set of the first file.
        first: String,
    },
    /// There are too few samples for training and validation.
    #[error(
        "{training} samples for training and {validation} for validation are too few; play more games, at least 20"
    )]
    TooFewSamples {
        /// The number of samples for training.
        training: usize,
        /// The number of samples for validation.
        validation: usize,
    },
    /// There are more samples than memory can be addressed for.
    #[error("there are more than {0} pieces in the samples; use --every to skip some")]
    TooManySamples(u32),
    /// The scores of the samples say nothing about the results.
    #[error(
        "the scores of the samples do not predict the results, so that the scale cannot be fitted; set --scale"
    )]
    NoScale,
    /// The sizes of the network are unusable.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Rounding the weights made the network worse.
    #[error(
        "rounded to integers, the network loses {integer:.5} instead of {float:.5} on the validation games, more than \
         {bound} worse; train with more accumulators or samples"
    )]
    Rounding {
        /// The loss before rounding.
        float: f64,
        /// The loss after rounding.
        integer: f64,
        /// The largest accepted difference.
        bound: f64,
    },
}
