//! Copies, backups, restores and checks of complete sites, and the archiving of old games.
//!
//! Everything uses one description of the tables ([`tables`]) and plain values, so every pair of databases works, and
//! only reading and writing depend on the database. A backup is always an SQLite file, which can be served directly.
//!
//! All functions that are not asynchronous block. Do not call them from a thread of an asynchronous runtime.

mod backup;
mod compact;
mod compare;
mod copy;
mod differences;
mod error;
mod logs;
mod open;
mod partial_file;
mod postgres;
mod prefetch;
mod progress;
mod rows;
mod sqlite;
pub mod tables;
mod value;
mod verify;

pub use backup::{BackupSummary, backup};
pub use compact::{compact, size};
pub use copy::{CopySummary, copy, restore};
pub use differences::Differences;
pub use error::ArchiveError;
pub use logs::{LogSummary, archive_logs, archive_store_logs};
pub use progress::{OnProgress, Progress};
pub use value::{Row, Value};
pub use verify::{VerifyReport, verify};
