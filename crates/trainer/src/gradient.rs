//! The gradient of a batch.

use crate::dataset::{Dataset, Sample};
use crate::logistic::{cross_entropy, sigmoid};
use crate::model::{Activations, LANES, Layout, Model, add_scaled};
use crate::parallel;

/// The number of parts of a batch. Each part has its own sums, which are added in a fixed order, so that the result does
/// not depend on the number of threads.
pub(crate) const CHUNKS: usize = 32;

/// The target of training: the value that the network learns to predict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// The weight of the result.
    pub(crate) lambda: f64,
    /// The scale of the scores in centimen.
    pub(crate) scale: f64,
}

impl Target {
    pub(crate) fn of(&self, sample: &Sample<'_>) -> f64 {
        let chances = sigmoid(f64::from(sample.score) / self.scale);
        self.lambda * f64::from(sample.result) + (1.0 - self.lambda) * chances
    }
}

/// The sums of a part of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    /// The derivative of the sum of the losses by each weight.
    pub(crate) slopes: Vec<f32>,
    /// The sum of the losses.
    pub(crate) loss: f64,
}

/// The scratch space of a thread.
struct Workspace {
    activations: Activations,
    /// The derivatives by the inputs of the hidden layer, then by the accumulators.
    inputs: Vec<f32>,
}

impl Gradient {
    /// Creates the sums of all parts of a batch.
    pub(crate) fn parts(layout: &Layout) -> Vec<Self> {
        vec![Self { slopes: vec![0.0; layout.len()], loss: 0.0 }; CHUNKS]
    }

    /// Computes the sums of all parts of a batch, and returns the loss of the batch.
    pub(crate) fn of_batch(
        parts: &mut [Self],
        model: &Model,
        data: &Dataset,
        batch: &[u32],
        target: Target,
        threads: usize,
    ) -> f64 {
        let shape = &model.layout.shape;
        let workspace =
            || Workspace { activations: Activations::new(shape), inputs: vec![0.0; shape.inputs()] };
        let size = batch.len().div_ceil(CHUNKS);
        let empty = std::iter::repeat(&[][..]);
        let chunks = parts.iter_mut().zip(batch.chunks(size).chain(empty));
        parallel::for_each(threads, chunks, workspace, |workspace, (part, chunk)| {
            part.slopes.fill(0.0);
            part.loss = 0.0;
            for &index in chunk {
                let sample = data.get(index as usize);
                part.add(model, &sample, target.of(&sample), workspace);
            }
        });
        parts.iter().map(|part| part.loss).sum::<f64>() / batch.len() as f64
    }

    /// Adds the derivatives of one sample.
    fn add(&mut self, model: &Model, sample: &Sample<'_>, target: f64, workspace: &mut Workspace) {
        let (layout, weights, slopes) = (&model.layout, &model.weights[..], &mut self.slopes[..]);
        let Workspace { activations, inputs } = workspace;
        let logit = f64::from(model.logit(sample, activations));
        self.loss += cross_entropy(logit, target);
        let error = (sigmoid(logit) - target) as f32;

        slopes[layout.output_bias.start + activations.bucket] += error;
        inputs.fill(0.0);
        for (i, neuron) in layout.neurons(activations.bucket).enumerate() {
            slopes[layout.output.start + neuron] += error * activations.hidden[i];
            if is_unclipped(activations.hidden_sums[i]) {
                let slope = error * weights[layout.output.start + neuron];
                slopes[layout.hidden_bias.start + neuron] += slope;
                let row = layout.neuron(neuron);
                add_scaled(&mut slopes[row.clone()], slope, &activations.inputs);
                add_scaled(inputs, slope, &weights[row]);
            }
        }
        for (slope, &sum) in inputs.iter_mut().zip(&activations.sums) {
            *slope = if is_unclipped(sum) { *slope } else { 0.0 };
        }
        let (own, opponent) = inputs.split_at(layout.accumulators());
        let bias = &mut slopes[layout.feature_bias.clone()];
        add(bias, own);
        add(bias, opponent);
        for (&feature, &mirrored) in sample.features.iter().zip(&activations.mirrored) {
            add(&mut slopes[layout.feature(feature)], own);
            add(&mut slopes[layout.feature(mirrored)], opponent);
            slopes[layout.linear.start + usize::from(feature)] += error / 2.0;
            slopes[layout.linear.start + usize::from(mirrored)] -= error / 2.0;
        }
    }
}

/// Returns whether a value was not clipped, so that it has a derivative.
fn is_unclipped(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

/// Adds a row.
fn add(sums: &mut [f32], row: &[f32]) {
    for (sums, row) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(row.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += row[lane];
        }
    }
}
