//! Why samples cannot be read or written.

use std::io;

/// Why samples cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The file holds no samples.
    #[error("this is not a file of samples")]
    NotSamples,
    /// The version of the format is unknown.
    #[error("version {0} of this format is not known, only 1")]
    Version(u8),
    /// The file was made in another way: by other rules, or with another number of nodes or another seed.
    #[error(
        "the file was made in another way: by {program} with {nodes} nodes and seed {seed}, or by other rules; go on \
         with the same, or name another file"
    )]
    Other {
        /// The program that made it.
        program: String,
        /// The nodes searched for each move.
        nodes: u64,
        /// The seed of its openings.
        seed: u64,
    },
    /// A game is damaged; its number, from 1.
    #[error("game {0} is damaged; what comes before it can be read")]
    Damaged(u64),
    /// The file ends in the middle of a game; its number, from 1.
    #[error("the file ends in the middle of game {0}")]
    Torn(u64),
    /// The file itself cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}
