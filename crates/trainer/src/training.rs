//! The training run: from sample files to a network.

use std::path::PathBuf;

use engine::network::{Network, UNITS_PER_CENTIMEN};

use crate::adam::Adam;
use crate::dataset::{Dataset, Sample};
use crate::error::TrainError;
use crate::gradient::{Gradient, Target};
use crate::load::{Loaded, load};
use crate::logistic::fit_scale;
use crate::model::{Activations, Model};
use crate::parallel;
use crate::quantise;
use crate::report::{Evaluation, Report};
use crate::rng::Rng;
use crate::settings::Settings;

/// The largest accepted increase of the validation loss when the weights are rounded.
const ROUNDING_BOUND: f64 = 2e-3;
/// The number of validation samples that a thread evaluates at a time.
const BLOCK: usize = 1 << 12;

/// The state of a training run, for a progress bar.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Progress {
    /// Sample files are read.
    Loading {
        /// The number of samples so far.
        samples: usize,
    },
    /// A step of training is complete.
    Step {
        /// The number of complete steps.
        step: u32,
        /// The number of steps of the run.
        steps: u32,
        /// The mean loss of the latest steps against the target.
        loss: f64,
    },
    /// A pass over the samples is complete.
    Epoch {
        /// The number of complete epochs.
        epoch: u32,
        /// The number of epochs of the run.
        epochs: u32,
        /// The mean loss over the training samples against the target.
        training: f64,
        /// The mean loss over the validation samples against the target.
        validation: f64,
    },
}

/// Trains a network on sample files. The same files in the same order with the same settings give the same network.
/// `program` is the name and version of the program, for the recipe.
pub fn train(
    paths: &[PathBuf],
    settings: &Settings,
    program: &str,
    mut on_progress: impl FnMut(Progress),
) -> Result<(Network, Report), TrainError> {
    let loaded = load(paths, settings, |samples| on_progress(Progress::Loading { samples }))?;
    let Loaded { rules, rules_json, files, training, validation } = loaded;
    let too_few = TrainError::TooFewSamples { training: training.len(), validation: validation.len() };
    if training.len() < crate::gradient::CHUNKS || validation.len() == 0 {
        return Err(too_few);
    }
    let shape = quantise::shape(&rules, settings.accumulators, settings.hidden, settings.buckets);
    shape.check()?;
    let pairs = |sample: Sample<'_>| (f64::from(sample.score), f64::from(sample.result));
    let scale = match settings.scale {
        Some(scale) => scale,
        None => fit_scale(&training.iter().map(pairs)).ok_or(TrainError::NoScale)?.round() as u16,
    };
    let target = Target { lambda: settings.lambda.into(), scale: scale.into() };
    let mut rng = Rng::new(settings.seed);
    let mut model = Model::new(shape, f32::from(scale), &mut rng);
    let epochs = run_epochs(&mut model, &training, &validation, target, settings, &mut rng, &mut on_progress);

    let mut network = quantise::quantise(&model, scale, rules_json)?;
    let float = logits(&model, &validation, settings.threads);
    let integer = integer_logits(&network, &model, &validation, settings.threads);
    let evaluation = Evaluation { data: &validation, target, shape, float: &float, integer: &integer };
    let report = Report::new(program, settings, files, &evaluation, training.len(), epochs);
    let (float, integer) = (report.losses.float, report.losses.integer);
    if integer > float + ROUNDING_BOUND {
        return Err(TrainError::Rounding { float, integer, bound: ROUNDING_BOUND });
    }
    network.recipe = report.recipe().to_string();
    Ok((network, report))
}

/// Trains for all epochs. Returns the losses against the target on the training and validation samples, by epoch.
fn run_epochs(
    model: &mut Model,
    training: &Dataset,
    validation: &Dataset,
    target: Target,
    settings: &Settings,
    rng: &mut Rng,
    on_progress: &mut impl FnMut(Progress),
) -> Vec<(f64, f64)> {
    let (epochs, batch) = (settings.epochs(training.len()), Settings::batch(training.len()));
    let steps_per_epoch = training.len().div_ceil(batch) as u32;
    let steps = epochs * steps_per_epoch;
    let mut adam = Adam::new(&model.layout, target.scale, steps);
    let mut parts = Gradient::parts(&model.layout);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let (mut losses, mut recent, mut step) = (Vec::new(), None, 0);
    for epoch in 1..=epochs {
        rng.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(batch) {
            let loss = Gradient::of_batch(&mut parts, model, training, batch, target, settings.threads);
            adam.step(&mut model.weights, &parts, batch.len(), settings.threads);
            sum += loss * batch.len() as f64;
            let smooth = recent.map_or(loss, |recent: f64| recent + (loss - recent) / 50.0);
            recent = Some(smooth);
            step += 1;
            on_progress(Progress::Step { step, steps, loss: smooth });
        }
        let logits = logits(model, validation, settings.threads);
        let validation_loss = validation.mean_loss(&logits, |sample| target.of(sample));
        let training_loss = sum / training.len() as f64;
        losses.push((training_loss, validation_loss));
        let (training, validation) = (training_loss, validation_loss);
        on_progress(Progress::Epoch { epoch, epochs, training, validation });
    }
    losses
}

/// Computes the logits of all samples.
fn logits(model: &Model, data: &Dataset, threads: usize) -> Vec<f64> {
    let state = || Activations::new(&model.layout.shape);
    map(data, threads, state, |activations, sample| model.logit(sample, activations).into())
}

/// Computes the logits of all samples with integers.
fn integer_logits(network: &Network, model: &Model, data: &Dataset, threads: usize) -> Vec<f64> {
    let units = f64::from(network.scale) * f64::from(UNITS_PER_CENTIMEN);
    let layout = &model.layout;
    map(
        data,
        threads,
        || (),
        |(), sample| f64::from(quantise::integer_units(network, layout, sample)) / units,
    )
}

fn map<S>(
    data: &Dataset,
    threads: usize,
    state: impl Fn() -> S + Sync,
    value: impl Fn(&mut S, &Sample<'_>) -> f64 + Sync,
) -> Vec<f64> {
    let mut values = vec![0.0; data.len()];
    parallel::for_each(threads, values.chunks_mut(BLOCK).enumerate(), state, |state, (block, values)| {
        for (i, out) in values.iter_mut().enumerate() {
            *out = value(state, &data.get(block * BLOCK + i));
        }
    });
    values
}
