//! Why there is no server.

use std::path::Path;

use thiserror::Error;

/// Why a server cannot be started, stopped or asked, in a sentence for whoever runs the tests.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Trouble(pub String);

/// For tests, which talk with servers themselves.
impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

impl Trouble {
    /// What the system said about a file.
    pub(crate) fn at(path: &Path) -> impl Fn(std::io::Error) -> Self {
        let path = path.display().to_string();
        move |error| Self(format!("{path}: {error}"))
    }

    /// What the system said about anything else.
    pub(crate) fn with(what: &str) -> impl Fn(std::io::Error) -> Self {
        move |error| Self(format!("{what}: {error}"))
    }
}
