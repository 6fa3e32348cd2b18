//! The homes that a store can have: each must keep the same promises.

use std::sync::Arc;

use serde_json::json;
use server::bus::{Bus, LocalBus};
use server::id::{AccountId, GameId};
use server::store::sqlite::SqliteStore;
use server::store::{Metered, NewAccount, NewGame, Role, Store, StoreFigures};
use server::time::Timestamp;
use tempfile::TempDir;

/// A place where a store is kept, empty at first.
pub(crate) struct Home {
    folder: TempDir,
}

impl Home {
    /// Is it for several processes?
    pub(crate) fn is_shared(&self) -> bool {
        false
    }

    /// Opens the store; a second time, as after a restart.
    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(&self.folder.path().join("games")).expect("a database"));
        // As a site has it: with its answers timed.
        Arc::new(Metered::new(store, &StoreFigures::default()))
    }
}

/// Every home.
pub(crate) fn homes() -> Vec<Home> {
    vec![Home { folder: tempfile::tempdir().expect("a folder") }]
}

/// Every bus.
pub(crate) fn buses() -> Vec<Arc<dyn Bus>> {
    vec![Arc::new(LocalBus::default())]
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
