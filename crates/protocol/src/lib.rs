#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod client_error;
pub mod dxp;
pub mod hub;
mod squares;

pub use client_error::ClientError;
