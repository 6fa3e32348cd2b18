//! Errors of commands, and their exit codes.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::{io, iter};

/// The reason why a command failed.
pub(crate) enum Failure {
    /// The input is invalid: the reasons, one per line. Exit code 2.
    Input(String),
    /// The command found inconsistencies and has reported them. Exit code 1.
    Reported,
    /// The output could not be written. Exit code 1, or 0 if the reader closed the pipe.
    Output(io::Error),
}

impl Failure {
    /// Creates a failure for an error about the input.
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// Creates a failure for an error in the content of a file.
    pub(crate) fn in_file(path: &Path, reason: impl Display) -> Self {
        Self::Input(format!("{}: {reason}", path.display()))
    }

    /// Creates a failure for a file or folder that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Input(format!("cannot read {}: {error}", path.display()))
    }

    /// Reports the reason on standard error, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Input(reasons) => {
                for reason in reasons.lines() {
                    eprintln!("crownhead: {reason}");
                }
                ExitCode::from(2)
            }
            Self::Reported => ExitCode::FAILURE,
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                eprintln!("crownhead: cannot write the output: {error}");
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

/// Returns an error and its sources, joined by colons.
pub(crate) fn with_sources(error: &(dyn Error + 'static)) -> String {
    let chain = iter::successors(Some(error), |&error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
