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
    #[error("version {0} of the format is not supported; this program reads version 1")]
    Version(u8),
    /// The header differs: the file has other rules, or another program, number of nodes or seed.
    #[error(
        "the file has other settings: it was written by {program} with {nodes} nodes and seed {seed}, or has other \
         rules; resume it with the same settings, or choose another file"
    )]
    HeaderMismatch {
        /// The program that wrote the file.
        program: String,
        /// The number of nodes searched for each move.
        nodes: u64,
        /// The seed of the openings.
        seed: u64,
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
