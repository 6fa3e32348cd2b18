//! The optimiser: Adam, with limits on the weights.

use crate::gradient::Gradient;
use crate::model::Layout;
use crate::parallel;
use crate::quantise;

const DECAY_MEAN: f32 = 0.9;
const DECAY_SQUARE: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The highest and lowest learning rates.
const RATES: (f32, f32) = (2e-3, 1e-5);
/// The fraction of the steps in which the learning rate rises.
const WARM_UP: f32 = 0.03;
/// The number of weights that a thread handles at a time.
const BLOCK: usize = 1 << 12;

/// The state of the optimiser.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The largest absolute value of each weight that an integer network can have.
    limits: Vec<f32>,
    step: u32,
    steps: u32,
    /// The powers of the decays, which correct the bias of the first steps.
    powers: (f32, f32),
}

impl Adam {
    pub(crate) fn new(layout: &Layout, scale: f64, steps: u32) -> Self {
        let zeros = vec![0.0; layout.len()];
        let limits = quantise::limits(layout, scale);
        Self {
            means: zeros.clone(),
            squares: zeros,
            limits,
            step: 0,
            steps: steps.max(1),
            powers: (1.0, 1.0),
        }
    }

    /// Returns the learning rate: it rises linearly, then falls along a cubic curve, much like a cosine.
    fn rate(&self) -> f32 {
        let progress = self.step as f32 / self.steps as f32;
        if progress < WARM_UP {
            return RATES.0 * (progress / WARM_UP).max(0.05);
        }
        let progress = (progress - WARM_UP) / (1.0 - WARM_UP);
        let remaining = 1.0 - progress * progress * (3.0 - 2.0 * progress);
        RATES.1 + (RATES.0 - RATES.1) * remaining
    }

    /// Changes the weights by the mean gradient of a batch of `samples` samples.
    pub(crate) fn step(&mut self, weights: &mut [f32], parts: &[Gradient], samples: usize, threads: usize) {
        let rate = self.rate();
        self.step += 1;
        self.powers = (self.powers.0 * DECAY_MEAN, self.powers.1 * DECAY_SQUARE);
        let (mean_factor, square_factor) = (rate / (1.0 - self.powers.0), 1.0 / (1.0 - self.powers.1));
        let factor = 1.0 / samples as f32;
        let moments = self.means.chunks_mut(BLOCK).zip(self.squares.chunks_mut(BLOCK));
        let blocks = weights.chunks_mut(BLOCK).zip(self.limits.chunks(BLOCK)).zip(moments).enumerate();
        let blocks = blocks.map(|(block, ((weights, limits), (means, squares)))| Block {
            start: block * BLOCK,
            weights,
            limits,
            means,
            squares,
        });
        parallel::for_each(
            threads,
            blocks,
            || vec![0.0_f32; BLOCK],
            |sums, block| {
                let Block { start, weights, limits, means, squares } = block;
                let sums = &mut sums[..weights.len()];
                sums.fill(0.0);
                for part in parts {
                    let slopes = &part.slopes[start..start + sums.len()];
                    sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
                let moments = means.iter_mut().zip(squares);
                for (((weight, sum), limit), (mean, square)) in
                    weights.iter_mut().zip(sums).zip(limits).zip(moments)
                {
                    let slope = *sum * factor;
                    *mean += (1.0 - DECAY_MEAN) * (slope - *mean);
                    *square += (1.0 - DECAY_SQUARE) * (slope * slope - *square);
                    let change = mean_factor * *mean / ((*square * square_factor).sqrt() + EPSILON);
                    *weight = (*weight - change).clamp(-limit, *limit);
                }
            },
        );
    }
}

/// The weights that a thread handles at a time, with their state.
struct Block<'b> {
    /// The index of the first weight.
    start: usize,
    weights: &'b mut [f32],
    limits: &'b [f32],
    means: &'b mut [f32],
    squares: &'b mut [f32],
}
