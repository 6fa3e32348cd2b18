//! The transports that every test runs with.

use std::sync::Arc;
use std::time::Duration;

use bus::{Bus, BusConnection, LocalBus};
use play::id::NodeId;
use store::Database;
use testservers::{Nats, Postgres, Relay};

/// Maximum time for an announcement to arrive.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// The shared secret of the nodes.
const SECRET: &str = "a secret";

/// A transport between nodes.
pub(crate) enum TestTransport {
    /// All nodes are in one process.
    Local(LocalBus),
    Nats(Nats),
    Postgres(&'static Postgres, String),
}

impl TestTransport {
    /// Creates every transport that connects processes.
    pub(crate) async fn shared() -> [Self; 2] {
        let nats = Nats::start().await.expect("a server");
        let postgres = Postgres::shared().await.expect("a server");
        let database = postgres.create_database().await.expect("a database");
        [Self::Nats(nats), Self::Postgres(postgres, database)]
    }

    /// Creates every transport, including the one within a process.
    pub(crate) async fn all() -> Vec<Self> {
        let mut all = Self::shared().await.into_iter().collect::<Vec<_>>();
        all.push(Self::Local(LocalBus::default()));
        all
    }

    /// Creates the bus of a new node.
    pub(crate) async fn node(&self) -> Arc<dyn Bus> {
        self.node_with(LocalBus::default()).await
    }

    /// Creates the bus of a new node with `local` as its bus within the process.
    pub(crate) async fn node_with(&self, local: LocalBus) -> Arc<dyn Bus> {
        let bus: Arc<dyn Bus> = match self {
            Self::Local(bus) => Arc::new(bus.clone()),
            Self::Nats(nats) => connect(SECRET, Some(&nats.url()), "unused.db", local).await,
            Self::Postgres(_, database) => connect(SECRET, None, database, local).await,
        };
        until(|| bus.is_connected()).await;
        bus
    }

    /// Creates the bus of a new node behind a relay, which can cut its connection.
    pub(crate) async fn relayed_node(&self) -> (Arc<dyn Bus>, Relay) {
        let relay = |address| async move { Relay::start(address).await.expect("a relay") };
        let (bus, relay) = match self {
            Self::Local(_) => unreachable!("there is no connection to cut"),
            Self::Nats(nats) => {
                let relay = relay(nats.address()).await;
                (open(Some(&format!("nats://{}", relay.address())), "unused.db").await, relay)
            }
            Self::Postgres(postgres, database) => {
                let relay = relay(postgres.address()).await;
                let [direct, relayed] =
                    [postgres.address(), relay.address()].map(|address| address.to_string());
                (open(None, &database.replace(&direct, &relayed)).await, relay)
            }
        };
        until(|| bus.is_connected()).await;
        (bus, relay)
    }
}

/// Opens the bus of a node over NATS at this address, or over this database.
pub(crate) async fn open(nats: Option<&str>, database: &str) -> Arc<dyn Bus> {
    open_with(SECRET, nats, database).await
}

/// Opens the bus of a node with this secret.
pub(crate) async fn open_with(secret: &str, nats: Option<&str>, database: &str) -> Arc<dyn Bus> {
    connect(secret, nats, database, LocalBus::default()).await
}

async fn connect(secret: &str, nats: Option<&str>, database: &str, local: LocalBus) -> Arc<dyn Bus> {
    let database: Database = database.parse().expect("never fails");
    let node = NodeId::new().expect("random bytes");
    BusConnection::open(node, secret, nats, &database, local).await.expect("a bus").bus
}

/// Waits until a condition holds.
pub(crate) async fn until(mut holds: impl FnMut() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, waiting).await.expect("the condition never holds");
}
