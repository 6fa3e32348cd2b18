//! The lines that a bus can go over: each must carry the same announcements.

use std::sync::Arc;
use std::time::Duration;

use bus::{Bus, BusConnection, LocalBus};
use play::id::NodeId;
use store::Database;
use testservers::{Nats, Postgres, Relay};

/// For so long something may take to be heard.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What nodes sign with.
const SECRET: &str = "a secret";

/// A line between nodes.
pub(crate) enum Wire {
    /// All nodes are in one process.
    Within(LocalBus),
    Nats(Nats),
    Postgres(&'static Postgres, String),
}

impl Wire {
    /// Every line between nodes.
    pub(crate) async fn shared() -> [Self; 2] {
        let nats = Nats::start().await.expect("a server");
        let postgres = Postgres::shared().await.expect("a server");
        let database = postgres.create_database().await.expect("a database");
        [Self::Nats(nats), Self::Postgres(postgres, database)]
    }

    /// Every line, that within a process included.
    pub(crate) async fn all() -> Vec<Self> {
        let mut all = Self::shared().await.into_iter().collect::<Vec<_>>();
        all.push(Self::Within(LocalBus::default()));
        all
    }

    /// The bus of a new node.
    pub(crate) async fn node(&self) -> Arc<dyn Bus> {
        self.node_on(LocalBus::default()).await
    }

    /// The bus of a new node, which hears others on this.
    pub(crate) async fn node_on(&self, local: LocalBus) -> Arc<dyn Bus> {
        let bus: Arc<dyn Bus> = match self {
            Self::Within(bus) => Arc::new(bus.clone()),
            Self::Nats(nats) => connect(SECRET, Some(&nats.url()), "unused.db", local).await,
            Self::Postgres(_, database) => connect(SECRET, None, database, local).await,
        };
        until(|| bus.is_whole()).await;
        bus
    }

    /// The bus of a new node that can be cut off.
    pub(crate) async fn far_node(&self) -> (Arc<dyn Bus>, Relay) {
        let relay = |address| async move { Relay::start(address).await.expect("a relay") };
        let (bus, relay) = match self {
            Self::Within(_) => unreachable!("nobody is cut off from itself"),
            Self::Nats(nats) => {
                let relay = relay(nats.address()).await;
                (open(Some(&format!("nats://{}", relay.address())), "unused.db").await, relay)
            }
            Self::Postgres(postgres, database) => {
                let relay = relay(postgres.address()).await;
                let [near, far] = [postgres.address(), relay.address()].map(|address| address.to_string());
                (open(None, &database.replace(&near, &far)).await, relay)
            }
        };
        until(|| bus.is_whole()).await;
        (bus, relay)
    }
}

/// The bus of a node with this address of NATS, or with this database.
pub(crate) async fn open(nats: Option<&str>, database: &str) -> Arc<dyn Bus> {
    open_with(SECRET, nats, database).await
}

/// The same, of somebody who has this secret.
pub(crate) async fn open_with(secret: &str, nats: Option<&str>, database: &str) -> Arc<dyn Bus> {
    connect(secret, nats, database, LocalBus::default()).await
}

async fn connect(secret: &str, nats: Option<&str>, database: &str, local: LocalBus) -> Arc<dyn Bus> {
    let database: Database = database.parse().expect("never fails");
    let node = NodeId::new().expect("chance");
    BusConnection::open(node, secret, nats, &database, local).await.expect("a bus").bus
}

/// Waits until something is so.
pub(crate) async fn until(mut is_so: impl FnMut() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it never comes about");
}
