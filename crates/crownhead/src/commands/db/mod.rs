//! `crownhead db`: copies, backs up, restores and verifies the database of a site.

mod progress;

use std::io::Write;
use std::time::Duration;

use store::Database;
use store::archive::{self, ArchiveError, CopySummary};

use crate::args::DbCommand;
use crate::failure::Failure;
use progress::Progress;

/// Runs a database command.
pub(crate) fn run(command: &DbCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        DbCommand::Copy { from, to } => {
            let summary = with_progress(|progress| archive::copy(from, to, &|stand| progress.report(stand)))?;
            print_summary(&summary, &format!("Copied {from} to {to}"), out)
        }
        DbCommand::Restore { file, database } => {
            let summary =
                with_progress(|progress| archive::restore(file, database, &|stand| progress.report(stand)))?;
            print_summary(&summary, &format!("Restored {} to {database}", file.display()), out)
        }
        DbCommand::Backup { database, file } => {
            let backup =
                with_progress(|progress| archive::backup(database, file, &|stand| progress.report(stand)))?;
            let rows: Vec<(&str, u64)> =
                backup.rows.iter().map(|(name, rows)| (name.as_str(), *rows)).collect();
            print_rows(&rows, out)?;
            let megabytes = backup.bytes.div_ceil(1_000_000);
            let took = seconds(backup.elapsed);
            writeln!(out, "Backed up {database} to {}: {megabytes} MB in {took}.", file.display())?;
            Ok(())
        }
        DbCommand::Verify { database } => verify(database, out),
    }
}

fn verify(database: &Database, out: &mut impl Write) -> Result<(), Failure> {
    let report = with_progress(|progress| archive::verify(database, &|stand| progress.report(stand)))?;
    for fault in &report.faults {
        writeln!(out, "{fault}")?;
    }
    write!(
        out,
        "Verified {} games with {} events in {}: ",
        report.games,
        report.events,
        seconds(report.elapsed)
    )?;
    if report.faults.is_empty() {
        writeln!(out, "no faults.")?;
        return Ok(());
    }
    writeln!(out, "{} faults, {} games damaged.", report.faults.len(), report.damaged)?;
    Err(Failure::Reported)
}

/// Runs an operation with a progress display.
fn with_progress<T>(operation: impl FnOnce(&Progress) -> Result<T, ArchiveError>) -> Result<T, Failure> {
    let progress = Progress::new();
    let result = operation(&progress);
    progress.clear();
    result.map_err(|error| match error {
        ArchiveError::Failed(reason) => Failure::Input(reason),
        ArchiveError::Differs(differences) => {
            eprintln!("{differences}");
            Failure::Reported
        }
    })
}

/// Prints what was copied; `done` is the beginning of the last sentence.
fn print_summary(summary: &CopySummary, done: &str, out: &mut impl Write) -> Result<(), Failure> {
    print_rows(&summary.rows, out)?;
    if summary.resumed_rows > 0 {
        writeln!(out, "{} of these rows were copied by the previous attempt.", summary.resumed_rows)?;
    }
    let (copied, compared) = (seconds(summary.copy_time), seconds(summary.compare_time));
    writeln!(out, "{done} in {copied}, and compared every row in {compared}.")?;
    Ok(())
}

/// Prints the number of rows of each table.
fn print_rows(rows: &[(&str, u64)], out: &mut impl Write) -> Result<(), Failure> {
    for (name, rows) in rows {
        writeln!(out, "{rows:>12} {name}")?;
    }
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
