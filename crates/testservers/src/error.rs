//! The error of this crate.

use std::io;
use std::path::Path;

/// The reason why a server cannot be started, stopped or queried, as a text for the person who runs the tests.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub String);

/// For tests, which connect to servers themselves.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

impl Error {
    /// Returns a function that prefixes an I/O error with the path of a file.
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        Self::context(&path.display().to_string())
    }

    /// Returns a function that prefixes an I/O error with the name of a program or resource.
    pub(crate) fn context(what: &str) -> impl Fn(io::Error) -> Self + use<> {
        let what = what.to_owned();
        move |error| Self(format!("{what}: {error}"))
    }
}
