//! The database of a site: an SQLite file or a PostgreSQL server.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::StoreError;
use crate::operations::Store;
use crate::postgres::PostgresStore;
use crate::sqlite::SqliteStore;

/// The database of a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// An SQLite file, for one process.
    File(PathBuf),
    /// A database in a PostgreSQL server, for any number of processes.
    Postgres {
        /// The address: `postgres://…`.
        url: String,
        /// The addresses of replicas, which answer reads that may be slightly old.
        replicas: Vec<String>,
    },
}

impl Database {
    /// Opens the database and migrates its tables.
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

    /// Adds replicas, which answer reads that may be slightly old. Returns an error if there is no server that has
    /// replicas.
    pub fn with_replicas(mut self, urls: &[String]) -> Result<Self, StoreError> {
        if let Some(url) = urls.iter().find(|url| !is_postgres(url)) {
            return Err(StoreError::Other(format!(
                "{url:?} is no replica: write postgres://USER@HOST/NAME, the address of a replica of the server"
            )));
        }
        match &mut self {
            Self::Postgres { replicas, .. } => replicas.extend_from_slice(urls),
            Self::File(path) if !urls.is_empty() => {
                return Err(StoreError::Other(format!(
                    "a file such as {} has no replicas: leave --replica out, or keep everything in a server, with \
                     --database postgres://USER@HOST/NAME",
                    path.display()
                )));
            }
            Self::File(_) => {}
        }
        Ok(self)
    }

    /// Returns whether several processes can use the database.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres { .. })
    }
}

fn is_postgres(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

impl From<PathBuf> for Database {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl FromStr for Database {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if is_postgres(text) {
            return Ok(Self::Postgres { url: text.to_owned(), replicas: Vec::new() });
        }
        match text.split_once("://") {
            Some((scheme, _)) => Err(format!(
                "{scheme}:// is no database that can be used: write the name of a file, or postgres://USER@HOST/NAME"
            )),
            None => Ok(Self::File(PathBuf::from(text))),
        }
    }
}

impl fmt::Display for Database {
    /// Formats the address without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres { url, .. } => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let (login, host) = rest.rsplit_once('@').unwrap_or(("", rest));
                let user = login.split(':').next().filter(|user| !user.is_empty());
                write!(f, "{scheme}://")?;
                user.iter().try_for_each(|user| write!(f, "{user}@"))?;
                // Parameters may contain a password, too.
                f.write_str(host.split('?').next().unwrap_or(host))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parsed_and_shown_without_password() {
        let shown = |text: &str| {
            let database: Database = text.parse().expect("never fails");
            (database.is_shared(), database.to_string())
        };
        assert_eq!(shown("club.db"), (false, "club.db".to_owned()));
        assert!(
            "mysql://foo/bar"
                .parse::<Database>()
                .is_err_and(|error| error.starts_with("mysql:// is no database"))
        );
        let secret = "postgres://ann:s3cret@db.example:5432/play?password=x";
        assert_eq!(shown(secret), (true, "postgres://ann@db.example:5432/play".to_owned()));
    }

    #[test]
    fn only_servers_have_replicas() {
        let with_replica = |text: &str, replica: &str| {
            let database: Database = text.parse().expect("never fails");
            database.with_replicas(&[replica.to_owned()]).map_err(|error| error.to_string())
        };
        let replicas = vec!["postgres://b/play".to_owned()];
        let both = Database::Postgres { url: "postgres://a/play".to_owned(), replicas };
        assert_eq!(with_replica("postgres://a/play", "postgres://b/play"), Ok(both));
        assert!(
            with_replica("club.db", "postgres://b/play")
                .is_err_and(|error| error.contains("has no replicas"))
        );
        assert!(with_replica("postgres://a/play", "b").is_err_and(|error| error.contains("is no replica")));
        let file = Database::File("club.db".into());
        assert_eq!(file.clone().with_replicas(&[]), Ok(file));
    }
}
