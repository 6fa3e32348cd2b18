//! What a store cannot do.

/// Why a store does not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Nothing can be written: the disk is full, or may not be written to. What was acknowledged is not lost.
    #[error("the database cannot be written: {0}")]
    Unwritable(String),
    /// The database was made by a newer version of the program.
    #[error(
        "the database was made by a newer version of the program: its tables have version {found}, this program knows \
         {known}; use the newer program, or another database"
    )]
    Newer {
        /// The version of its tables.
        found: u32,
        /// The newest that this program knows.
        known: u32,
    },
    /// A site was being copied into the database, and not all of it is there.
    #[error(
        "a copy into this database was begun and is not finished: give the same `crownhead db copy` or `crownhead db \
         restore` again, which goes on where it was, or use another database"
    )]
    HalfACopy,
    /// The store is being closed.
    #[error("the database is being closed")]
    Closed,
    /// Something else.
    #[error("the database: {0}")]
    Other(String),
}

impl StoreError {
    /// What [`kind`](Self::kind) can be.
    pub const KINDS: [&str; 5] = ["unwritable", "newer", "half-a-copy", "closed", "other"];

    /// A word for it, by which such errors are counted.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unwritable(_) => "unwritable",
            Self::Newer { .. } => "newer",
            Self::HalfACopy => "half-a-copy",
            Self::Closed => "closed",
            Self::Other(_) => "other",
        }
    }
}
