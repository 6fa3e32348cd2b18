//! Places for sites: files in a folder of their own, and databases of a server that all tests share.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rusqlite::Connection;
use rusqlite::types::Value;
use services::Postgres;
use store::Database;
use store::archive::{Stand, backup};
use store::sqlite::SqliteStore;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Enough for several chunks of events, and for everything that can be in a site.
const GAMES: usize = 160;

/// Who does not listen.
pub(crate) fn nobody(_: Stand) {}

/// Waits for something in a runtime of its own: what is tested must not be called from one.
pub(crate) fn wait<T>(work: impl Future<Output = T>) -> T {
    Runtime::new().expect("a runtime").block_on(work)
}

/// A folder with a site in a file.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub(crate) fn empty() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// One with a site in `site.db`, the same for all tests.
    pub(crate) fn with_site() -> Self {
        static SITE: OnceLock<Vec<u8>> = OnceLock::new();
        let made = SITE.get_or_init(|| {
            let folder = Self::empty();
            wait(async {
                let store = SqliteStore::open(&folder.path("made.db")).expect("a database");
                specimen::make(std::sync::Arc::new(store), GAMES, 11, |_| ()).await.expect("a site");
            });
            backup(&folder.file("made.db"), &folder.path("site.db"), &nobody).expect("a file that is whole");
            fs::read(folder.path("site.db")).expect("there")
        });
        let folder = Self::empty();
        fs::write(folder.path("site.db"), made).expect("written");
        folder
    }

    /// A path in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file in it, as a database.
    pub(crate) fn file(&self, name: &str) -> Database {
        Database::File(self.path(name))
    }

    /// Does something to the site that no program of ours does.
    pub(crate) fn damage(&self, sql: &str) {
        let connection = Connection::open(self.path("site.db")).expect("a database");
        connection.pragma_update(None, "foreign_keys", false).expect("off");
        connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// One value of the site.
    pub(crate) fn ask(&self, sql: &str) -> String {
        let connection = Connection::open(self.path("site.db")).expect("a database");
        let found: Value = connection.query_row(sql, [], |row| row.get(0)).expect(sql);
        match found {
            Value::Text(text) => text,
            Value::Integer(number) => number.to_string(),
            other => panic!("{other:?}"),
        }
    }
}

/// The server that all tests share.
pub(crate) fn server() -> &'static Postgres {
    wait(Postgres::shared()).expect("PostgreSQL")
}

/// A new, empty database of it.
pub(crate) fn database() -> Database {
    let url = wait(server().create_database()).expect("a database");
    url.parse().expect("never fails")
}

/// Does something in a database, or asks it.
pub(crate) fn sql(database: &Database, sql: &str) -> String {
    let name = database.to_string();
    let name = name.rsplit('/').next().expect("a name");
    wait(server().query(name, sql)).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// Everything in a file, read without any of the code that is tested: the tables by their names, all rows in order.
pub(crate) fn everything(path: &Path) -> Vec<(String, Vec<Vec<Value>>)> {
    let connection = Connection::open(path).expect("a database");
    let names: Vec<String> = connection
        .prepare(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name",
        )
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .expect("names");
    let rows = |name: &String| {
        let mut query = connection.prepare(&format!("select * from {name}")).expect("a table");
        // The order of the columns is that of their names.
        let mut columns: Vec<(String, usize)> =
            query.column_names().into_iter().map(str::to_owned).zip(0..).collect();
        columns.sort();
        let row = |row: &rusqlite::Row<'_>| columns.iter().map(|(_, place)| row.get(*place)).collect();
        let mut rows: Vec<Vec<Value>> = query.query_map([], row).and_then(Iterator::collect).expect("rows");
        rows.sort_by_key(|row| format!("{row:?}"));
        rows
    };
    names.iter().map(|name| (name.clone(), rows(name))).collect()
}
