//! NATS servers with JetStream.

use std::net::SocketAddr;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::error::Error;
use crate::port;
use crate::program;
use crate::server::Server;

/// Maximum time to wait for the `INFO` line of a connection.
const INFO_TIMEOUT: Duration = Duration::from_secs(1);

/// A NATS server on its own port. It is stopped, and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Nats(Server);

impl Nats {
    /// Starts a server with an empty store.
    pub async fn start() -> Result<Self, Error> {
        let mut nats = Self(Server::new("nats", Signal::TERM)?);
        port::with_free_port(async |address| {
            nats.0.address = address;
            nats.start_again().await
        })
        .await?;
        Ok(nats)
    }

    /// Starts the server after it was stopped or killed, on the same port and with its stored messages. Does nothing if it
    /// is running.
    pub async fn start_again(&mut self) -> Result<(), Error> {
        if self.0.is_running() {
            return Ok(());
        }
        let Server { folder, address, .. } = &self.0;
        // The name distinguishes it from the server of another process on the same port.
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = program::command("nats-server", "nats-server")?;
        command
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--name", &name, "--jetstream", "--store_dir"])
            .arg(folder.join("store"));
        let address = *address;
        self.0.start(&mut command, async |_| is_ready(address, &name).await).await
    }

    /// Stops the server with SIGTERM.
    pub async fn stop(&mut self) -> Result<(), Error> {
        self.0.stop(Signal::TERM).await
    }

    /// Kills the server, as when the machine fails.
    pub async fn kill(&mut self) -> Result<(), Error> {
        self.0.kill().await
    }

    /// Returns the process id while the server runs.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.0.pid()
    }

    /// Returns the address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// Returns the URL for clients, such as `nats://127.0.0.1:18000`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}", self.0.address)
    }
}

/// Returns whether the server with this name sends its `INFO` line to a new connection.
async fn is_ready(address: SocketAddr, name: &str) -> bool {
    let info = async {
        let stream = TcpStream::connect(address).await.ok()?;
        BufReader::new(stream).lines().next_line().await.ok()?
    };
    let info = timeout(INFO_TIMEOUT, info).await.ok().flatten();
    info.is_some_and(|line| {
        line.starts_with("INFO ") && line.contains(&format!("\"server_name\":\"{name}\""))
    })
}
