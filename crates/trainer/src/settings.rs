//! The settings of a training run.

/// The settings of a training run. The same settings and samples give the same network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The number of accumulators of a view, a multiple of 16.
    pub accumulators: u16,
    /// The number of hidden neurons, a multiple of 8.
    pub hidden: u16,
    /// The number of alternative hidden layers; the number of pieces selects one.
    pub buckets: u8,
    /// The number of passes over the samples; chosen by their number if absent.
    pub epochs: Option<u32>,
    /// The weight of the result in the target, 0 to 1; the rest is the score of the search.
    pub lambda: f32,
    /// The score in centimen at which the winning chances are about 73 %; fitted to the samples if absent.
    pub scale: Option<u16>,
    /// The seed of the initial weights, the order of the samples and the choice of validation games.
    pub seed: u64,
    /// The number of threads; the result does not depend on it.
    pub threads: usize,
    /// Only every n-th sample of a game is used.
    pub every: u32,
    /// The fraction of games that are held out for validation.
    pub validation: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            accumulators: 32,
            hidden: 16,
            buckets: 8,
            epochs: None,
            lambda: 0.75,
            scale: None,
            seed: 1,
            threads: 1,
            every: 1,
            validation: 0.05,
        }
    }
}

impl Settings {
    /// Returns the number of epochs for a number of samples. Small sample sets overfit with many epochs.
    pub(crate) fn epochs(&self, samples: usize) -> u32 {
        self.epochs.unwrap_or((samples / 100_000).clamp(5, 10) as u32)
    }

    /// Returns the number of samples of a step: enough steps for few samples, little overhead for many. A multiple of
    /// the number of chunks.
    pub(crate) fn batch(samples: usize) -> usize {
        (samples / 256).clamp(512, 4096) / crate::gradient::CHUNKS * crate::gradient::CHUNKS
    }
}
