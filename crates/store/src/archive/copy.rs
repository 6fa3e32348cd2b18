//! A site copied from one database into another: table by table, in chunks, each of which is noted with its rows. Who is
//! interrupted goes on there.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::ahead::Ahead;
use super::compare::compare;
use super::error::ArchiveError;
use super::open::{are_one, half_copied, reader, writer};
use super::progress::{Stand, Tell};
use super::rows::{Mark, Reader, Writer};
use super::tables::{TABLES, Table};
use crate::database::Database;

/// What was copied.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many rows each table has.
    pub rows: Vec<(&'static str, u64)>,
    /// How many of all rows were there from an earlier attempt.
    pub before: u64,
    /// How long it took to copy.
    pub copied: Duration,
    /// How long it took to compare.
    pub compared: Duration,
}

/// Copies a site as it is now into an empty database, or goes on with a copy that was interrupted, and compares every row.
pub fn copy(from: &Database, to: &Database, tell: Tell<'_>) -> Result<Summary, ArchiveError> {
    if are_one(from, to)? {
        let reason = "it cannot be copied into itself: give another database as the second";
        return Err(ArchiveError::at(&from.to_string(), reason));
    }
    transfer(&mut *reader(from)?, &source(from), to, tell)
}

/// Puts a backup into an empty database, and compares every row.
pub fn restore(file: &Path, to: &Database, tell: Tell<'_>) -> Result<Summary, ArchiveError> {
    copy(&Database::File(file.to_owned()), to, tell)
}

/// How a database is called that is copied, so that nobody goes on with another one.
fn source(from: &Database) -> String {
    match from {
        Database::File(path) => path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string(),
        Database::Postgres { .. } => from.to_string(),
    }
}

/// Copies all tables from a reader, and compares them.
pub(super) fn transfer(
    from: &mut dyn Reader,
    source: &str,
    to: &Database,
    tell: Tell<'_>,
) -> Result<Summary, ArchiveError> {
    let begun = Instant::now();
    let mut target = writer(to)?;
    let marks = marks(&mut *target, source, to)?;
    let before = marks.iter().map(|mark| mark.rows).sum();
    for (table, mark) in TABLES.into_iter().zip(marks) {
        fill(table, mark, from, &mut *target, tell)?;
    }
    target.all_there()?;
    let copied = begun.elapsed();
    let rows = compare(from, &mut *half_copied(to)?, tell)?;
    target.end()?;
    Ok(Summary { rows, before, copied, compared: begun.elapsed().saturating_sub(copied) })
}

/// How far the copying of each table has come.
fn marks(target: &mut dyn Writer, source: &str, to: &Database) -> Result<Vec<Mark>, ArchiveError> {
    let Some(begun) = target.begun()? else {
        target.begin(source)?;
        return Ok(vec![Mark::default(); TABLES.len()]);
    };
    if begun.source != source {
        return Err(ArchiveError::at(
            &to.to_string(),
            format!(
                "a copy of {} into it was begun and is not finished: go on with that one, or give an empty database or a file that is not there (what was begun can be removed)",
                begun.source
            ),
        ));
    }
    let mark = |table: &Table| begun.marks.iter().find(|(name, _)| name == table.name);
    Ok(TABLES.map(|table| mark(table).map(|(_, mark)| mark.clone()).unwrap_or_default()).to_vec())
}

/// Copies what is left of a table.
fn fill(
    table: &'static Table,
    mut mark: Mark,
    from: &mut dyn Reader,
    target: &mut dyn Writer,
    tell: Tell<'_>,
) -> Result<(), ArchiveError> {
    if mark.done {
        return Ok(());
    }
    let of = from.count(table)?;
    let stand = |done| tell(Stand { doing: "copying", what: table.name, done, of });
    stand(mark.rows);
    thread::scope(|scope| {
        let mut ahead = Ahead::read(scope, from, table, mark.last.clone());
        while !mark.done {
            let rows = ahead.chunk()?;
            mark.rows += rows.len() as u64;
            match rows.last() {
                Some(last) if table.key > 0 => mark.last = Some(last[..table.key].to_vec()),
                // What has no key comes at once.
                _ => mark.done = true,
            }
            target.add(table, &rows, &mark)?;
            stand(mark.rows);
        }
        Ok(())
    })
}
