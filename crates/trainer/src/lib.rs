#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adam;
mod dataset;
mod error;
mod gradient;
mod load;
mod logistic;
mod model;
mod parallel;
mod quantise;
mod report;
mod rng;
mod settings;
mod training;

pub use error::TrainError;
pub use report::{CalibrationRow, Losses, PhaseRow, Report, SampleFile};
pub use settings::Settings;
pub use training::{Progress, train};
