//! Several nodes without the network in front of them: a hall and a bus each, over the same store.

mod presence;

use std::sync::Arc;
use std::time::Duration;

use draughts::{Language, Rules};
use server::hall::{ActError, Asking, Hall};
use server::id::{AccountId, GameId, NodeId};
use server::store::sqlite::SqliteStore;
use server::store::{NewAccount, Role, Store};
use server::table::{Request, Seat, Terms, TimeControl};
use server::time::Timestamp;
use tempfile::TempDir;

use crate::lines::Wire;

pub(super) struct Nodes {
    pub(super) store: Arc<dyn Store>,
    pub(super) halls: [Arc<Hall>; 2],
    _folder: TempDir,
}

/// The account of somebody, by the first letter of the name.
pub(super) fn account(name: &str) -> AccountId {
    name[..1].repeat(20).parse().expect("an id")
}

impl Nodes {
    /// Two nodes on this line.
    pub(super) async fn on(wire: &Wire) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(&folder.path().join("games")).expect("a database"));
        for name in ["ann", "bob"] {
            let new = NewAccount {
                id: account(name),
                name: Some(name.to_owned()),
                created_at: Timestamp(0),
                password: None,
                email: None,
                role: Role::Player,
            };
            assert_eq!(store.create_account(new).await, Ok(true));
        }
        let buses = [wire.node().await, wire.node().await];
        let halls = buses.map(|bus| {
            let hall = Hall::new(Arc::clone(&store), bus, Duration::from_secs(60));
            hall.share_presence(NodeId::new().expect("chance"));
            Arc::new(hall)
        });
        Self { store, halls, _folder: folder }
    }

    /// A game of Ann, who is White, against Bob, begun at the first node.
    pub(super) async fn game(&self) -> GameId {
        let rules = Rules::named("international").expect("a rule set");
        let player = |name: &str| Seat::Player(account(name));
        let (white, black) = (player("ann"), player("bob"));
        let terms = Terms { white, black, time: TimeControl::UNLIMITED, start: None, rated: false };
        self.halls[0].open(&rules, &terms, Timestamp::now()).await.expect("a game").id
    }
}

/// Somebody asks for something at a node.
pub(super) async fn act(
    hall: &Hall,
    game: GameId,
    who: &str,
    request: Request,
    at: i64,
) -> Result<u64, ActError> {
    let (account, now, language) = (account(who), Timestamp(at), Language::English);
    let id = format!("{who} {at}");
    let asking = Asking { account, command: &id, now, lag: Duration::ZERO, language };
    hall.act(game, asking, &request).await
}
