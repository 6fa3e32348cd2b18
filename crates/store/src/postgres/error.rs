//! Errors of a server, and how to handle them.

use std::error::Error as _;
use std::io;

use deadpool_postgres::{HookError, PoolError};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use crate::error::StoreError;

/// The reason why a statement failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum PostgresError {
    /// An error of the server or of the connection.
    #[error("{}", describe_server_error(.0))]
    Postgres(#[from] Error),
    /// There was no answer in time. The statement may have been executed.
    #[error("the server does not answer in time")]
    Timeout,
    /// The store is being closed.
    #[error("the database is being closed")]
    Closed,
    /// A stored value cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// An unexpected answer.
    #[error("{0}")]
    Unexpected(String),
}

impl PostgresError {
    fn code(&self) -> Option<&str> {
        match self {
            Self::Postgres(error) => error.code().map(SqlState::code),
            Self::Timeout | Self::Closed | Self::Unreadable(_) | Self::Unexpected(_) => None,
        }
    }

    /// Returns whether the connection is lost. The statement may have been executed or not.
    pub(super) fn is_connection_lost(&self) -> bool {
        match self {
            Self::Postgres(error) => match error.code() {
                // The server closes the connection (57P), or the connection failed (08).
                Some(code) => code.code().starts_with("57P") || code.code().starts_with("08"),
                None => error.is_closed() || is_network(error),
            },
            Self::Timeout => true,
            Self::Closed | Self::Unreadable(_) | Self::Unexpected(_) => false,
        }
    }

    /// Returns whether the server is read-only, as after a failover.
    pub(super) fn is_read_only(&self) -> bool {
        self.code() == Some("25006")
    }

    /// Returns whether a read may be retried over another connection.
    pub(super) fn can_retry_read(&self) -> bool {
        self.is_connection_lost() && !matches!(self, Self::Timeout)
    }

    /// Returns whether the transaction conflicted with others. It was rolled back and may be retried.
    pub(super) fn is_conflict(&self) -> bool {
        // Class 40: transaction rollback, such as a deadlock or a serialization failure.
        self.code().is_some_and(|code| code.starts_with("40"))
    }

    /// Returns whether a unique constraint was violated. Nothing was changed.
    pub(super) fn is_unique_violation(&self) -> bool {
        self.code() == Some("23505")
    }

    /// Returns whether the statement itself failed, not the server. Nothing was changed, and parts of it may succeed
    /// alone.
    pub(super) fn is_statement_error(&self) -> bool {
        // A lock timeout (55P03) concerns one game only.
        self.is_conflict() || self.code() == Some("55P03") || !self.is_transient()
    }

    /// Returns whether the caller may try again later.
    fn is_transient(&self) -> bool {
        self.is_connection_lost()
            || self.is_read_only()
            || self.is_conflict()
            || self.code().is_some_and(|code| {
                // Insufficient resources (53), system error (58), statement timeout (57014), lock timeout (55P03).
                code.starts_with("53") || code.starts_with("58") || code == "57014" || code == "55P03"
            })
    }
}

/// Returns whether the network caused the error, not the server.
fn is_network(error: &Error) -> bool {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            // An untrusted certificate is reported as invalid data, and is not transient.
            return error.kind() != io::ErrorKind::InvalidData;
        }
        source = cause.source();
    }
    // The server did not answer the handshake.
    error.to_string().contains("timeout")
}

/// Returns the message of the driver with its cause.
pub(super) fn describe(error: &Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// Returns the message of the server, or of the driver if there is none from the server.
fn describe_server_error(error: &Error) -> String {
    let Some(server_error) = error.as_db_error() else { return describe(error) };
    // For a table or a schema this means that the role may not create tables.
    let advice = match *server_error.code() {
        SqlState::INSUFFICIENT_PRIVILEGE => {
            "; let the role own the database: alter database NAME owner to ROLE"
        }
        _ => "",
    };
    format!("{} ({}){advice}", server_error.message(), server_error.code().code())
}

impl From<PoolError> for PostgresError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
                Self::Postgres(error)
            }
            PoolError::Timeout(_) => Self::Timeout,
            PoolError::Closed => Self::Closed,
            PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(HookError::Message(_)) => {
                Self::Unexpected(error.to_string())
            }
        }
    }
}

impl From<PostgresError> for StoreError {
    fn from(error: PostgresError) -> Self {
        match error {
            PostgresError::Closed => Self::Closed,
            PostgresError::Unreadable(reason) => Self::Damaged(reason),
            _ if error.is_transient() => Self::Unwritable(error.to_string()),
            _ => Self::Other(error.to_string()),
        }
    }
}
