//! Errors of copies, backups and checks.

use std::fmt::Display;

use super::differences::Differences;
use crate::error::StoreError;

/// The reason why a copy, a backup or a check failed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A database or file cannot be used. The message says what is wrong, and what would be right.
    #[error("{0}")]
    Failed(String),
    /// The copy is complete, but differs from its source.
    #[error("{0}")]
    Differs(Differences),
}

impl ArchiveError {
    /// Returns an error about the database with this name.
    pub(super) fn at(name: &str, reason: impl Display) -> Self {
        Self::Failed(format!("{name}: {reason}"))
    }

    /// Returns a function that adds the name of the database to the error of a store.
    pub(super) fn store(name: &str) -> impl Fn(StoreError) -> Self {
        move |error| Self::at(name, error)
    }
}
