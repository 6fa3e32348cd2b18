//! Why a site is not moved, backed up or checked.

use std::fmt;

use super::Differences;
use crate::store::StoreError;

/// Why a site is not moved, backed up or checked.
#[derive(Clone, PartialEq, Debug)]
pub enum ArchiveError {
    /// What was given cannot be used, or does not do what is asked of it: what is wrong, and what would be right.
    Refused(String),
    /// Everything was copied, and is not the same.
    Differs(Differences),
}

impl ArchiveError {
    /// Something about a database, by its name.
    pub(super) fn at(name: &str, reason: impl fmt::Display) -> Self {
        Self::Refused(format!("{name}: {reason}"))
    }

    /// What a store complains about, which does not know how it is called.
    pub(super) fn store(name: &str) -> impl Fn(StoreError) -> Self {
        move |error| Self::at(name, error)
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => f.write_str(reason),
            Self::Differs(differences) => differences.fmt(f),
        }
    }
}

impl std::error::Error for ArchiveError {}
