#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bus;
mod connection;
mod error;
mod healing;
mod hint;
mod local;
mod nats;
mod postgres;
pub mod queue;
pub mod request;
mod shared;
mod signature;
mod topic;

pub use bus::Bus;
pub use connection::Line;
pub use error::{BusError, QueueError};
pub use healing::Healing;
pub use local::{LocalBus, OnNews};
pub use nats::check_address;
pub use shared::SharedBus;
pub use topic::Topic;
