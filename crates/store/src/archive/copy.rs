//! Copies of a site from one database to another: table by table, in chunks. Each chunk is committed with its progress,
//! so that an interrupted copy can be resumed.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::compare::compare;
use super::error::ArchiveError;
use super::open::{is_same_database, reader, reader_of_incomplete, writer};
use super::prefetch::Prefetch;
use super::progress::{OnProgress, Progress};
use super::rows::{Reader, TableProgress, Writer};
use super::tables::{TABLES, Table};
use crate::database::Database;

/// The summary of a copy.
#[derive(Clone, PartialEq, Debug)]
pub struct CopySummary {
    /// The number of rows of each table.
    pub rows: Vec<(&'static str, u64)>,
    /// The number of rows that an earlier attempt had copied.
    pub resumed_rows: u64,
    /// The duration of the copy.
    pub copy_time: Duration,
    /// The duration of the comparison.
    pub compare_time: Duration,
}

/// Copies a snapshot of a site to an empty database, or resumes an interrupted copy, and compares every row.
pub fn copy(
    from: &Database,
    to: &Database,
    on_progress: OnProgress<'_>,
) -> Result<CopySummary, ArchiveError> {
    if is_same_database(from, to)? {
        let reason = "it cannot be copied into itself: give another database as the second";
        return Err(ArchiveError::at(&from.to_string(), reason));
    }
    transfer(&mut *reader(from)?, &source_name(from), to, on_progress)
}

/// Copies a backup to an empty database, and compares every row.
pub fn restore(file: &Path, to: &Database, on_progress: OnProgress<'_>) -> Result<CopySummary, ArchiveError> {
    copy(&Database::File(file.to_owned()), to, on_progress)
}

/// Returns the recorded name of the source, so that a copy is not resumed from another database.
fn source_name(from: &Database) -> String {
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
    on_progress: OnProgress<'_>,
) -> Result<CopySummary, ArchiveError> {
    let start = Instant::now();
    let mut target = writer(to)?;
    let tables = begin_or_resume(&mut *target, source, to)?;
    let resumed_rows = tables.iter().map(|progress| progress.rows).sum();
    for (table, progress) in TABLES.into_iter().zip(tables) {
        copy_table(table, progress, from, &mut *target, on_progress)?;
    }
    target.finish_rows()?;
    let copy_time = start.elapsed();
    let rows = compare(from, &mut *reader_of_incomplete(to)?, on_progress)?;
    target.finish_copy()?;
    Ok(CopySummary { rows, resumed_rows, copy_time, compare_time: start.elapsed().saturating_sub(copy_time) })
}

/// Begins a copy, or resumes an unfinished one of the same source. Returns the progress of each table.
fn begin_or_resume(
    target: &mut dyn Writer,
    source: &str,
    to: &Database,
) -> Result<Vec<TableProgress>, ArchiveError> {
    let Some(unfinished) = target.unfinished_copy()? else {
        target.begin_copy(source)?;
        return Ok(vec![TableProgress::default(); TABLES.len()]);
    };
    if unfinished.source != source {
        return Err(ArchiveError::at(
            &to.to_string(),
            format!(
                "a copy of {} into it was begun and is not finished: go on with that one, or give an empty database or a new file \
                 (the unfinished copy can be removed)",
                unfinished.source
            ),
        ));
    }
    let progress = |table: &Table| unfinished.tables.iter().find(|(name, _)| name == table.name);
    Ok(TABLES.map(|table| progress(table).map(|(_, progress)| progress.clone()).unwrap_or_default()).to_vec())
}

/// Copies the remaining rows of a table.
fn copy_table(
    table: &'static Table,
    mut progress: TableProgress,
    from: &mut dyn Reader,
    target: &mut dyn Writer,
    on_progress: OnProgress<'_>,
) -> Result<(), ArchiveError> {
    if progress.done {
        return Ok(());
    }
    let total = from.count(table)?;
    let report = |done| on_progress(Progress { action: "copying", subject: table.name, done, total });
    report(progress.rows);
    thread::scope(|scope| {
        let mut rows_ahead = Prefetch::start(scope, from, table, progress.last.clone());
        while !progress.done {
            let rows = rows_ahead.next_chunk()?;
            progress.rows += rows.len() as u64;
            match rows.last() {
                Some(last) if table.key > 0 => progress.last = Some(last[..table.key].to_vec()),
                // A table without a key is read in one chunk.
                _ => progress.done = true,
            }
            target.add(table, &rows, &progress)?;
            report(progress.rows);
        }
        Ok(())
    })
}
