//! The sizes of a network.

use super::{Network, NetworkError, NetworkWeights};

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// The number of columns of the board.
    pub width: u8,
    /// The number of rows of the board.
    pub height: u8,
    /// The number of playing squares.
    pub squares: u8,
    /// The number of accumulators of a view, a multiple of 16.
    pub accumulators: u16,
    /// The number of hidden neurons, a multiple of 8.
    pub hidden: u16,
    /// The number of hidden layers to choose from.
    pub buckets: u8,
    /// The number of pieces for which the same hidden layer is chosen.
    pub pieces_per_bucket: u8,
}

impl NetworkShape {
    /// The number of kinds of pieces that a view tells apart: own and opposing men and kings.
    pub const PLANES: usize = 4;

    /// Returns the number of features of a view.
    #[must_use]
    pub fn features(&self) -> usize {
        Self::PLANES * usize::from(self.squares)
    }

    /// Returns the number of inputs of a hidden layer.
    #[must_use]
    pub fn inputs(&self) -> usize {
        2 * usize::from(self.accumulators)
    }

    /// Returns the bucket of a position with this number of pieces.
    #[inline]
    #[must_use]
    pub fn bucket(&self, pieces: u32) -> usize {
        let bucket = pieces.saturating_sub(1) / u32::from(self.pieces_per_bucket.max(1));
        bucket.min(u32::from(self.buckets.max(1)) - 1) as usize
    }

    /// Returns an error unless the sizes are usable.
    pub fn check(&self) -> Result<(), NetworkError> {
        let is_usable = (16..=1024).contains(&self.accumulators)
            && self.accumulators.is_multiple_of(16)
            && (8..=128).contains(&self.hidden)
            && self.hidden.is_multiple_of(8)
            && (1..=64).contains(&self.buckets)
            && self.pieces_per_bucket > 0
            && self.squares > 0;
        if is_usable { Ok(()) } else { Err(NetworkError::Shape(*self)) }
    }
}

impl Network {
    /// Returns the network if its weights have the sizes of its shape, and no position of the board can overflow an
    /// accumulator.
    pub fn checked(self) -> Result<Self, NetworkError> {
        self.shape.check()?;
        let NetworkShape { accumulators, hidden, buckets, .. } = self.shape;
        let (accumulators, hidden, buckets) =
            (usize::from(accumulators), usize::from(hidden), usize::from(buckets));
        let features = self.shape.features();
        let weights = &self.weights;
        let has_sizes = weights.features.len() == features * accumulators
            && weights.feature_bias.len() == accumulators
            && weights.linear.len() == features
            && weights.hidden.len() == buckets * hidden * self.shape.inputs()
            && weights.hidden_bias.len() == buckets * hidden
            && weights.output.len() == buckets * hidden
            && weights.output_bias.len() == buckets;
        if !has_sizes {
            return Err(NetworkError::Shape(self.shape));
        }
        if let Some(lane) = (0..accumulators).find(|&lane| self.largest(lane) > i32::from(i16::MAX)) {
            return Err(NetworkError::Overflow { accumulator: lane });
        }
        Ok(self)
    }

    /// Returns a bound on the absolute value of an accumulator: the worst piece on every square.
    fn largest(&self, lane: usize) -> i32 {
        let NetworkWeights { features, feature_bias, .. } = &self.weights;
        let (squares, accumulators) = (usize::from(self.shape.squares), usize::from(self.shape.accumulators));
        let weight = |plane: usize, square: usize| {
            i32::from(features[(plane * squares + square) * accumulators + lane]).abs()
        };
        let worst = |square| (0..NetworkShape::PLANES).map(|plane| weight(plane, square)).max().unwrap_or(0);
        i32::from(feature_bias[lane]).abs() + (0..squares).map(worst).sum::<i32>()
    }
}
