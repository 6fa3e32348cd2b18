//! Why a command stopped, and with which exit code.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

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

    /// Tells the reason on standard error.
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
