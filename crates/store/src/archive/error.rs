//! Why a site is not moved, backed up or checked.

use std::fmt::Display;

use super::differences::Differences;
use crate::error::StoreError;

/// Why a site is not moved, backed up or checked.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ArchiveError {
    /// What was given cannot be used, or does not do what is asked of it: what is wrong, and what would be right.
    #[error("{0}")]
    Refused(String),
    /// Everything was copied, and is not the same.
    #[error("{0}")]
    Differs(Differences),
}

impl ArchiveError {
    /// Something about a database, by its name.
    pub(super) fn at(name: &str, reason: impl Display) -> Self {
        Self::Refused(format!("{name}: {reason}"))
    }

    /// What a store complains about, which does not know how it is called.
    pub(super) fn store(name: &str) -> impl Fn(StoreError) -> Self {
        move |error| Self::at(name, error)
    }
}
