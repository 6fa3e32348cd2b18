//! A test client of the play site, which uses only its public API, and test scenarios with real processes: crash, chaos,
//! rolling restart, load, hostile clients, size, start-up time, backup and archive.

#![forbid(unsafe_code)]

pub mod archive;
pub mod attack;
pub mod backup;
pub mod chaos;
pub mod client;
pub mod cluster;
pub mod computer;
pub mod crash;
mod error;
pub mod live;
pub mod load;
pub mod player;
pub mod rng;
pub mod rolling;
pub mod server;
pub mod size;
pub mod start;
pub mod workload;

pub use error::Error;
