//! The arguments of `crownhead db`.

use std::path::PathBuf;

use clap::Subcommand;
use store::Database;

#[derive(Subcommand, Debug)]
pub(crate) enum DbCommand {
    /// Copy a site to another database, for example from SQLite to PostgreSQL, and compare every row.
    ///
    /// A database is a file, or postgres://USER@HOST/NAME. The copy has the state at the start of the command, without
    /// later moves: stop the site first. Run the same command again to resume an interrupted copy; an incomplete copy
    /// cannot be served. Existing data is never overwritten.
    Copy {
        /// The database to copy. It is not changed.
        #[arg(value_name = "FROM")]
        from: Database,
        /// An empty database, or a file that does not exist.
        #[arg(value_name = "TO")]
        to: Database,
    },
    /// Back up a running site to one file, with everything acknowledged before the command started.
    ///
    /// The file is an SQLite database, no matter which database the site uses, and can be served directly. It gets its
    /// name only when it is complete, verified and synced to disk. An existing file is not overwritten.
    Backup {
        /// The database: a file, or postgres://USER@HOST/NAME.
        #[arg(value_name = "DATABASE")]
        database: Database,
        /// The file to write.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Restore a backup to an empty database, and compare every row. Run it again to resume after an interruption.
    ///
    /// When a site starts on the restored database, running clocks get the time since the backup back.
    Restore {
        /// The backup.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// An empty PostgreSQL database, or a file that does not exist.
        #[arg(value_name = "DATABASE")]
        database: Database,
    },
    /// Replay every game from its event log, and compare the stored clocks, results, seats, ratings and rematches.
    ///
    /// Prints one fault per line and a summary on standard output. The exit code is 1 if there are faults. The site may
    /// run meanwhile.
    Verify {
        /// The database: a file, or postgres://USER@HOST/NAME.
        #[arg(value_name = "DATABASE")]
        database: Database,
    },
}
