//! Real servers for tests and trials: each in a folder of its own, on a port of its own, and gone when it is dropped.
//!
//! ```no_run
//! # async fn example() -> Result<(), testservers::Trouble> {
//! let postgres = testservers::Postgres::shared().await?;
//! let url = postgres.create_database().await?;
//! let nats = testservers::Nats::start().await?;
//! // A node that is given the relay's address can lose its bus, and find it again.
//! let mut relay = testservers::Relay::start(nats.address()).await?;
//! relay.stall().await?;
//! relay.mend().await?;
//! # drop(url);
//! # Ok(())
//! # }
//! ```
//!
//! Without the feature `servers`, the crate only finds the programs: `cargo xtask services` asks what is missing.
//!
//! Nothing is skipped where a server cannot be started: [`Trouble`] says which package is missing, and how to get it.

#![forbid(unsafe_code)]

mod folder;
#[cfg(feature = "servers")]
mod nats;
#[cfg(feature = "servers")]
mod nginx;
#[cfg(feature = "servers")]
mod port;
#[cfg(feature = "servers")]
mod postgres;
#[cfg(feature = "servers")]
mod process;
mod program;
#[cfg(feature = "servers")]
mod relay;
#[cfg(feature = "servers")]
mod server;
mod trouble;
mod unpacked;
#[cfg(feature = "servers")]
mod user;

pub use folder::Folder;
#[cfg(feature = "servers")]
pub use nats::Nats;
#[cfg(feature = "servers")]
pub use nginx::Nginx;
#[cfg(feature = "servers")]
pub use postgres::Postgres;
pub use program::{command, faketime, missing_packages};
#[cfg(feature = "servers")]
pub use relay::Relay;
pub use trouble::Trouble;
pub use unpacked::UNPACKED;
