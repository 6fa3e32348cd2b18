#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod client_error;
pub mod dxp;
pub mod hub;
mod notation;
mod reason;
mod report;

pub use client_error::ClientError;
/// The engine, whose options and limits this API takes.
pub use engine;
pub use notation::{MoveError, PositionError};
