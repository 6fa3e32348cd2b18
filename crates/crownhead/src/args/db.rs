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
    /// The file is an SQLite database, no matter which database the site uses, and can be served directly. It is
    /// renamed to FILE only when it is complete, verified and synced to disk. An existing file is not overwritten.
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
    /// When a site starts on the restored database, running clocks are credited with the time since the backup.
    Restore {
        /// The backup.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// An empty PostgreSQL database, or a file that does not exist.
        #[arg(value_name = "DATABASE")]
        database: Database,
    },
    /// Compress the event logs of old finished games within the database. The site still shows them.
    ///
    /// The site can run meanwhile. Logs are compressed a few at a time; run the command again to continue after an
    /// interruption. The space that becomes free is used for new games; --compact returns it to the disk.
    Archive {
        /// Archive games that ended more than this many days ago.
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
        older_than: u32,
        /// Rewrite the database without free space. Nothing can be written meanwhile, so stop the site first.
        #[arg(long)]
        compact: bool,
        /// The database: a file, or postgres://USER@HOST/NAME.
        #[arg(value_name = "DATABASE")]
        database: Database,
    },
    /// Replay every game from its event log, and compare the stored clocks, results, seats, ratings and rematches.
    ///
    /// Prints one inconsistency per line and a summary on standard output. The exit code is 1 if there are any. The
    /// site can run meanwhile.
    Verify {
        /// The database: a file, or postgres://USER@HOST/NAME.
        #[arg(value_name = "DATABASE")]
        database: Database,
    },
}
