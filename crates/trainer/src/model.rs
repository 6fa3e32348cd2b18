//! The network with real weights: layout, initial values, forward pass.

use std::ops::Range;

use engine::network::NetworkShape;

use crate::dataset::{Sample, mirrored_features};
use crate::rng::Rng;

/// The number of lanes that inner loops handle at once. All lengths of rows are multiples.
pub(crate) const LANES: usize = 8;
/// The initial value of accumulators: in the middle of the clipped range, most neurons learn from the start.
const FEATURE_BIAS: f32 = 0.3;
/// The largest absolute initial value of the weights that all squares of a kind of piece have in common. With few
/// samples, networks that begin with different weights for each square predict much worse.
const PLANE_WEIGHT: f32 = 0.08;
/// The largest absolute initial difference of a square from them.
const SQUARE_WEIGHT: f32 = 0.02;
/// The initial value of men and kings in the linear term, in centimen; training adjusts them by square.
const PIECES: [f32; 2] = [100.0, 250.0];

/// The places of the weights in the list of all weights, in the order and orientation of
/// [`NetworkWeights`](engine::network::NetworkWeights).
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) shape: NetworkShape,
    pub(crate) features: Range<usize>,
    pub(crate) feature_bias: Range<usize>,
    pub(crate) linear: Range<usize>,
    pub(crate) hidden: Range<usize>,
    pub(crate) hidden_bias: Range<usize>,
    pub(crate) output: Range<usize>,
    pub(crate) output_bias: Range<usize>,
    /// The feature of the other view for each feature.
    mirrored: Vec<u16>,
}

impl Layout {
    pub(crate) fn new(shape: NetworkShape) -> Self {
        let accumulators = usize::from(shape.accumulators);
        let neurons = usize::from(shape.buckets) * usize::from(shape.hidden);
        let mut end = 0;
        let mut next = |len: usize| {
            let start = end;
            end += len;
            start..end
        };
        Self {
            shape,
            features: next(shape.features() * accumulators),
            feature_bias: next(accumulators),
            linear: next(shape.features()),
            hidden: next(neurons * shape.inputs()),
            hidden_bias: next(neurons),
            output: next(neurons),
            output_bias: next(usize::from(shape.buckets)),
            mirrored: mirrored_features(&shape),
        }
    }

    /// Returns the number of weights.
    pub(crate) fn len(&self) -> usize {
        self.output_bias.end
    }

    pub(crate) fn accumulators(&self) -> usize {
        usize::from(self.shape.accumulators)
    }

    /// Returns the row of a feature.
    pub(crate) fn feature(&self, feature: u16) -> Range<usize> {
        row(&self.features, self.accumulators(), usize::from(feature))
    }

    /// Returns the neurons of a bucket: indices into the ranges of the hidden biases and the output weights.
    pub(crate) fn neurons(&self, bucket: usize) -> Range<usize> {
        let hidden = usize::from(self.shape.hidden);
        bucket * hidden..(bucket + 1) * hidden
    }

    /// Returns the row of a neuron.
    pub(crate) fn neuron(&self, neuron: usize) -> Range<usize> {
        row(&self.hidden, self.shape.inputs(), neuron)
    }

    pub(crate) fn mirrored(&self, feature: u16) -> u16 {
        self.mirrored[usize::from(feature)]
    }
}

fn row(rows: &Range<usize>, len: usize, index: usize) -> Range<usize> {
    let start = rows.start + index * len;
    start..start + len
}

/// The values of the neurons for one sample.
#[derive(Clone, Debug)]
pub(crate) struct Activations {
    pub(crate) bucket: usize,
    /// The features of the view of the other side.
    pub(crate) mirrored: Vec<u16>,
    /// The accumulators of both views, before clipping.
    pub(crate) sums: Vec<f32>,
    /// The inputs of the hidden layer.
    pub(crate) inputs: Vec<f32>,
    /// The hidden neurons, before clipping.
    pub(crate) hidden_sums: Vec<f32>,
    /// The hidden neurons.
    pub(crate) hidden: Vec<f32>,
}

impl Activations {
    pub(crate) fn new(shape: &NetworkShape) -> Self {
        let (inputs, hidden) = (shape.inputs(), usize::from(shape.hidden));
        Self {
            bucket: 0,
            mirrored: Vec::new(),
            sums: vec![0.0; inputs],
            inputs: vec![0.0; inputs],
            hidden_sums: vec![0.0; hidden],
            hidden: vec![0.0; hidden],
        }
    }
}

/// A network with real weights.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) layout: Layout,
    pub(crate) weights: Vec<f32>,
}

impl Model {
    /// Creates a network with random weights that knows the value of the pieces.
    pub(crate) fn new(shape: NetworkShape, scale: f32, rng: &mut Rng) -> Self {
        let layout = Layout::new(shape);
        let mut weights = vec![0.0; layout.len()];
        let plane_len = layout.accumulators() * usize::from(shape.squares);
        for plane in weights[layout.features.clone()].chunks_exact_mut(plane_len) {
            let common: Vec<f32> = (0..shape.accumulators).map(|_| rng.uniform(PLANE_WEIGHT)).collect();
            for row in plane.chunks_exact_mut(common.len()) {
                row.iter_mut()
                    .zip(&common)
                    .for_each(|(weight, common)| *weight = common + rng.uniform(SQUARE_WEIGHT));
            }
        }
        weights[layout.feature_bias.clone()].fill(FEATURE_BIAS);
        for (plane, piece) in
            weights[layout.linear.clone()].chunks_exact_mut(usize::from(shape.squares)).enumerate()
        {
            let sign = if plane < 2 { 1.0 } else { -1.0 };
            piece.fill(sign * PIECES[plane % 2] / scale);
        }
        // All buckets begin alike, so that they agree about what the few samples of some cannot tell.
        let hidden_limit = 1.0 / (shape.inputs() as f32).sqrt();
        let output_limit = 1.0 / f32::from(shape.hidden).sqrt();
        let hidden: Vec<f32> =
            (0..usize::from(shape.hidden) * shape.inputs()).map(|_| rng.uniform(hidden_limit)).collect();
        let output: Vec<f32> = (0..shape.hidden).map(|_| rng.uniform(output_limit)).collect();
        weights[layout.hidden.clone()]
            .chunks_exact_mut(hidden.len())
            .for_each(|bucket| bucket.copy_from_slice(&hidden));
        weights[layout.hidden_bias.clone()].fill(0.2);
        weights[layout.output.clone()]
            .chunks_exact_mut(output.len())
            .for_each(|bucket| bucket.copy_from_slice(&output));
        Self { layout, weights }
    }

    /// Computes the logit of a sample.
    pub(crate) fn logit(&self, sample: &Sample<'_>, activations: &mut Activations) -> f32 {
        let Layout { shape, hidden_bias, output, output_bias, linear, .. } = &self.layout;
        let (layout, weights) = (&self.layout, &self.weights[..]);
        let Activations { bucket, mirrored, sums, inputs, hidden_sums, hidden } = activations;
        *bucket = shape.bucket(sample.features.len() as u32);
        let (own, opponent) = sums.split_at_mut(layout.accumulators());
        mirrored.clear();
        mirrored.extend(sample.features.iter().map(|&feature| layout.mirrored(feature)));
        self.accumulate(sample.features, own);
        self.accumulate(mirrored, opponent);
        clip(sums, inputs);
        for (sum, neuron) in hidden_sums.iter_mut().zip(layout.neurons(*bucket)) {
            *sum = weights[hidden_bias.start + neuron] + dot(&weights[layout.neuron(neuron)], inputs);
        }
        clip(hidden_sums, hidden);
        let neurons = layout.neurons(*bucket);
        let output = &weights[output.start + neurons.start..output.start + neurons.end];
        let linear = &weights[linear.clone()];
        let views = sample.features.iter().zip(&*mirrored);
        let difference: f32 =
            views.map(|(&own, &opponent)| linear[usize::from(own)] - linear[usize::from(opponent)]).sum();
        weights[output_bias.start + *bucket] + dot(output, hidden) + difference / 2.0
    }

    /// Sums the rows of features, a block of lanes at a time, which stays in registers.
    fn accumulate(&self, features: &[u16], sums: &mut [f32]) {
        const BLOCK: usize = 16;
        let accumulators = self.layout.accumulators();
        let rows = &self.weights[self.layout.features.clone()];
        let bias = self.weights[self.layout.feature_bias.clone()].as_chunks::<BLOCK>().0;
        for (block, (sums, bias)) in sums.as_chunks_mut::<BLOCK>().0.iter_mut().zip(bias).enumerate() {
            let mut sum = *bias;
            for &feature in features {
                let start = usize::from(feature) * accumulators + block * BLOCK;
                if let Some(row) = rows[start..].first_chunk::<BLOCK>() {
                    for lane in 0..BLOCK {
                        sum[lane] += row[lane];
                    }
                }
            }
            *sums = sum;
        }
    }
}

/// Clips values to 0 to 1.
fn clip(sums: &[f32], clipped: &mut [f32]) {
    for (clipped, sum) in clipped.iter_mut().zip(sums) {
        *clipped = sum.clamp(0.0, 1.0);
    }
}

/// Returns the dot product. The order of the sums is fixed, so that every processor rounds alike.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

/// Adds `factor` times `row` to `sums`.
pub(crate) fn add_scaled(sums: &mut [f32], factor: f32, row: &[f32]) {
    for (sums, row) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(row.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += factor * row[lane];
        }
    }
}
