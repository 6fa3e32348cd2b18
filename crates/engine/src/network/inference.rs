//! A network prepared for inference.

use super::kernels::{HiddenLayer, LANES, Lanes, lanes};
use super::simd::Simd;
use super::{Network, NetworkShape};
use crate::score::Scale;

/// The weights of a network in the order and the types in which they are read.
#[derive(Debug)]
pub(crate) struct Inference {
    pub(super) shape: NetworkShape,
    scale: Option<Scale>,
    pub(super) simd: Simd,
    /// The number of lanes of a view.
    pub(super) lanes: usize,
    /// `[feature][lane]`
    pub(super) features: Vec<Lanes>,
    pub(super) feature_bias: Vec<Lanes>,
    pub(super) linear: Vec<i16>,
    hidden: Vec<Lanes>,
    hidden_bias: Vec<i32>,
    output: Vec<i16>,
    output_bias: Vec<i32>,
}

impl Inference {
    pub(crate) fn new(network: &Network) -> Self {
        let Network { shape, weights, .. } = network;
        let accumulators = usize::from(shape.accumulators);
        Self {
            shape: *shape,
            scale: Scale::new(network.scale),
            simd: Simd::detected(),
            lanes: accumulators / LANES,
            features: lanes(weights.features.iter().copied()),
            feature_bias: lanes(weights.feature_bias.iter().copied()),
            linear: weights.linear.clone(),
            hidden: lanes(weights.hidden.iter().map(|&weight| i16::from(weight))),
            hidden_bias: weights.hidden_bias.clone(),
            output: weights.output.clone(),
            output_bias: weights.output_bias.clone(),
        }
    }

    /// Returns the scale of the scores; a checked network has one.
    pub(crate) fn scale(&self) -> Option<Scale> {
        self.scale
    }

    /// Returns the same network with other instructions.
    #[cfg(test)]
    pub(super) fn with(self, simd: Simd) -> Self {
        Self { simd, ..self }
    }

    /// Returns a hidden layer, and the bias of its output.
    #[inline]
    pub(super) fn layer(&self, bucket: usize) -> (HiddenLayer<'_>, i32) {
        let neurons = usize::from(self.shape.hidden);
        let inputs = 2 * self.lanes;
        let layer = HiddenLayer {
            weights: &self.hidden[bucket * neurons * inputs..][..neurons * inputs],
            bias: &self.hidden_bias[bucket * neurons..][..neurons],
            output: &self.output[bucket * neurons..][..neurons],
        };
        (layer, self.output_bias[bucket])
    }
}
