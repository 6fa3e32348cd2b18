//! A site of several nodes: each a process of its own, all over one PostgreSQL and one NATS, behind one nginx.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use testservers::{Nats, Nginx, Postgres, Relay};
use tokio::time::{Instant, sleep};

use crate::client::{Client, Unanswered};
use crate::server::{Server, Start};

/// A node that is not ready after so long will not be. A bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running cluster. All of it is gone when this is dropped.
pub struct Cluster {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Those who think for the computer.
    pub workers: Vec<Node>,
    /// What stands before them.
    pub nginx: Nginx,
    /// What passes announcements on.
    pub nats: Nats,
    /// Where everything is kept.
    pub postgres: Postgres,
}

/// A process of the cluster. What it says to the database and to the bus goes through relays that can be cut.
pub struct Node {
    start: Start,
    server: Option<Server>,
    /// Between it and PostgreSQL.
    pub to_postgres: Relay,
    /// Between it and NATS.
    pub to_nats: Relay,
}

impl From<testservers::Error> for Unanswered {
    fn from(error: testservers::Error) -> Self {
        Self(error.to_string())
    }
}

impl Cluster {
    /// Starts everything: so many nodes, and so many workers.
    pub async fn start(program: &Path, nodes: usize, workers: usize) -> Result<Self, Unanswered> {
        let (postgres, nats) = (Postgres::start().await?, Nats::start().await?);
        let database = postgres.create_database().await?;
        let mut cluster_nodes = Vec::new();
        for _ in 0..nodes {
            let role = Role::Node { thinks: workers == 0 };
            cluster_nodes.push(Node::start(program, &database, &postgres, &nats, role).await?);
        }
        let mut cluster_workers = Vec::new();
        for _ in 0..workers {
            cluster_workers.push(Node::start(program, &database, &postgres, &nats, Role::Worker).await?);
        }
        let addresses: Vec<SocketAddr> = cluster_nodes.iter().filter_map(Node::address).collect();
        let nginx = Nginx::start(&addresses).await?;
        Ok(Self { nodes: cluster_nodes, workers: cluster_workers, nginx, nats, postgres })
    }

    /// How the site is called: by nginx.
    #[must_use]
    pub fn origin(&self) -> String {
        self.nginx.origin()
    }

    /// How its nodes are called.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        self.nodes.iter().filter_map(Node::address).map(|address| format!("http://{address}")).collect()
    }

    /// The nodes and the workers.
    #[must_use]
    pub fn processes(&self) -> Vec<u32> {
        self.nodes.iter().chain(&self.workers).filter_map(|node| node.server.as_ref()?.id()).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It serves, and thinks for the computer if there is nobody else.
    Node {
        thinks: bool,
    },
    Worker,
}

impl Node {
    async fn start(
        program: &Path,
        database: &str,
        postgres: &Postgres,
        nats: &Nats,
        role: Role,
    ) -> Result<Self, Unanswered> {
        let to_postgres = Relay::start(postgres.address()).await?;
        let to_nats = Relay::start(nats.address()).await?;
        let name = database.rsplit('/').next().unwrap_or_default();
        let mut start = Start::new(program, Path::new(&postgres.url_through(to_postgres.address(), name)));
        start.args.extend(["--bus".to_owned(), format!("nats://{}", to_nats.address())]);
        match role {
            Role::Node { thinks } => {
                // nginx is on this machine.
                start.args.extend(["--trusted-proxy", "127.0.0.1"].map(str::to_owned));
                start.args.extend(["--engine-threads", if thinks { "1" } else { "0" }].map(str::to_owned));
            }
            Role::Worker => start = start.worker(),
        }
        let mut node = Self { start, server: None, to_postgres, to_nats };
        node.start_again().await?;
        if let Some(address) = node.address() {
            node.start.listen = address.to_string();
        }
        Ok(node)
    }

    /// Where it listens; a worker does not.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.server.as_ref()?.origin.trim_start_matches("http://").parse().ok()
    }

    /// From the next start on, its clock goes wrong by so much, such as `+2s`; none: it is right.
    pub fn skew(&mut self, skew: Option<&str>) {
        self.start.skew = skew.map(str::to_owned);
    }

    /// Starts it, where it was before.
    pub async fn start_again(&mut self) -> Result<(), Unanswered> {
        self.server = Some(self.start.start().await?);
        Ok(())
    }

    /// Kills it: nothing is tidied up.
    pub async fn kill(&mut self) -> Result<(), Unanswered> {
        match self.server.take() {
            Some(server) => server.kill().await,
            None => Ok(()),
        }
    }

    /// Tells it to stop, and waits until it has.
    pub async fn stop(&mut self) -> Result<(), Unanswered> {
        let Some(server) = self.server.take() else { return Ok(()) };
        server.terminate()?;
        match server.ended().await {
            Some(0) => Ok(()),
            code => Err(Unanswered(format!("a node ended with {code:?}"))),
        }
    }

    /// Waits until it says that it can serve.
    pub async fn ready(&self) -> Result<(), Unanswered> {
        let Some(server) = &self.server else { return Err(Unanswered("it does not run".to_owned())) };
        let (nobody, begun) = (Client::nobody(&server.origin), Instant::now());
        loop {
            if nobody.get("/readyz").await.is_ok_and(|answer| answer.status.is_success()) {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(Unanswered(format!("{} is not ready after {PATIENCE:?}", server.origin)));
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}
