//! Errors of a store.

/// The reason why a store does not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be written at the moment: the disk is full or read-only, or the server is not reached.
    /// Acknowledged data is not lost.
    #[error("the database cannot be written: {0}")]
    Unwritable(String),
    /// The database was made by a newer version of the program.
    #[error(
        "the database was made by a newer version of the program: its tables have version {found}, this program knows \
         {known}; use the newer program, or another database"
    )]
    Newer {
        /// The version of the tables.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// A copy of a site into the database was not finished.
    #[error(
        "a copy into this database was begun and is not finished: give the same `crownhead db copy` or `crownhead db \
         restore` again, which resumes it, or use another database"
    )]
    IncompleteCopy,
    /// Stored data cannot be read: it was damaged. Other data is not affected.
    #[error("the database has damaged data: {0}")]
    Damaged(String),
    /// A query took too long and was interrupted.
    #[error("the database took too long to answer")]
    Timeout,
    /// The store is being closed.
    #[error("the database is being closed")]
    Closed,
    /// Any other error.
    #[error("the database: {0}")]
    Other(String),
}

impl StoreError {
    /// All values of [`kind`](Self::kind).
    pub const KINDS: [&str; 7] =
        ["unwritable", "newer", "incomplete-copy", "damaged", "timeout", "closed", "other"];

    /// Returns the label by which such errors are counted.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unwritable(_) => "unwritable",
            Self::Newer { .. } => "newer",
            Self::IncompleteCopy => "incomplete-copy",
            Self::Damaged(_) => "damaged",
            Self::Timeout => "timeout",
            Self::Closed => "closed",
            Self::Other(_) => "other",
        }
    }
}
