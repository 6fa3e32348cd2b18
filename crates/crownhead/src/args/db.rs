//! The arguments of `crownhead db`.

use std::path::PathBuf;

use clap::Subcommand;
use store::Database;

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
