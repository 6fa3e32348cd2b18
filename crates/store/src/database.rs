//! Where everything is kept: a file of SQLite, or a server of PostgreSQL.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::StoreError;
use crate::operations::Store;
use crate::postgres::PostgresStore;
use crate::sqlite::SqliteStore;

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

    /// The same, and what may lag a little is asked of these servers.
    pub fn with_replicas(mut self, urls: &[String]) -> Result<Self, StoreError> {
        if let Some(odd) = urls.iter().find(|url| !is_postgres(url)) {
            return Err(StoreError::Other(format!(
                "{odd:?} is no replica: write postgres://USER@HOST/NAME, the address of a server that follows the first"
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

    /// Is it for more than one process?
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
    /// As it may be shown: without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres { url, .. } => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let (who, place) = rest.rsplit_once('@').unwrap_or(("", rest));
                let user = who.split(':').next().filter(|user| !user.is_empty());
                write!(f, "{scheme}://")?;
                user.iter().try_for_each(|user| write!(f, "{user}@"))?;
                // Parameters may hold a password, too.
                f.write_str(place.split('?').next().unwrap_or(place))
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
        assert!(
            "mysql://foo/bar"
                .parse::<Database>()
                .is_err_and(|told| told.starts_with("mysql:// is no database"))
        );
        let secret = "postgres://ann:s3cret@db.example:5432/play?password=x";
        assert_eq!(shown(secret), (true, "postgres://ann@db.example:5432/play".to_owned()));
    }

    #[test]
    fn only_a_server_has_replicas_and_they_are_servers() {
        let with = |text: &str, replica: &str| {
            let database: Database = text.parse().expect("never fails");
            database.with_replicas(&[replica.to_owned()]).map_err(|error| error.to_string())
        };
        let replicas = vec!["postgres://b/play".to_owned()];
        let both = Database::Postgres { url: "postgres://a/play".to_owned(), replicas };
        assert_eq!(with("postgres://a/play", "postgres://b/play"), Ok(both));
        assert!(with("club.db", "postgres://b/play").is_err_and(|told| told.contains("has no replicas")));
        assert!(with("postgres://a/play", "b").is_err_and(|told| told.contains("is no replica")));
        let file = Database::File("club.db".into());
        assert_eq!(file.clone().with_replicas(&[]), Ok(file));
    }
}
