#![doc = include_str!("../README.md")]

mod bench;
mod chance;
mod draws;
mod engine;
mod evaluation;
mod level;
mod limits;
mod memory;
pub mod samples;
mod score;
mod search;
mod table;
mod team;

pub use bench::{Bench, BenchPosition, Speedup, bench, speedup};
pub use engine::{Engine, Info, Options, Report};
pub use evaluation::{Evaluation, Material, Weights};
pub use level::Level;
pub use limits::Limits;
pub use score::Score;
pub use search::Pruning;
pub use table::{Table, TableTooLarge};
