//! Errors of sample files.

use std::io;

/// An error that occurs when samples are read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The file is not a file of samples.
    #[error("this is not a file of samples")]
    NotSamples,
    /// The version of the format is not supported.
    #[error("version {0} of the format is not supported; this program reads versions 1 and 2")]
    Version(u8),
    /// The file ends within its header.
    #[error("the file ends within its header")]
    TruncatedHeader,
    /// The header is corrupt.
    #[error("the header of the file is corrupt")]
    CorruptHeader,
    /// The header differs: the file has other rules, or another program, number of nodes, seed or other settings.
    #[error(
        "the file was written by {program} with {nodes} nodes, seed {seed} and the settings \"{settings}\", or has \
         other rules; resume it with the same program, rules and settings, or choose another file"
    )]
    HeaderMismatch {
        /// The program that wrote the file.
        program: String,
        /// The number of nodes searched for each move.
        nodes: u64,
        /// The seed of the openings.
        seed: u64,
        /// The other settings.
        settings: String,
    },
    /// A game is corrupt; its number, from 1.
    #[error("game {0} is corrupt; the games before it can be read")]
    Corrupt(u64),
    /// The file ends within a game; its number, from 1.
    #[error("the file ends within game {0}")]
    Truncated(u64),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}
