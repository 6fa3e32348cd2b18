//! The homes that a store can have: each must keep the same promises.

use std::sync::Arc;

use play::id::{AccountId, GameId};
use play::time::Timestamp;
use serde_json::json;
use store::{Database, Metered, NewAccount, NewGame, Role, Store, StoreFigures};
use tempfile::TempDir;
use testservers::Postgres;

/// A place where a store is kept, empty at first.
pub(crate) struct Home {
    database: Database,
    /// The folder of a file.
    _folder: Option<TempDir>,
}

impl Home {
    /// A file of SQLite.
    pub(crate) fn file() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { database: folder.path().join("games").into(), _folder: Some(folder) }
    }

    /// A database in a server of PostgreSQL, which all tests of this process share.
    pub(crate) async fn server() -> Self {
        let server = Postgres::shared().await.expect("a server");
        let url = server.create_database().await.expect("a database");
        Self { database: Database::Postgres { url, replicas: Vec::new() }, _folder: None }
    }

    /// Is it for several processes?
    pub(crate) fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    /// Opens the store; a second time, as after a restart.
    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        let store = self.database.open().await.expect("a store");
        // As a site has it: with its answers timed.
        Arc::new(Metered::new(store, &StoreFigures::default()))
    }
}

/// Every home.
pub(crate) async fn homes() -> Vec<Home> {
    vec![Home::file(), Home::server().await]
}

pub(crate) fn new_game() -> NewGame {
    NewGame {
        id: GameId::new().expect("chance"),
        created_at: Timestamp(1_000),
        rules: "{\"id\":\"english\"}".to_owned(),
        terms: json!({"white": "ann", "black": "bob"}),
        accounts: Vec::new(),
        computer_is_asked: false,
    }
}

pub(crate) fn new_account(name: Option<&str>) -> NewAccount {
    NewAccount {
        id: AccountId::new().expect("chance"),
        name: name.map(str::to_owned),
        created_at: Timestamp(1_000),
        password: Some("a hash".to_owned()),
        email: None,
        role: Role::Player,
    }
}

/// An account with this name.
pub(crate) async fn person(store: &Arc<dyn Store>, name: &str) -> AccountId {
    let account = new_account(Some(name));
    assert_eq!(store.create_account(account.clone()).await, Ok(true));
    account.id
}
