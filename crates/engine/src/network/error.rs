//! Errors of network files.

use super::NetworkShape;

/// A network that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The bytes are not a network file.
    #[error("this is not a network file: it does not begin with CHNETWRK")]
    NotANetwork,
    /// The version of the format is not supported.
    #[error("version {0} of the format of network files is not supported; this program reads version 1")]
    Version(u8),
    /// The file is shorter or longer than its sizes require.
    #[error("the file has {found} bytes instead of {expected}; it is truncated, or has something appended")]
    Length {
        /// The number of bytes that the sizes require.
        expected: usize,
        /// The number of bytes of the file.
        found: usize,
    },
    /// The checksum does not match.
    #[error("the checksum of the file is wrong; it is damaged")]
    Checksum,
    /// A text is not UTF-8.
    #[error("the description in the file is not readable text; it is damaged")]
    Text,
    /// The sizes are unusable, or the weights have other sizes.
    #[error(
        "the sizes do not describe a usable network: {0:?}; accumulators are a multiple of 16 up to 1024, hidden neurons a \
         multiple of 8 up to 128, and buckets 1 to 64"
    )]
    Shape(NetworkShape),
    /// The scale is 0.
    #[error("the scale of the scores is 0 centimen; a usable network has a positive one")]
    Scale,
    /// The weights of an accumulator are so large that a position could overflow it.
    #[error("the weights of accumulator {accumulator} are too large: a position could overflow it")]
    Overflow {
        /// The accumulator, from 0.
        accumulator: usize,
    },
    /// The biases or the output weights are so large that a position could overflow the score.
    #[error("the biases or the output weights are too large: a position could overflow the score")]
    OutputOverflow,
    /// The rule set in the file cannot be read.
    #[error("the rule set in the network file cannot be read: {0}")]
    Rules(String),
    /// The network was trained for a rule set with other pieces, captures or another goal.
    #[error(
        "the network was trained for {trained_for}; {rules} has {difference}. Use a network for the same men, kings, captures \
         and goal, or train one: crownhead train --rules"
    )]
    OtherRules {
        /// The id of the rule set that the network was trained for.
        trained_for: String,
        /// The id of the rule set that is played.
        rules: String,
        /// The part of the rules that differs.
        difference: &'static str,
    },
    /// The network is for another board.
    #[error(
        "the network is for a board of {0}×{1} with {2} squares; these rules have {3}×{4} with {5} squares"
    )]
    Board(u8, u8, u8, u8, u8, u8),
}
