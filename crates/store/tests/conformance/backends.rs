//! The databases that every test runs with.

use std::sync::Arc;

use play::id::{AccountId, GameId};
use play::time::Timestamp;
use serde_json::json;
use store::{Database, MeteredStore, NewAccount, NewGame, Role, Store, StoreMetrics};
use tempfile::TempDir;
use testservers::Postgres;

/// An empty database.
pub(crate) struct Backend {
    database: Database,
    /// The temporary folder of a file.
    _folder: Option<TempDir>,
}

impl Backend {
    /// Creates an SQLite file.
    pub(crate) fn file() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { database: folder.path().join("games").into(), _folder: Some(folder) }
    }

    /// Creates a database in the PostgreSQL server that all tests of this process share.
    pub(crate) async fn server() -> Self {
        let server = Postgres::shared().await.expect("a server");
        let url = server.create_database().await.expect("a database");
        Self { database: Database::Postgres { url, replicas: Vec::new() }, _folder: None }
    }

    /// Returns whether several processes can use it.
    pub(crate) fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    /// Opens the store; opening it again simulates a restart.
    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        let store = self.database.open().await.expect("a store");
        // With metrics, as in a site.
        Arc::new(MeteredStore::new(store, &StoreMetrics::default()))
    }
}

/// Returns all backends.
pub(crate) async fn backends() -> Vec<Backend> {
    vec![Backend::file(), Backend::server().await]
}

pub(crate) fn new_game() -> NewGame {
    NewGame {
        id: GameId::new().expect("random bytes"),
        created_at: Timestamp(1_000),
        rules: "{\"id\":\"english\"}".to_owned(),
        terms: json!({"white": "ann", "black": "bob"}),
        accounts: Vec::new(),
        awaits_engine: false,
    }
}

pub(crate) fn new_account(name: Option<&str>) -> NewAccount {
    NewAccount {
        id: AccountId::new().expect("random bytes"),
        name: name.map(str::to_owned),
        created_at: Timestamp(1_000),
        password: Some("a hash".to_owned()),
        email: None,
        role: Role::Player,
    }
}

/// Creates an account with this name.
pub(crate) async fn create_account(store: &Arc<dyn Store>, name: &str) -> AccountId {
    let account = new_account(Some(name));
    assert_eq!(store.create_account(account.clone()).await, Ok(true));
    account.id
}
