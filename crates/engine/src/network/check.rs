//! Checks of the sizes and weights of a network.

use super::{ACTIVATION_ONE, Network, NetworkError, NetworkShape, NetworkWeights};

impl NetworkShape {
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
    /// Returns the network if its weights have the sizes of its shape, and no position of the board can overflow a sum.
    pub fn checked(self) -> Result<Self, NetworkError> {
        self.shape.check()?;
        let NetworkShape { accumulators, hidden, buckets, .. } = self.shape;
        let (accumulators, hidden, buckets) =
            (usize::from(accumulators), usize::from(hidden), usize::from(buckets));
        if self.scale == 0 {
            return Err(NetworkError::Scale);
        }
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
        // A sum over the largest hidden layer stays far below the limits of 32 bits.
        let largest_bias =
            weights.hidden_bias.iter().chain(&weights.output_bias).map(|bias| bias.unsigned_abs()).max();
        let outputs = weights.output.chunks_exact(hidden);
        let sum =
            |outputs: &[i16]| outputs.iter().map(|&weight| u32::from(weight.unsigned_abs())).sum::<u32>();
        let largest_output = outputs.map(sum).max().unwrap_or(0);
        if largest_bias > Some(1 << 24) || largest_output > i32::MAX as u32 / ACTIVATION_ONE as u32 {
            return Err(NetworkError::OutputOverflow);
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
