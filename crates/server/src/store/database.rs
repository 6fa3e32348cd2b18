//! Where everything is kept: a file of SQLite, or a server of PostgreSQL.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::postgres::PostgresStore;
use super::sqlite::SqliteStore;
use super::{Store, StoreError};

/// Where everything is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// In a file, by one process.
    File(PathBuf),
    /// In a server of PostgreSQL, by as many as like.
    Postgres {
        /// Its address: `postgres://…`.
        url: String,
        /// Servers that follow it, which answer what may lag a little.
        replicas: Vec<String>,
    },
}

impl Database {
    /// Opens it, and brings its tables up to date.
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            Self::File(path) => {
                let path = path.clone();
                let opened = tokio::task::spawn_blocking(move || SqliteStore::open(&path)).await;
                Ok(Arc::new(opened.map_err(|error| StoreError::Other(error.to_string()))??))
            }
            Self::Postgres { url, replicas } => Ok(Arc::new(PostgresStore::open(url, replicas).await?)),
        }
    }

    /// Is it for more than one process?
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres { .. })
    }
}

impl From<PathBuf> for Database {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl FromStr for Database {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let postgres = text.starts_with("postgres://") || text.starts_with("postgresql://");
        Ok(if postgres {
            Self::Postgres { url: text.to_owned(), replicas: Vec::new() }
        } else {
            Self::File(PathBuf::from(text))
        })
    }
}

impl fmt::Display for Database {
    /// As it may be shown: without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres { url, .. } => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
                // Parameters may hold a password, too.
                write!(f, "{scheme}://{}", place.split('?').next().unwrap_or(place))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_from_a_file_and_shown_without_its_password() {
        let shown = |text: &str| {
            let database: Database = text.parse().expect("never fails");
            (database.is_shared(), database.to_string())
        };
        assert_eq!(shown("club.db"), (false, "club.db".to_owned()));
        let secret = "postgres://ann:s3cret@db.example:5432/play?password=x";
        assert_eq!(shown(secret), (true, "postgres://db.example:5432/play".to_owned()));
    }
}
