//! `crownhead db`: whole sites moved, backed up, restored and checked.

mod progress;

use std::io::Write;
use std::time::Duration;

use store::Database;
use store::archive::{self, ArchiveError, Summary};

use crate::args::DbCommand;
use crate::failure::Failure;
use progress::Progress;

/// Runs it.
pub(crate) fn run(command: &DbCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        DbCommand::Copy { from, to } => {
            let done = telling(|progress| archive::copy(from, to, &|stand| progress.report(stand)))?;
            summary(&done, &format!("{from} is in {to} now"), out)
        }
        DbCommand::Restore { file, database } => {
            let done = telling(|progress| archive::restore(file, database, &|stand| progress.report(stand)))?;
            summary(&done, &format!("{} is in {database} now", file.display()), out)
        }
        DbCommand::Backup { database, file } => {
            let done = telling(|progress| archive::backup(database, file, &|stand| progress.report(stand)))?;
            let rows: Vec<(&str, u64)> =
                done.rows.iter().map(|(name, rows)| (name.as_str(), *rows)).collect();
            table(&rows, out)?;
            let megabytes = done.bytes.div_ceil(1_000_000);
            let took = seconds(done.took);
            writeln!(out, "{database} as it was is in {} now: {megabytes} MB, in {took}.", file.display())?;
            Ok(())
        }
        DbCommand::Verify { database } => verify(database, out),
    }
}

fn verify(database: &Database, out: &mut impl Write) -> Result<(), Failure> {
    let found = telling(|progress| archive::verify(database, &|stand| progress.report(stand)))?;
    for fault in &found.faults {
        writeln!(out, "{fault}")?;
    }
    let (games, events, took) = (found.games, found.events, seconds(found.took));
    if found.faults.is_empty() {
        writeln!(out, "{games} games with {events} events are as their logs say, in {took}.")?;
        return Ok(());
    }
    let (damaged, faults) = (found.damaged, found.faults.len());
    writeln!(
        out,
        "{faults} faults: {damaged} of {games} games with {events} events are damaged, in {took}."
    )?;
    Err(Failure::Found)
}

/// Does something while it is told how far it is.
fn telling<T>(work: impl FnOnce(&Progress) -> Result<T, ArchiveError>) -> Result<T, Failure> {
    let progress = Progress::new();
    let done = work(&progress);
    progress.end();
    done.map_err(|error| match error {
        ArchiveError::Refused(reason) => Failure::Input(reason),
        ArchiveError::Differs(differences) => {
            eprintln!("{differences}");
            Failure::Found
        }
    })
}

/// What was copied.
fn summary(done: &Summary, place: &str, out: &mut impl Write) -> Result<(), Failure> {
    table(&done.rows, out)?;
    if done.before > 0 {
        writeln!(out, "{} of these rows were there from the attempt before.", done.before)?;
    }
    let (copied, compared) = (seconds(done.copied), seconds(done.compared));
    writeln!(out, "{place}, copied in {copied} and compared row by row in {compared}.")?;
    Ok(())
}

/// How many rows each table has.
fn table(rows: &[(&str, u64)], out: &mut impl Write) -> Result<(), Failure> {
    for (name, rows) in rows {
        writeln!(out, "{rows:>12} {name}")?;
    }
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
