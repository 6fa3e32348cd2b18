//! The report of a training run, and the recipe that is stored in the network.

use std::fmt;

use engine::network::NetworkShape;
use serde_json::{Value, json};

use crate::dataset::{Dataset, Sample};
use crate::gradient::Target;
use crate::logistic::{cross_entropy, fit_scale, sigmoid};
use crate::settings::Settings;

/// The number of rows of the calibration table.
const CALIBRATION_ROWS: usize = 10;

/// A file of samples that was used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleFile {
    /// The id of the rule set.
    pub rules: String,
    /// The program that played the games, and its version.
    pub program: String,
    /// The number of nodes searched for each move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// The other settings of self-play, such as the network that played; empty in old files.
    pub settings: String,
    /// The number of games.
    pub games: u64,
    /// The number of games that repeat an earlier one, and were not used.
    pub repeated: u64,
    /// The number of samples used.
    pub samples: u64,
}

/// Losses on the validation samples: the mean cross-entropy against the results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Of a constant: the mean result.
    pub constant: f64,
    /// Of the scores of the samples, at the scale that fits best: the search that played the games.
    pub scores: f64,
    /// Of the network before rounding.
    pub float: f64,
    /// Of the network in integers.
    pub integer: f64,
}

/// The losses at a range of numbers of pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct PhaseRow {
    /// The smallest and largest number of pieces.
    pub pieces: (u32, u32),
    /// The number of validation samples.
    pub samples: usize,
    /// The loss of the scores of the samples.
    pub scores: f64,
    /// The loss of the network in integers.
    pub integer: f64,
}

/// The samples whose winning chances the network puts in a range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CalibrationRow {
    /// The number of validation samples.
    pub samples: usize,
    /// The mean predicted result, 0 to 1.
    pub predicted: f64,
    /// The mean result, 0 to 1.
    pub actual: f64,
}

/// The report of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The program that trained the network, and its version.
    pub program: String,
    /// The settings.
    pub settings: Settings,
    /// The sizes of the network.
    pub shape: NetworkShape,
    /// The score in centimen at which the winning chances are about 73 %.
    pub scale: f64,
    /// The sample files.
    pub files: Vec<SampleFile>,
    /// The number of samples for training.
    pub training_samples: usize,
    /// The number of samples for validation.
    pub validation_samples: usize,
    /// The losses against the target on the training and validation samples, by epoch.
    pub epochs: Vec<(f64, f64)>,
    /// The losses against the results.
    pub losses: Losses,
    /// The losses by number of pieces, without empty rows.
    pub phases: Vec<PhaseRow>,
    /// The results by predicted winning chances, without empty rows.
    pub calibration: Vec<CalibrationRow>,
}

/// The predictions on the validation samples.
pub(crate) struct Evaluation<'e> {
    pub(crate) data: &'e Dataset,
    pub(crate) target: Target,
    pub(crate) shape: NetworkShape,
    /// The logits of the network before rounding.
    pub(crate) float: &'e [f64],
    /// The logits of the network in integers.
    pub(crate) integer: &'e [f64],
}

impl Report {
    pub(crate) fn new(
        program: &str,
        settings: &Settings,
        files: Vec<SampleFile>,
        evaluation: &Evaluation<'_>,
        training_samples: usize,
        epochs: Vec<(f64, f64)>,
    ) -> Self {
        let Evaluation { data, target, shape, float, integer } = *evaluation;
        let pairs = data.iter().map(|sample| (f64::from(sample.score), f64::from(sample.result)));
        let scale = fit_scale(&pairs).unwrap_or(f64::INFINITY);
        let scores: Vec<f64> = data.iter().map(|sample| f64::from(sample.score) / scale).collect();
        let result = |sample: &Sample<'_>| f64::from(sample.result);
        let mean = data.iter().map(|sample| f64::from(sample.result)).sum::<f64>() / data.len() as f64;
        let constant = (mean.clamp(1e-9, 1.0 - 1e-9) / (1.0 - mean.clamp(1e-9, 1.0 - 1e-9))).ln();
        let losses = Losses {
            constant: cross_entropy(constant, mean),
            scores: data.mean_loss(&scores, result),
            float: data.mean_loss(float, result),
            integer: data.mean_loss(integer, result),
        };
        Self {
            program: program.to_owned(),
            settings: *settings,
            shape,
            scale: target.scale,
            files,
            training_samples,
            validation_samples: data.len(),
            epochs,
            losses,
            phases: phases(data, &shape, &scores, integer),
            calibration: calibration(data, integer),
        }
    }

    /// Returns how the network was made, for its file. It has no times, so that the same run gives the same file.
    pub(crate) fn recipe(&self) -> Value {
        let round = |loss: f64| (loss * 1e5).round() / 1e5;
        let Settings { lambda, seed, every, validation, .. } = self.settings;
        let files = self.files.iter().map(|file| {
            let SampleFile { rules, program, nodes, seed, settings, games, repeated, samples } = file;
            json!({ "rules": rules, "program": program, "nodes": nodes, "seed": seed, "settings": settings,
                "games": games, "repeated_games": repeated, "samples": samples })
        });
        let (training, validation_loss) = self.epochs.last().copied().unwrap_or_default();
        let Losses { constant, scores, float, integer } = self.losses;
        json!({
            "program": self.program,
            "samples": {
                "files": files.collect::<Vec<_>>(),
                "every": every,
                "training": self.training_samples,
                "validation": self.validation_samples,
            },
            "settings": {
                "epochs": self.epochs.len(),
                "batch": Settings::batch(self.training_samples),
                "lambda": round(lambda.into()),
                "seed": seed,
                "validation": validation,
            },
            "losses": {
                "training_target": round(training),
                "validation_target": round(validation_loss),
                "constant": round(constant),
                "scores": round(scores),
                "float": round(float),
                "integer": round(integer),
            },
        })
    }
}

fn phases(data: &Dataset, shape: &NetworkShape, scores: &[f64], integer: &[f64]) -> Vec<PhaseRow> {
    let width = u32::from(shape.pieces_per_bucket);
    let rows = (0..u32::from(shape.buckets)).map(|bucket| PhaseRow {
        pieces: (bucket * width + 1, (bucket + 1) * width),
        samples: 0,
        scores: 0.0,
        integer: 0.0,
    });
    let mut rows: Vec<PhaseRow> = rows.collect();
    for ((sample, &score), &integer) in data.iter().zip(scores).zip(integer) {
        let row = &mut rows[shape.bucket(sample.features.len() as u32)];
        let result = f64::from(sample.result);
        row.samples += 1;
        row.scores += cross_entropy(score, result);
        row.integer += cross_entropy(integer, result);
    }
    rows.retain(|row| row.samples > 0);
    for row in &mut rows {
        row.scores /= row.samples as f64;
        row.integer /= row.samples as f64;
    }
    rows
}

fn calibration(data: &Dataset, logits: &[f64]) -> Vec<CalibrationRow> {
    let mut rows = vec![CalibrationRow { samples: 0, predicted: 0.0, actual: 0.0 }; CALIBRATION_ROWS];
    for (sample, &logit) in data.iter().zip(logits) {
        let chances = sigmoid(logit);
        let row = &mut rows[((chances * CALIBRATION_ROWS as f64) as usize).min(CALIBRATION_ROWS - 1)];
        row.samples += 1;
        row.predicted += chances;
        row.actual += f64::from(sample.result);
    }
    rows.retain(|row| row.samples > 0);
    for row in &mut rows {
        row.predicted /= row.samples as f64;
        row.actual /= row.samples as f64;
    }
    rows
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            let SampleFile { rules, program, nodes, seed, games, repeated, samples, .. } = file;
            writeln!(
                f,
                "{rules}: {games} games ({repeated} repeated), {samples} samples; {program}, {nodes} nodes, seed {seed}"
            )?;
        }
        let NetworkShape { accumulators, hidden, buckets, .. } = self.shape;
        let Settings { lambda, seed, .. } = self.settings;
        writeln!(f, "network: {accumulators} accumulators, {hidden} hidden neurons, {buckets} buckets")?;
        writeln!(
            f,
            "training: {} samples, {} epochs, lambda {lambda}, scale {}, seed {seed}",
            self.training_samples,
            self.epochs.len(),
            self.scale,
        )?;
        if let Some((training, validation)) = self.epochs.last() {
            writeln!(f, "loss against the target: training {training:.5}, validation {validation:.5}")?;
        }
        let Losses { constant, scores, float, integer } = self.losses;
        writeln!(f, "\nloss against the result, {} validation samples", self.validation_samples)?;
        writeln!(f, "  constant            {constant:.5}")?;
        writeln!(f, "  scores of samples   {scores:.5}")?;
        writeln!(f, "  network             {float:.5}")?;
        writeln!(f, "  network in integers {integer:.5}")?;
        writeln!(f, "\n pieces   samples  scores   network")?;
        for PhaseRow { pieces: (low, high), samples, scores, integer } in &self.phases {
            writeln!(f, "{low:>3}-{high:<3} {samples:>9}  {scores:.5}  {integer:.5}")?;
        }
        writeln!(f, "\npredicted  actual   samples")?;
        for CalibrationRow { samples, predicted, actual } in &self.calibration {
            writeln!(f, "{:>7.1} % {:>5.1} % {samples:>9}", 100.0 * predicted, 100.0 * actual)?;
        }
        Ok(())
    }
}
