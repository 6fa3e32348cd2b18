//! Two nodes, and two accounts.

use std::sync::Arc;
use std::time::Duration;

use bus::{Bus, LocalBus};
use draughts::Rules;
use play::game::{Command, Seat, Terms, TimeControl};
use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use site::repository::{CachedGames, CommandContext, GameError, GameRepository, RepositoryParts};
use store::{Database, MeteredStore, NewAccount, Role, Store, StoreMetrics, clock};
use tempfile::TempDir;
use testservers::Postgres;
use texts::Language;
use tokio::task::JoinHandle;

use crate::connections::TestTransport;

pub(crate) struct Nodes {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) repositories: [Arc<GameRepository>; 2],
    pub(crate) buses: [Arc<dyn Bus>; 2],
    database: Database,
    _folder: TempDir,
    heartbeats: JoinHandle<()>,
}

/// Returns the id of an account, made of the first letter of its name.
pub(crate) fn account(name: &str) -> AccountId {
    name[..1].repeat(20).parse().expect("an id")
}

impl Nodes {
    /// Starts two nodes with this kind of bus.
    pub(crate) async fn on(wire: &TestTransport) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = match wire {
            TestTransport::Postgres(_, url) => url.parse().expect("never fails"),
            TestTransport::Nats(_) | TestTransport::Local(_) => Database::from(folder.path().join("games")),
        };
        let store = database.open().await.expect("a store");
        // A site meters its store, too.
        let store: Arc<dyn Store> = Arc::new(MeteredStore::new(store, &StoreMetrics::default()));
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
        let cached_games = [(); 2].map(|()| CachedGames::default());
        let [one, other] = cached_games.each_ref().map(|games| LocalBus::new(games.on_events()));
        let buses = [wire.node_with(one).await, wire.node_with(other).await];
        let ids = [(); 2].map(|()| NodeId::new().expect("random bytes"));
        let repositories = [0, 1].map(|number| {
            Arc::new(GameRepository::new(RepositoryParts {
                store: Arc::clone(&store),
                bus: Arc::clone(&buses[number]),
                cached_games: cached_games[number].clone(),
                patience: Duration::from_secs(60),
                engine_turns: None,
                node: Some(ids[number]),
            }))
        });
        let heartbeat_store = Arc::clone(&store);
        let heartbeats = tokio::spawn(async move {
            loop {
                for node in ids {
                    heartbeat_store.heartbeat(node, clock::now()).await.expect("accepted");
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        Self { store, repositories, buses, database, _folder: folder, heartbeats }
    }

    /// Creates a game of Ann, who is White, against Bob at the first node.
    pub(crate) async fn game(&self) -> GameId {
        let rules = Rules::named("international").expect("a rule set");
        let player = |name: &str| Seat::Player(account(name));
        let (white, black) = (player("ann"), player("bob"));
        let terms = Terms { white, black, time: TimeControl::UNLIMITED, start: None, rated: false };
        self.repositories[0].create(&rules, &terms, clock::now()).await.expect("a game").id
    }

    /// Changes the database without the knowledge of the nodes.
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
        self.heartbeats.abort();
    }
}

/// Executes a command at a node.
pub(crate) async fn execute(
    repository: &GameRepository,
    game: GameId,
    who: &str,
    command: Command,
    at: i64,
) -> Result<u64, GameError> {
    let (account, now, language) = (account(who), Timestamp(at), Language::English);
    let id = format!("{who} {at}");
    let context = CommandContext { account, command_id: &id, now, lag: Duration::ZERO, language };
    repository.execute(game, context, &command).await
}
