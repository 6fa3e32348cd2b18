#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod client_error;
pub mod dxp;
mod end_reason;
pub mod hub;
mod notation;
mod report;

pub use client_error::ClientError;
/// The engine, whose options and limits are part of this API.
pub use engine;
pub use notation::{MoveError, PositionError};
