//! Starts real servers for tests: PostgreSQL, NATS and nginx, each in its own folder and on its own port. A server is
//! stopped when its handle is dropped.
//!
//! ```no_run
//! # async fn example() -> Result<(), testservers::Error> {
//! let postgres = testservers::Postgres::shared().await?;
//! let url = postgres.create_database().await?;
//! let nats = testservers::Nats::start().await?;
//! // A node that connects through the relay can lose its connection to NATS, and get it back.
//! let mut relay = testservers::Relay::start(nats.address()).await?;
//! relay.stall().await?;
//! relay.restore().await?;
//! # drop(url);
//! # Ok(())
//! # }
//! ```
//!
//! Without the feature `servers`, the crate only finds the programs: `cargo xtask services` asks what is missing.
//!
//! No test is skipped where a program is missing: the [`Error`] names its package and how to get it.

#![forbid(unsafe_code)]

mod error;
#[cfg(feature = "servers")]
mod nats;
#[cfg(feature = "servers")]
mod nginx;
mod packages;
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
mod temp_folder;
#[cfg(feature = "servers")]
mod user;

pub use error::Error;
#[cfg(feature = "servers")]
pub use nats::Nats;
#[cfg(feature = "servers")]
pub use nginx::Nginx;
pub use packages::PACKAGES_FOLDER;
#[cfg(feature = "servers")]
pub use postgres::Postgres;
pub use program::{command, faketime_library, missing_packages};
#[cfg(feature = "servers")]
pub use relay::Relay;
pub use temp_folder::TempFolder;
