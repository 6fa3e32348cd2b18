//! Reading and writing rows in bulk, whatever the database.

use tokio_postgres::Statement;

use super::error::ArchiveError;
use super::tables::Table;
use super::value::{self, Row, Value};

/// So many rows travel together.
pub(super) const CHUNK: usize = 5_000;

/// A table that is being read, in the order of its key.
pub(super) struct Scan {
    pub(super) table: &'static Table,
    pub(super) state: State,
}

/// How far it was read.
#[derive(Clone)]
pub(super) enum State {
    /// Up to the row with this key.
    After(Option<Vec<Value>>),
    /// The server knows.
    Cursor(Statement),
    /// To its end.
    Over,
}

/// A database as it was at one moment, whatever is written meanwhile.
pub(super) trait Reader: Send {
    /// Begins to read a table, after the row with this key.
    fn scan(&mut self, table: &'static Table, after: Option<&[Value]>) -> Result<Scan, ArchiveError>;

    /// The next rows; none: that was all.
    fn next(&mut self, scan: &mut Scan) -> Result<Vec<Row>, ArchiveError>;

    /// How many rows a table has.
    fn count(&mut self, table: &Table) -> Result<u64, ArchiveError>;

    /// What the database itself finds wrong with its own files.
    fn check(&mut self) -> Result<Vec<String>, ArchiveError>;
}

/// How far the copying of a table has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Mark {
    /// The key of the last row that was copied.
    pub(super) last: Option<Vec<Value>>,
    /// How many were.
    pub(super) rows: u64,
    /// Is that all?
    pub(super) done: bool,
}

/// A copy that was begun before.
pub(super) struct Begun {
    /// What is being copied.
    pub(super) source: String,
    /// How far each table has come.
    pub(super) marks: Vec<(String, Mark)>,
}

/// A database that is being filled.
pub(super) trait Writer: Send {
    /// The copy that was begun before, if one was.
    fn begun(&mut self) -> Result<Option<Begun>, ArchiveError>;

    /// Begins a copy into the empty database.
    fn begin(&mut self, source: &str) -> Result<(), ArchiveError>;

    /// Adds rows to a table, and notes how far that is, in one transaction.
    fn add(&mut self, table: &Table, rows: &[Row], mark: &Mark) -> Result<(), ArchiveError>;

    /// Everything is there: what is counted goes on from it.
    fn all_there(&mut self) -> Result<(), ArchiveError>;

    /// The copy is done.
    fn end(&mut self) -> Result<(), ArchiveError>;
}

/// What is said about a database that cannot be written to because of what is in it.
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

/// What is said about a database that cannot be read because it is half a copy.
pub(super) fn half_a_copy(name: &str) -> ArchiveError {
    ArchiveError::at(
        name,
        "a copy into it was begun and is not finished: give the same `crownhead db copy` or `crownhead db restore` again, \
         which goes on where it was",
    )
}

/// What is said about a database of an older version.
pub(super) fn older(name: &str, found: u32, known: u32) -> ArchiveError {
    ArchiveError::at(
        name,
        format!(
            "it was made by an older version of the program: its tables have version {found}, this program's {known}. \
             `crownhead serve` brings them up to date when it starts; or use the program of that version"
        ),
    )
}

/// What is said about a row that cannot be written.
pub(super) fn unwritable(name: &str, table: &Table, row: &[Value], why: &str) -> ArchiveError {
    ArchiveError::at(name, format!("the row {} cannot be written: {why}", value::name(table, row)))
}
