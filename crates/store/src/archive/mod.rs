//! Whole sites: moved from one database to another, backed up, restored, and checked.
//!
//! Everything here is driven by one description of the tables ([`tables`]), and rows travel as plain values; so every pair of
//! databases works, and none has code of its own but for reading and writing. A backup is always a file of SQLite, which can
//! be served as it is.
//!
//! All this waits for disks and servers, and is for processes that do nothing else: call it from a thread that is not one of
//! an asynchronous runtime.

mod ahead;
mod backup;
mod compare;
mod copy;
mod differences;
mod error;
mod open;
mod part;
mod postgres;
mod progress;
mod rows;
mod sqlite;
pub mod tables;
mod value;
mod verify;

pub use backup::{BackedUp, backup};
pub use copy::{Summary, copy, restore};
pub use differences::Differences;
pub use error::ArchiveError;
pub use progress::{Stand, Tell};
pub use value::{Row, Value};
pub use verify::{Report, verify};
