#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod bus;
pub mod id;
pub mod store;
pub mod time;
