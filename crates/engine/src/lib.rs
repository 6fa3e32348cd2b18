#![doc = include_str!("../README.md")]

mod bench;
mod carryover;
mod draw_rules;
mod engine;
mod evaluation;
mod iterative_deepening;
mod level;
mod limits;
#[cfg(test)]
mod minimax;
pub mod network;
#[cfg(test)]
mod random_games;
mod rng;
pub mod samples;
mod score;
mod search;
mod system_memory;
mod thread_pool;
mod time_manager;
mod transposition_table;

pub use bench::{BenchComparison, BenchPosition, BenchResult, Speedup, bench, compare, speedup};
pub use engine::{Engine, Info, Options, Report};
pub use level::Level;
pub use limits::Limits;
pub use score::{Scale, Score};
pub use time_manager::PonderHit;
pub use transposition_table::TableTooLarge;
