//! The database of the tests: a file, or a PostgreSQL server with `CROWNHEAD_TEST_DATABASE=postgres`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use store::Database;
use testservers::Postgres;
use tokio::sync::Mutex;

/// Returns the database of this path, empty at first. On a server, the path identifies a database.
pub(crate) async fn database(path: &Path) -> Database {
    static CREATED: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::const_new(None);
    match std::env::var("CROWNHEAD_TEST_DATABASE") {
        Err(_) => path.to_owned().into(),
        Ok(kind) if kind == "postgres" => {
            let mut created = CREATED.lock().await;
            let created = created.get_or_insert_default();
            if !created.contains_key(path) {
                let server = Postgres::shared().await.expect("a server");
                created.insert(path.to_owned(), server.create_database().await.expect("a database"));
            }
            Database::Postgres { url: created[path].clone(), replicas: Vec::new() }
        }
        Ok(other) => panic!("CROWNHEAD_TEST_DATABASE is {other:?}: set it to postgres, or leave it unset"),
    }
}
