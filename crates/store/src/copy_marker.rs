//! The marker of a database into which a site is being copied.

/// The table that holds the progress of a copy. A database with this table is incomplete and is not served.
pub(crate) const COPY_PROGRESS_TABLE: &str = "copying";
