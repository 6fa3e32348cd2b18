//! Several nodes without the network in front of them: a hall and a bus each, over the same store.

mod hearing;
mod limits;
mod presence;

use std::sync::Arc;
use std::time::Duration;

use draughts::{Language, Rules};
use server::bus::Bus;
use server::hall::{ActError, Asking, Hall};
use server::id::{AccountId, GameId, NodeId};
use server::store::{NewAccount, Role, Store};
use server::table::{Request, Seat, Terms, TimeControl};
use server::time::Timestamp;
use tokio::task::JoinHandle;

use crate::homes::Home;
use crate::lines::Wire;

pub(super) struct Nodes {
    pub(super) store: Arc<dyn Store>,
    pub(super) halls: [Arc<Hall>; 2],
    pub(super) buses: [Arc<dyn Bus>; 2],
    pub(super) home: Home,
    beating: JoinHandle<()>,
}

/// The account of somebody, by the first letter of the name.
pub(super) fn account(name: &str) -> AccountId {
    name[..1].repeat(20).parse().expect("an id")
}

impl Nodes {
    /// Two nodes on this line.
    pub(super) async fn on(wire: &Wire) -> Self {
        let home = if matches!(wire, Wire::Nats(_)) { Home::file() } else { Home::server().await };
        let store = home.open().await;
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
        let ids = [(); 2].map(|()| NodeId::new().expect("chance"));
        let halls = [0, 1].map(|number| {
            let bus = Arc::clone(&buses[number]);
            let hall = Hall::new(Arc::clone(&store), bus, Duration::from_secs(60));
            hall.share_presence(ids[number]);
            Arc::new(hall)
        });
        let living = Arc::clone(&store);
        let beating = tokio::spawn(async move {
            loop {
                for node in ids {
                    living.beat(node, Timestamp::now()).await.expect("noted");
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        Self { store, halls, buses, home, beating }
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

impl Drop for Nodes {
    fn drop(&mut self) {
        self.beating.abort();
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
