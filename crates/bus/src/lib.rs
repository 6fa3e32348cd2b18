#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod announcement;
mod bus;
mod catch_up;
mod connection;
mod error;
mod local;
mod nats;
mod postgres;
pub mod queue;
pub mod request_id;
mod shared;
mod signer;
mod topic;

pub use bus::Bus;
pub use catch_up::CatchUp;
pub use connection::BusConnection;
pub use error::{BusError, QueueError};
pub use local::{LocalBus, OnEvents};
pub use nats::check_nats_url;
pub use shared::SharedBus;
pub use topic::Topic;
