//! Why a command stopped, and with which exit code.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::{io, iter};

/// Why a command stopped.
pub(crate) enum Failure {
    /// What was given cannot be used: the reasons, one a line. Exit code 2.
    Input(String),
    /// What was looked for was found wanting, and it has been told. Exit code 1.
    Found,
    /// The output could not be written. Exit code 1, or 0 if the reader simply went away.
    Output(io::Error),
}

impl Failure {
    /// Something about the input, said by the library.
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// Something about the content of a file.
    pub(crate) fn in_file(path: &Path, reason: impl Display) -> Self {
        Self::Input(format!("{}: {reason}", path.display()))
    }

    /// A file or folder that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Input(format!("{} cannot be read: {error}", path.display()))
    }

    /// Reports the reason on standard error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Input(reasons) => {
                for reason in reasons.lines() {
                    eprintln!("crownhead: {reason}");
                }
                ExitCode::from(2)
            }
            Self::Found => ExitCode::FAILURE,
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                eprintln!("crownhead: the output could not be written: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Returns an error followed by its sources, each after a colon.
pub(crate) fn with_sources(error: &(dyn Error + 'static)) -> String {
    let chain = iter::successors(Some(error), |&error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
