//! The mark of a database into which a site is being copied.

/// The table that holds how far a copy has come. While it exists, the database is not served.
pub(crate) const COPYING: &str = "copying";
