//! Real servers for tests and trials: each in a folder of its own, on a port of its own, and gone when it is dropped.
//!
//! ```no_run
//! # async fn example() -> Result<(), services::Trouble> {
//! let postgres = services::Postgres::shared().await?;
//! let url = postgres.create_database().await?;
//! let nats = services::Nats::start().await?;
//! // A node that is given the relay's address can lose its bus, and find it again.
//! let mut relay = services::Relay::start(nats.address()).await?;
//! relay.stall().await?;
//! relay.mend().await?;
//! # drop(url);
//! # Ok(())
//! # }
//! ```
//!
//! Nothing is skipped where a server cannot be started: [`Trouble`] says which package is missing, and how to get it.

#![forbid(unsafe_code)]

mod folder;
mod nats;
mod nginx;
mod port;
mod postgres;
mod process;
mod program;
mod relay;
mod trouble;
mod user;

pub use nats::Nats;
pub use nginx::Nginx;
pub use postgres::Postgres;
pub use relay::Relay;
pub use trouble::Trouble;
