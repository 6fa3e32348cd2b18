//! `crownhead db`: whole sites moved, backed up, restored and checked.

mod progress;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use server::archive::{self, ArchiveError, Summary};
use server::store::Database;

use crate::failure::Failure;
use progress::Progress;

#[derive(Subcommand, Debug)]
pub(crate) enum DbCommand {
    /// Copy a site into another database, from SQLite to PostgreSQL for example, and compare every row.
    ///
    /// A database is a file, or postgres://USER@HOST/NAME. What is copied is the site as it is when the command begins: stop
    /// it before, or what is played meanwhile is not part of the copy. A copy that was interrupted goes on where it was when
    /// the same command is given again; until it is finished, nobody can serve the new database. Nothing is ever overwritten.
    Copy {
        /// The database that is copied. Nothing in it is changed.
        #[arg(value_name = "FROM")]
        from: Database,
        /// An empty database, or a file that is not there yet.
        #[arg(value_name = "TO")]
        to: Database,
    },
    /// Write a site to one file while it goes on: everything that was acknowledged before the command began is in it.
    ///
    /// The file is a database of SQLite, wherever the site is kept, and can be served as it is. It has its name only when it
    /// is whole, checked and on the disk. A file that is there is not overwritten.
    Backup {
        /// The database: a file, or postgres://USER@HOST/NAME.
        #[arg(value_name = "DATABASE")]
        database: Database,
        /// The file to write.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Put a backup into an empty database, and compare every row. Interrupted, it goes on when given again.
    ///
    /// A site that is started on it gives its clocks the time back that has passed since the backup.
    Restore {
        /// The backup.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// An empty database of PostgreSQL, or a file that is not there yet.
        #[arg(value_name = "DATABASE")]
        database: Database,
    },
    /// Fold every game from its log, and compare what is kept beside it: clocks, ends, seats, ratings, revenges.
    ///
    /// What is wrong is told on standard output, one a line, and how much on the last; exit code 1 if anything is. The site may
    /// be served meanwhile.
    Verify {
        /// The database: a file, or postgres://USER@HOST/NAME.
        #[arg(value_name = "DATABASE")]
        database: Database,
    },
}

/// Runs it.
pub(crate) fn run(command: &DbCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        DbCommand::Copy { from, to } => {
            let done = telling(|progress| archive::copy(from, to, &|stand| progress.tell(stand)))?;
            summary(&done, &format!("{from} is in {to} now"), out)
        }
        DbCommand::Restore { file, database } => {
            let done = telling(|progress| archive::restore(file, database, &|stand| progress.tell(stand)))?;
            summary(&done, &format!("{} is in {database} now", file.display()), out)
        }
        DbCommand::Backup { database, file } => {
            let done = telling(|progress| archive::backup(database, file, &|stand| progress.tell(stand)))?;
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
    let found = telling(|progress| archive::verify(database, &|stand| progress.tell(stand)))?;
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
