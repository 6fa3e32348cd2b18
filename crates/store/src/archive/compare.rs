//! Comparison of two databases, row by row.

use std::cmp::Ordering;
use std::thread;

use super::differences::Differences;
use super::error::ArchiveError;
use super::prefetch::Prefetch;
use super::progress::{OnProgress, Progress};
use super::rows::Reader;
use super::tables::{TABLES, Table};
use super::value::{self, Row, order};

/// Number of rows compared between two progress reports.
const REPORT_INTERVAL: u64 = 20_000;

/// Compares every row of every table. Returns the number of rows of each table, or the differences.
pub(super) fn compare(
    from: &mut dyn Reader,
    to: &mut dyn Reader,
    on_progress: OnProgress<'_>,
) -> Result<Vec<(&'static str, u64)>, ArchiveError> {
    let mut differences = Differences::default();
    let mut rows = Vec::new();
    for table in TABLES {
        let total = from.count(table)?;
        let report = |done| on_progress(Progress { action: "comparing", subject: table.name, done, total });
        report(0);
        let compared = thread::scope(|scope| {
            let mut from = Prefetch::start(scope, from, table, None);
            let mut to = Prefetch::start(scope, to, table, None);
            compare_table(table, &mut from, &mut to, &mut differences, &report)
        })?;
        report(compared);
        rows.push((table.name, compared));
    }
    if differences.count > 0 { Err(ArchiveError::Differs(differences)) } else { Ok(rows) }
}

/// Compares the sorted rows of both databases. Returns the number of rows of the first.
fn compare_table(
    table: &Table,
    from: &mut Prefetch,
    to: &mut Prefetch,
    differences: &mut Differences,
    report: &dyn Fn(u64),
) -> Result<u64, ArchiveError> {
    let (mut compared, mut source_row, mut copy_row) = (0, from.next_row()?, to.next_row()?);
    loop {
        let order = match (&source_row, &copy_row) {
            (None, None) => return Ok(compared),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(source), Some(copy)) => order(table, source, copy),
        };
        match order {
            Ordering::Equal if source_row != copy_row => {
                differences.add(|| describe(table, &source_row, &copy_row));
            }
            Ordering::Equal => {}
            Ordering::Less => {
                differences.add(|| format!("{}: missing in the copy", name(table, &source_row)));
            }
            Ordering::Greater => {
                differences.add(|| format!("{}: only in the copy", name(table, &copy_row)));
            }
        }
        if order.is_le() {
            source_row = from.next_row()?;
            compared += 1;
            if compared % REPORT_INTERVAL == 0 {
                report(compared);
            }
        }
        if order.is_ge() {
            copy_row = to.next_row()?;
        }
    }
}

fn name(table: &Table, row: &Option<Row>) -> String {
    row.as_deref().map_or_else(String::new, |row| value::name(table, row))
}

/// Describes the columns in which two rows with the same key differ.
fn describe(table: &Table, source_row: &Option<Row>, copy_row: &Option<Row>) -> String {
    let columns = table.columns.iter().zip(source_row.iter().flatten().zip(copy_row.iter().flatten()));
    let changes: Vec<String> = columns
        .filter(|(_, (source, copy))| source != copy)
        .map(|(column, (source, copy))| {
            format!("{}: {source} in the source, {copy} in the copy", column.name)
        })
        .collect();
    format!("{}: {}", name(table, source_row), changes.join("; "))
}
