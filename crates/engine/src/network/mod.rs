//! Learned evaluations: small integer networks, one for each family of rule sets.
//!
//! A network sees the board twice, once from each side. Each view is the sum of one row of weights for each piece, the
//! accumulators, which change little from move to move. A clipped hidden layer, chosen by the number of pieces, and a
//! linear term for each piece give the score. All arithmetic is in integers, so that every processor computes the same
//! score.

mod accumulators;
mod check;
mod choice;
mod embedded;
mod error;
mod family;
mod format;
mod inference;
mod kernels;
mod shape;
mod simd;
#[cfg(test)]
mod tests;

pub(crate) use accumulators::{Accumulators, Features};
pub use choice::{GivenNetwork, NetworkChoice};
pub use error::NetworkError;
pub use family::can_share_network;
pub(crate) use inference::Inference;
pub use shape::NetworkShape;
pub use simd::{InstructionSetError, instruction_set};

/// The value of an accumulator that stands for 1.
pub const ACCUMULATOR_ONE: i32 = 127 << ACCUMULATOR_SHIFT;
/// An accumulator is shifted right by this number of bits and clipped to `0..=127` before the hidden layer reads it.
pub const ACCUMULATOR_SHIFT: u32 = 2;
/// The weight of the hidden layer that stands for 1.
pub const HIDDEN_ONE: i32 = 64;
/// The sum of a hidden neuron is shifted right by this number of bits and clipped to `0..=ACTIVATION_ONE`.
pub const HIDDEN_SHIFT: u32 = 3;
/// The activation of a hidden neuron that stands for 1.
pub const ACTIVATION_ONE: i32 = (127 * HIDDEN_ONE) >> HIDDEN_SHIFT;
/// The number of units in a centimen, for the weights of the output and the linear term.
pub const UNITS_PER_CENTIMEN: i32 = 16;

/// A network: quantised weights, and what they were trained for.
///
/// The score of a position for the side to move is, with `own` and `opponent` as the views of the side to move and of
/// the other side, and `bucket` chosen by the number of pieces:
///
/// ```text
/// input   = clip(own >> ACCUMULATOR_SHIFT, 0, 127) ++ clip(opponent >> ACCUMULATOR_SHIFT, 0, 127)
/// hidden  = clip((hidden_weights[bucket] · input + hidden_bias[bucket]) >> HIDDEN_SHIFT, 0, ACTIVATION_ONE)
/// units   = (output_weights[bucket] · hidden) / ACTIVATION_ONE + output_bias[bucket]
///         + (linear(own) - linear(opponent)) / 2
/// score   = units / UNITS_PER_CENTIMEN
/// ```
///
/// `linear` is the sum of the linear term over all features of a view, those of opposing pieces included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The sizes.
    pub shape: NetworkShape,
    /// The score in centimen at which the winning chances are 1 / (1 + 1/e), about 73 %.
    pub scale: u16,
    /// The rule set that the network was trained for, as JSON.
    pub rules: String,
    /// How the network was made: data, seed, program, losses; as JSON.
    pub recipe: String,
    /// The weights.
    pub weights: NetworkWeights,
}

/// The quantised weights of a network, row by row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetworkWeights {
    /// `[feature][accumulator]`: what a piece adds to a view. The features of a view are its own men, own kings, opposing
    /// men and opposing kings, each by square; White counts squares from the first, Black from the last.
    pub features: Vec<i16>,
    /// `[accumulator]`: the accumulators of an empty board.
    pub feature_bias: Vec<i16>,
    /// `[feature]`: the linear term, in units.
    pub linear: Vec<i16>,
    /// `[bucket][neuron][input]`: the inputs are the accumulators of the side to move, then those of the other side.
    pub hidden: Vec<i8>,
    /// `[bucket][neuron]`
    pub hidden_bias: Vec<i32>,
    /// `[bucket][neuron]`, in units.
    pub output: Vec<i16>,
    /// `[bucket]`, in units.
    pub output_bias: Vec<i32>,
}
