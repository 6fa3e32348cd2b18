//! What goes wrong with a server, and what follows from it.

use std::error::Error as _;
use std::io;

use deadpool_postgres::{HookError, PoolError};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use crate::error::StoreError;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failed {
    /// What the server says, or that it says nothing any more.
    #[error("{}", told(.0))]
    Postgres(#[from] Error),
    /// It took too long.
    #[error("the server does not answer in time")]
    Late,
    /// The store is being closed.
    #[error("it is being closed")]
    Closed,
    /// Something that cannot be understood.
    #[error("{0}")]
    Odd(String),
}

impl Failed {
    fn code(&self) -> Option<&str> {
        match self {
            Self::Postgres(error) => error.code().map(SqlState::code),
            Self::Late | Self::Closed | Self::Odd(_) => None,
        }
    }

    /// Is there nothing more to be had over this connection? What was asked for may have been done or not.
    pub(super) fn is_lost(&self) -> bool {
        match self {
            Self::Postgres(error) => match error.code() {
                // The server ends the connection (57P), or has never had it (08).
                Some(code) => code.code().starts_with("57P") || code.code().starts_with("08"),
                None => error.is_closed() || is_network(error),
            },
            Self::Late => true,
            Self::Closed | Self::Odd(_) => false,
        }
    }

    /// Does the connection lead to a server that only reads, such as one that was replaced by another?
    pub(super) fn is_read_only(&self) -> bool {
        self.code() == Some("25006")
    }

    /// Did it go to a connection that had ended? What only reads may be asked again over another.
    pub(super) fn may_ask_again(&self) -> bool {
        self.is_lost() && !matches!(self, Self::Late)
    }

    /// Did it get in the way of others? Then nothing was done, and it may be tried again.
    pub(super) fn is_conflict(&self) -> bool {
        // A deadlock, or a transaction that cannot be put in order.
        self.code().is_some_and(|code| code.starts_with("40"))
    }

    /// Is something there already that can be there only once? Then nothing was done.
    pub(super) fn is_taken(&self) -> bool {
        self.code() == Some("23505")
    }

    /// Was it about what was asked, and not about the server? Then nothing was done, and parts of it may do better.
    pub(super) fn is_about_the_question(&self) -> bool {
        // Who waits for a lock (55P03) waits for one game only.
        self.is_conflict() || self.code() == Some("55P03") || !self.is_passing()
    }

    /// Is it for the server to get well, and for who asked to ask again?
    fn is_passing(&self) -> bool {
        self.is_lost()
            || self.is_read_only()
            || self.is_conflict()
            || self.code().is_some_and(|code| {
                // No room for connections, memory or rows (53); the disk (58); a time-out (57014); a lock (55P03).
                code.starts_with("53") || code.starts_with("58") || code == "57014" || code == "55P03"
            })
    }
}

/// Was it the network, and not the server, that refused?
fn is_network(error: &Error) -> bool {
    let mut source = error.source();
    while let Some(reason) = source {
        if let Some(error) = reason.downcast_ref::<io::Error>() {
            // A certificate that nobody vouches for comes as bad data, and is as bad tomorrow.
            return error.kind() != io::ErrorKind::InvalidData;
        }
        source = reason.source();
    }
    // A server that does not answer the first greeting.
    error.to_string().contains("timeout")
}

/// What the driver says, with its reason.
pub(super) fn words(error: &Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// What the server says; or the driver, if the server said nothing.
fn told(error: &Error) -> String {
    let Some(told) = error.as_db_error() else { return words(error) };
    // Who gets this for a table or a schema has a role that may not make tables.
    let advice = match *told.code() {
        SqlState::INSUFFICIENT_PRIVILEGE => {
            "; let the role own the database: alter database NAME owner to ROLE"
        }
        _ => "",
    };
    format!("{} ({}){advice}", told.message(), told.code().code())
}

impl From<PoolError> for Failed {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
                Self::Postgres(error)
            }
            PoolError::Timeout(_) => Self::Late,
            PoolError::Closed => Self::Closed,
            PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(HookError::Message(_)) => {
                Self::Odd(error.to_string())
            }
        }
    }
}

impl From<Failed> for StoreError {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Closed => Self::Closed,
            _ if failed.is_passing() => Self::Unwritable(failed.to_string()),
            _ => Self::Other(failed.to_string()),
        }
    }
}
