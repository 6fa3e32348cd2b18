//! NATS with JetStream.

use std::net::SocketAddr;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::port;
use crate::program;
use crate::server::Server;
use crate::trouble::Trouble;

/// For so long a greeting is waited for, each time it is asked for.
const GREETING: Duration = Duration::from_secs(1);

/// A NATS server on a port of its own. It is ended, and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Nats(Server);

impl Nats {
    /// A server that has stored nothing yet.
    pub async fn start() -> Result<Self, Trouble> {
        let mut nats = Self(Server::new("nats", Signal::TERM)?);
        port::claim(async |address| {
            nats.0.address = address;
            nats.start_again().await
        })
        .await?;
        Ok(nats)
    }

    /// Starts it after it was stopped or killed, on the same port and with all that was stored. One that runs goes on.
    pub async fn start_again(&mut self) -> Result<(), Trouble> {
        if self.0.is_running() {
            return Ok(());
        }
        let Server { folder, address, .. } = &self.0;
        // Its name tells it from a stranger on the same port.
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = program::command("nats-server", "nats-server")?;
        command
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--name", &name, "--jetstream", "--store_dir"])
            .arg(folder.join("store"));
        let (address, mark) = (*address, format!("\"server_name\":\"{name}\""));
        self.0.start(&mut command, async |_| greets(address, &mark).await).await
    }

    /// Stops it as an administrator would.
    pub async fn stop(&mut self) -> Result<(), Trouble> {
        self.0.stop(Signal::TERM).await
    }

    /// Kills it, as when the machine fails.
    pub async fn kill(&mut self) -> Result<(), Trouble> {
        self.0.kill().await
    }

    /// Its process, while it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.0.id()
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// How it is called, such as `nats://127.0.0.1:18000`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}", self.0.address)
    }
}

/// Does the server with this mark greet whoever comes?
async fn greets(address: SocketAddr, mark: &str) -> bool {
    let greeting = async {
        let stream = TcpStream::connect(address).await.ok()?;
        BufReader::new(stream).lines().next_line().await.ok()?
    };
    let greeting = timeout(GREETING, greeting).await.ok().flatten();
    greeting.is_some_and(|line| line.starts_with("INFO ") && line.contains(mark))
}
