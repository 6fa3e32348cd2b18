//! A site of several nodes with PostgreSQL and NATS, behind nginx.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use testservers::{Nats, Nginx, Postgres, Relay};
use tokio::time::{Instant, sleep};

use crate::Error;
use crate::client::Client;
use crate::server::{Server, ServerCommand};

/// Maximum time until a node is ready. Long, since a busy machine is slow.
const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// A running cluster. All its processes are stopped when this is dropped.
pub struct Cluster {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The engine workers.
    pub workers: Vec<Node>,
    /// The proxy in front of the nodes.
    pub nginx: Nginx,
    /// The bus.
    pub nats: Nats,
    /// The database.
    pub postgres: Postgres,
}

/// A node or a worker. Its connections to the database and the bus go through relays that can be cut.
pub struct Node {
    command: ServerCommand,
    server: Option<Server>,
    /// The relay to PostgreSQL.
    pub to_postgres: Relay,
    /// The relay to NATS.
    pub to_nats: Relay,
}

impl Cluster {
    /// Starts a cluster with this number of nodes and workers.
    pub async fn start(program: &Path, nodes: usize, workers: usize) -> Result<Self, Error> {
        let (postgres, nats) = (Postgres::start().await?, Nats::start().await?);
        let database = postgres.create_database().await?;
        let mut cluster_nodes = Vec::new();
        for _ in 0..nodes {
            let role = Role::Node { has_engine: workers == 0 };
            cluster_nodes.push(Node::new(program, &database, &postgres, &nats, role).await?);
        }
        let mut cluster_workers = Vec::new();
        for _ in 0..workers {
            cluster_workers.push(Node::new(program, &database, &postgres, &nats, Role::Worker).await?);
        }
        let addresses: Vec<SocketAddr> = cluster_nodes.iter().filter_map(Node::address).collect();
        let nginx = Nginx::start(&addresses).await?;
        Ok(Self { nodes: cluster_nodes, workers: cluster_workers, nginx, nats, postgres })
    }

    /// Returns the origin of the site, which is that of nginx.
    #[must_use]
    pub fn origin(&self) -> String {
        self.nginx.origin()
    }

    /// Returns the origins of the nodes.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        self.nodes.iter().filter_map(Node::address).map(|address| format!("http://{address}")).collect()
    }

    /// Returns the process ids of the nodes and the workers.
    #[must_use]
    pub fn pids(&self) -> Vec<u32> {
        self.nodes.iter().chain(&self.workers).filter_map(|node| node.server.as_ref()?.pid()).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Node {
        /// Whether the node runs the engine itself.
        has_engine: bool,
    },
    Worker,
}

impl Node {
    async fn new(
        program: &Path,
        database: &str,
        postgres: &Postgres,
        nats: &Nats,
        role: Role,
    ) -> Result<Self, Error> {
        let to_postgres = Relay::start(postgres.address()).await?;
        let to_nats = Relay::start(nats.address()).await?;
        let name = database.rsplit('/').next().unwrap_or_default();
        let url = postgres.url_through(to_postgres.address(), name);
        let mut command = ServerCommand::new(program, Path::new(&url));
        command.args.extend(["--bus".to_owned(), format!("nats://{}", to_nats.address())]);
        match role {
            Role::Node { has_engine } => {
                let threads = if has_engine { "1" } else { "0" };
                // nginx is on this machine.
                let args = ["--trusted-proxy", "127.0.0.1", "--engine-threads", threads];
                command.args.extend(args.map(str::to_owned));
            }
            Role::Worker => command = command.worker(),
        }
        let mut node = Self { command, server: None, to_postgres, to_nats };
        node.start().await?;
        if let Some(address) = node.address() {
            node.command.listen = address.to_string();
        }
        Ok(node)
    }

    /// Returns the address on which the node listens; `None` for a worker.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.server.as_ref()?.origin.trim_start_matches("http://").parse().ok()
    }

    /// Sets the offset of the clock from the next start on, such as `+2s`.
    pub fn set_clock_skew(&mut self, skew: Option<&str>) {
        self.command.clock_skew = skew.map(str::to_owned);
    }

    /// Starts the process, on the same address as before.
    pub async fn start(&mut self) -> Result<(), Error> {
        self.server = Some(self.command.spawn().await?);
        Ok(())
    }

    /// Kills the process.
    pub async fn kill(&mut self) -> Result<(), Error> {
        match self.server.take() {
            Some(server) => server.kill().await,
            None => Ok(()),
        }
    }

    /// Stops the process with SIGTERM, and waits for its end.
    pub async fn stop(&mut self) -> Result<(), Error> {
        let Some(server) = self.server.take() else { return Ok(()) };
        server.terminate()?;
        match server.wait().await {
            Some(0) => Ok(()),
            code => Err(Error(format!("a node ended with exit code {code:?}"))),
        }
    }

    /// Waits until the readiness check of the node succeeds.
    pub async fn wait_until_ready(&self) -> Result<(), Error> {
        let Some(server) = &self.server else { return Err(Error::new("the node is not running")) };
        let (client, started) = (Client::anonymous(&server.origin), Instant::now());
        loop {
            if client.get("/readyz").await.is_ok_and(|response| response.status.is_success()) {
                return Ok(());
            }
            if started.elapsed() > READY_TIMEOUT {
                return Err(Error(format!("{} is not ready after {READY_TIMEOUT:?}", server.origin)));
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}
