//! Where the tests keep everything: in files, or, with `CROWNHEAD_TEST_DATABASE=postgres`, in a server of PostgreSQL.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use store::Database;
use testservers::Postgres;
use tokio::sync::Mutex;

/// The database at this path, empty when it is asked for first. On a server the path is a name like any other.
pub(crate) async fn database(path: &Path) -> Database {
    static SERVED: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::const_new(None);
    match std::env::var("CROWNHEAD_TEST_DATABASE") {
        Err(_) => path.to_owned().into(),
        Ok(kind) if kind == "postgres" => {
            let mut served = SERVED.lock().await;
            let served = served.get_or_insert_default();
            if !served.contains_key(path) {
                let server = Postgres::shared().await.expect("a server");
                served.insert(path.to_owned(), server.create_database().await.expect("a database"));
            }
            Database::Postgres { url: served[path].clone(), replicas: Vec::new() }
        }
        Ok(other) => panic!("CROWNHEAD_TEST_DATABASE is {other:?}: it can be postgres, or not be set"),
    }
}
