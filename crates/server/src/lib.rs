#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod bus;
pub mod hall;
pub mod id;
pub mod store;
pub mod table;
pub mod time;
