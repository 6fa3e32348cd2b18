#![doc = include_str!("../README.md")]

mod bench;
mod deepening;
mod draws;
mod engine;
mod evaluation;
mod level;
mod limits;
mod memory;
#[cfg(test)]
mod minimax;
mod pool;
mod rng;
pub mod samples;
mod score;
mod search;
mod table;
mod time;

pub use bench::{Bench, BenchPosition, Speedup, bench, speedup};
pub use engine::{Engine, Info, Options, Report};
pub use level::Level;
pub use limits::Limits;
pub use score::Score;
pub use table::TableTooLarge;
