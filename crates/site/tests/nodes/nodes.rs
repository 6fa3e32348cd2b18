//! Two nodes, and two people who play there.

use std::sync::Arc;
use std::time::Duration;

use bus::{Bus, LocalBus};
use draughts::Rules;
use play::game::{Command, Seat, Terms, TimeControl};
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use services::Postgres;
use site::repository::{CachedGames, CommandContext, GameError, GameRepository, RepositoryParts};
use store::{Database, Metered, NewAccount, Role, Store, StoreFigures, clock};
use tempfile::TempDir;
use texts::Language;
use tokio::task::JoinHandle;

use crate::connections::Wire;

pub(crate) struct Nodes {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) halls: [Arc<GameRepository>; 2],
    pub(crate) buses: [Arc<dyn Bus>; 2],
    database: Database,
    _folder: TempDir,
    beating: JoinHandle<()>,
}

/// The account of somebody, by the first letter of the name.
pub(crate) fn account(name: &str) -> AccountId {
    name[..1].repeat(20).parse().expect("an id")
}

impl Nodes {
    /// Two nodes on this line.
    pub(crate) async fn on(wire: &Wire) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = match wire {
            Wire::Postgres(_, url) => url.parse().expect("never fails"),
            Wire::Nats(_) | Wire::Within(_) => Database::from(folder.path().join("games")),
        };
        let store = database.open().await.expect("a store");
        // As a site has it: with its answers timed.
        let store: Arc<dyn Store> = Arc::new(Metered::new(store, &StoreFigures::default()));
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
        let tables = [(); 2].map(|()| CachedGames::default());
        let [one, other] = tables.each_ref().map(|tables| LocalBus::new(tables.on_events()));
        let buses = [wire.node_on(one).await, wire.node_on(other).await];
        let ids = [(); 2].map(|()| NodeId::new().expect("chance"));
        let halls = [0, 1].map(|number| {
            Arc::new(GameRepository::new(RepositoryParts {
                store: Arc::clone(&store),
                bus: Arc::clone(&buses[number]),
                tables: tables[number].clone(),
                patience: Duration::from_secs(60),
                computer: None,
                node: Some(ids[number]),
            }))
        });
        let living = Arc::clone(&store);
        let beating = tokio::spawn(async move {
            loop {
                for node in ids {
                    living.beat(node, clock::now()).await.expect("noted");
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        Self { store, halls, buses, database, _folder: folder, beating }
    }

    /// A game of Ann, who is White, against Bob, begun at the first node.
    pub(crate) async fn game(&self) -> GameId {
        let rules = Rules::named("international").expect("a rule set");
        let player = |name: &str| Seat::Player(account(name));
        let (white, black) = (player("ann"), player("bob"));
        let terms = Terms { white, black, time: TimeControl::UNLIMITED, start: None, rated: false };
        self.halls[0].open(&rules, &terms, clock::now()).await.expect("a game").id
    }

    /// Changes what is stored behind the back of the nodes.
    pub(crate) async fn change(&self, sql: &str) {
        match &self.database {
            Database::File(path) => {
                let file = rusqlite::Connection::open(path).expect("a database");
                file.execute_batch(sql).expect("changed");
            }
            Database::Postgres { url, .. } => {
                let server = Postgres::shared().await.expect("a server");
                server.query(url.rsplit('/').next().expect("a name"), sql).await.expect("changed");
            }
        }
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        self.beating.abort();
    }
}

/// Somebody asks for something at a node.
pub(crate) async fn act(
    repository: &GameRepository,
    game: GameId,
    who: &str,
    request: Command,
    at: i64,
) -> Result<u64, GameError> {
    let (account, now, language) = (account(who), Timestamp(at), Language::English);
    let id = format!("{who} {at}");
    let asking = CommandContext { account, command: &id, now, lag: Duration::ZERO, language };
    repository.act(game, asking, &request).await
}
