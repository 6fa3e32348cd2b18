//! Reading and writing rows in bulk, independent of the database.

use tokio_postgres::Statement;

use super::error::ArchiveError;
use super::tables::Table;
use super::value::{self, Row, Value};

/// Maximum number of rows per chunk.
pub(super) const CHUNK: usize = 5_000;

/// The scan of a table in the order of its key.
pub(super) struct Scan {
    pub(super) table: &'static Table,
    pub(super) position: ScanPosition,
}

/// The position of a scan.
#[derive(Clone)]
pub(super) enum ScanPosition {
    /// After the row with this key; `None` at the beginning.
    After(Option<Vec<Value>>),
    /// A cursor of the server.
    Cursor(Statement),
    /// At the end of the table.
    End,
}

/// A consistent snapshot of a database.
pub(super) trait Reader: Send {
    /// Starts to read a table, after the row with this key.
    fn scan(&mut self, table: &'static Table, after: Option<&[Value]>) -> Result<Scan, ArchiveError>;

    /// Returns the next rows; empty at the end of the table.
    fn next(&mut self, scan: &mut Scan) -> Result<Vec<Row>, ArchiveError>;

    /// Returns the number of rows of a table.
    fn count(&mut self, table: &Table) -> Result<u64, ArchiveError>;

    /// Returns the problems that the database finds in its own files.
    fn check(&mut self) -> Result<Vec<String>, ArchiveError>;
}

/// The progress of the copy of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct TableProgress {
    /// The key of the last row that was copied.
    pub(super) last: Option<Vec<Value>>,
    /// The number of copied rows.
    pub(super) rows: u64,
    /// Whether all rows were copied.
    pub(super) done: bool,
}

/// A copy that was interrupted.
pub(super) struct UnfinishedCopy {
    /// The name of the source.
    pub(super) source: String,
    /// The progress of each table.
    pub(super) tables: Vec<(String, TableProgress)>,
}

/// The target of a copy.
pub(super) trait Writer: Send {
    /// Returns the unfinished copy, if there is one.
    fn unfinished_copy(&mut self) -> Result<Option<UnfinishedCopy>, ArchiveError>;

    /// Begins a copy into the empty database.
    fn begin_copy(&mut self, source: &str) -> Result<(), ArchiveError>;

    /// Inserts rows and records the progress of the table, in one transaction.
    fn add(&mut self, table: &Table, rows: &[Row], progress: &TableProgress) -> Result<(), ArchiveError>;

    /// Completes the tables after all rows were inserted: sequences continue from the greatest number.
    fn finish_rows(&mut self) -> Result<(), ArchiveError>;

    /// Ends the copy, so that the database can be served.
    fn finish_copy(&mut self) -> Result<(), ArchiveError>;
}

/// Returns the error for a target that is not empty.
pub(super) fn not_empty(name: &str, table: &Table) -> ArchiveError {
    ArchiveError::at(
        name,
        format!(
            "there is data in it already (in the table {}), and nothing is ever overwritten: give a new file, or an empty \
             database (createdb makes one)",
            table.name
        ),
    )
}

/// Returns the error for a database with an unfinished copy.
pub(super) fn incomplete_copy(name: &str) -> ArchiveError {
    ArchiveError::at(
        name,
        "a copy into it was begun and is not finished: give the same `crownhead db copy` or `crownhead db restore` again, \
         which resumes it",
    )
}

/// Returns the error for a database of an older version.
pub(super) fn older(name: &str, found: u32, known: u32) -> ArchiveError {
    ArchiveError::at(
        name,
        format!(
            "it was made by an older version of the program: its tables have version {found}, this program's {known}. \
             `crownhead serve` brings them up to date when it starts; or use the program of that version"
        ),
    )
}

/// Returns the error for a row that cannot be written.
pub(super) fn unwritable(name: &str, table: &Table, row: &[Value], reason: &str) -> ArchiveError {
    ArchiveError::at(name, format!("the row {} cannot be written: {reason}", value::name(table, row)))
}
