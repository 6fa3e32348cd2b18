//! The arguments of the commands for game files.

use std::ffi::OsString;

use clap::{Subcommand, ValueEnum};

#[derive(Subcommand, Debug)]
pub(crate) enum PdnCommand {
    /// Read game files, replay every game, and tell what is wrong.
    ///
    /// For each file: how many games, how many are legal to the end, what was forgiven, and each failure with its
    /// game, line, move and the reason. Exit code 1 if a game fails.
    Check {
        /// Files, or folders with files that end in .pdn.
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<OsString>,
        /// The id of a rule set, or a file of house rules. Without it: as each game's tags say, or as it looks.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
        /// Print JSON.
        #[arg(long, conflicts_with = "forgiven")]
        json: bool,
        /// List everything that was forgiven, with line and column.
        #[arg(long)]
        forgiven: bool,
        /// How bytes become text.
        #[arg(long, value_enum, default_value = "guess")]
        encoding: Encoding,
    },
    /// Write the games of a file anew, as the standard (PDN 3.0) has them, on standard output.
    ///
    /// Games that are not legal to their end are left out and told on standard error, with exit code 1.
    Convert {
        /// The file.
        #[arg(value_name = "FILE")]
        file: OsString,
        /// The id of a rule set, or a file of house rules. Without it: as each game's tags say, or as it looks.
        #[arg(long, value_name = "ID|FILE.json")]
        rules: Option<OsString>,
        /// How bytes become text.
        #[arg(long, value_enum, default_value = "guess")]
        encoding: Encoding,
    },
}

/// How the bytes of a file become text.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Encoding {
    /// UTF-8, and what is not, as it looks.
    Guess,
    /// Latin-1.
    Latin1,
    /// Cyrillic, code page 1251.
    Cp1251,
}

impl From<Encoding> for pdn::Encoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Guess => Self::Guess,
            Encoding::Latin1 => Self::Latin1,
            Encoding::Cp1251 => Self::Cyrillic,
        }
    }
}
