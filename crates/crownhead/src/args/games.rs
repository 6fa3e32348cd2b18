//! The arguments of `crownhead pdn`.

use std::ffi::OsString;

use clap::{Subcommand, ValueEnum};

#[derive(Subcommand, Debug)]
pub(crate) enum PdnCommand {
    /// Read game files, replay every game, and report failures.
    ///
    /// Prints for each file the number of games, how many can be replayed to the end, the tolerated deviations from
    /// the standard (leniencies), and each failure with its game, line, move and reason. The exit code is 1 if a game fails.
    Check {
        /// Files, or folders with .pdn files.
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<OsString>,
        /// Id of a rule set, or a file of house rules. Default: from the tags or the moves of each game.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
        /// Print JSON.
        #[arg(long, conflicts_with = "leniencies")]
        json: bool,
        /// List every tolerated deviation from the standard, with line and column.
        #[arg(long, alias = "forgiven")]
        leniencies: bool,
        /// Character encoding.
        #[arg(long, value_enum, default_value = "guess")]
        encoding: Encoding,
    },
    /// Print the games of a file in standard form (PDN 3.0).
    ///
    /// Games that cannot be replayed to the end are skipped and reported on standard error, with exit code 1.
    Convert {
        /// The game file.
        #[arg(value_name = "FILE")]
        file: OsString,
        /// Id of a rule set, or a file of house rules. Default: from the tags or the moves of each game.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
        /// Character encoding.
        #[arg(long, value_enum, default_value = "guess")]
        encoding: Encoding,
    },
}

/// The character encoding of a game file.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Encoding {
    /// UTF-8; other bytes as Latin-1 or code page 1251, whichever fits.
    Guess,
    /// Latin-1.
    Latin1,
    /// Code page 1251 (Cyrillic).
    Cp1251,
}

impl From<Encoding> for pdn::Encoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Guess => Self::Guess,
            Encoding::Latin1 => Self::Latin1,
            Encoding::Cp1251 => Self::Cp1251,
        }
    }
}
