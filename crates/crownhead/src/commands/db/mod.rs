//! `crownhead db`: copies, backs up, restores, archives and verifies the database of a site.

mod progress;

use std::io::Write;
use std::time::Duration;

use play::time::Timestamp;
use store::archive::{self, ArchiveError, CopySummary, LogSummary};
use store::{Database, clock};

use super::quantity::quantity;
use crate::args::DbCommand;
use crate::failure::Failure;
use progress::Progress;

/// A day in milliseconds.
const DAY_MS: i64 = 24 * 3600 * 1000;

/// Runs a database command.
pub(crate) fn run(command: &DbCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        DbCommand::Copy { from, to } => {
            let summary =
                with_progress(|progress| archive::copy(from, to, &|update| progress.report(update)))?;
            print_summary(&summary, &format!("Copied {from} to {to}"), out)
        }
        DbCommand::Restore { file, database } => {
            let summary = with_progress(|progress| {
                archive::restore(file, database, &|update| progress.report(update))
            })?;
            print_summary(&summary, &format!("Restored {} to {database}", file.display()), out)
        }
        DbCommand::Backup { database, file } => {
            let backup =
                with_progress(|progress| archive::backup(database, file, &|update| progress.report(update)))?;
            let rows: Vec<(&str, u64)> =
                backup.rows.iter().map(|(name, rows)| (name.as_str(), *rows)).collect();
            print_rows(&rows, out)?;
            let megabytes = backup.bytes.div_ceil(1_000_000);
            let took = seconds(backup.elapsed);
            writeln!(out, "Backed up {database} to {}: {megabytes} MB in {took}.", file.display())?;
            Ok(())
        }
        DbCommand::Archive { older_than, compact, database } => {
            archive_games(database, *older_than, *compact, out)
        }
        DbCommand::Verify { database } => verify(database, out),
    }
}

fn archive_games(database: &Database, days: u32, compact: bool, out: &mut impl Write) -> Result<(), Failure> {
    let before = Timestamp(clock::machine_time().0 - i64::from(days) * DAY_MS);
    let (summary, sizes) = with_progress(|progress| {
        let size_before = archive::size(database)?;
        let summary = archive::archive_logs(database, before, &|update| progress.report(update))?;
        if compact {
            archive::compact(database)?;
        }
        Ok((summary, [size_before, archive::size(database)?]))
    })?;
    let LogSummary { games, events, skipped, elapsed, .. } = summary;
    let [events_before, events_after, before, after] =
        [summary.bytes, summary.compressed, sizes[0], sizes[1]].map(|bytes| bytes as f64 / 1e6);
    writeln!(
        out,
        "Archived {} with {} in {}: {events_before:.1} MB of events became {events_after:.1} MB.",
        quantity(games, "game", "games"),
        quantity(events, "event", "events"),
        seconds(elapsed)
    )?;
    if skipped > 0 {
        writeln!(
            out,
            "Skipped {} with incomplete logs: `crownhead db verify` names them.",
            quantity(skipped, "game", "games")
        )?;
    }
    writeln!(out, "Database size: {before:.1} MB before, {after:.1} MB after.")?;
    if !compact && games > 0 {
        writeln!(
            out,
            "Free space is reused for new games. To return it to the file system, stop the site and add \
             --compact."
        )?;
    }
    Ok(())
}

fn verify(database: &Database, out: &mut impl Write) -> Result<(), Failure> {
    let report = with_progress(|progress| archive::verify(database, &|update| progress.report(update)))?;
    for inconsistency in &report.inconsistencies {
        writeln!(out, "{inconsistency}")?;
    }
    write!(
        out,
        "Verified {} with {} in {}: ",
        quantity(report.games, "game", "games"),
        quantity(report.events, "event", "events"),
        seconds(report.elapsed)
    )?;
    if report.inconsistencies.is_empty() {
        writeln!(out, "no inconsistencies.")?;
        return Ok(());
    }
    let inconsistencies = quantity(report.inconsistencies.len() as u64, "inconsistency", "inconsistencies");
    writeln!(out, "{inconsistencies}, {} damaged.", quantity(report.damaged, "game", "games"))?;
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
